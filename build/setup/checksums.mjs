/** Checksums of the programs in the cache, noted when they were made: one that was changed since is not started. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { cacheFolder } from './places.mjs';

/** @param {string} file */
function sumOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/**
 * Not beside the program: a server loads everything in its folder of plugins.
 * @param {string} file
 */
function noteOf(file) {
  return join(cacheFolder(), 'checksums', `${relative(cacheFolder(), file)}.sha256`);
}

/**
 * Notes a program as it is now, just made.
 * @param {string} file
 */
export function noteProgram(file) {
  mkdirSync(dirname(noteOf(file)), { recursive: true });
  writeFileSync(noteOf(file), sumOf(file));
}

/**
 * True if the program is there, and as it was made.
 * @param {string} file
 */
export function isAsMade(file) {
  return existsSync(file) && existsSync(noteOf(file)) && readFileSync(noteOf(file), 'utf8') === sumOf(file);
}
