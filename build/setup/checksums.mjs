/** Checksums of the programs in the cache, recorded when they were made: a program modified since is not started. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { cacheFolder } from './places.mjs';

/** @param {string} file */
function sumOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/**
 * Outside of the program's folder: a server loads everything in its plugin folder.
 * @param {string} file
 */
function noteOf(file) {
  return join(cacheFolder(), 'checksums', `${relative(cacheFolder(), file)}.sha256`);
}

/**
 * Records the checksum of a program just made.
 * @param {string} file
 */
export function noteProgram(file) {
  mkdirSync(dirname(noteOf(file)), { recursive: true });
  writeFileSync(noteOf(file), sumOf(file));
}

/**
 * True if the program exists and is unmodified.
 * @param {string} file
 */
export function isAsMade(file) {
  return existsSync(file) && existsSync(noteOf(file)) && readFileSync(noteOf(file), 'utf8') === sumOf(file);
}
