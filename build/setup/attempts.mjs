/** Remembers for a day that a download could not be reached, so that an offline machine does not ask at every start. */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './places.mjs';

const DAY_MS = 24 * 60 * 60 * 1000;

/** @param {string} name */
const fileOf = (name) => join(cacheFolder(), 'unreachable', name);

/**
 * Whether an attempt failed within the last day.
 * @param {string} name
 */
export function failedLately(name) {
  try {
    return Date.now() - statSync(fileOf(name)).mtimeMs < DAY_MS;
  } catch {
    return false;
  }
}

/**
 * Remembers a failed attempt, with why.
 * @param {string} name
 * @param {string} why
 */
export function rememberFailure(name, why) {
  mkdirSync(join(cacheFolder(), 'unreachable'), { recursive: true });
  writeFileSync(fileOf(name), `${why}\n`);
}

/**
 * Forgets it again.
 * @param {string} name
 */
export function forgetFailure(name) {
  rmSync(fileOf(name), { force: true });
}
