/** Remembers for a day that a download could not be reached, so that an offline machine does not ask at every start. */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './places.mjs';

/** Names remembered by this run. @type {Set<string>} */
const remembered = new Set();

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
  remembered.add(name);
}

/** Forgets what this run remembered: where nothing else could be had either, it was this machine that was offline. */
export function forgetFailuresOfThisRun() {
  for (const name of remembered) forgetFailure(name);
}

/**
 * Forgets it again.
 * @param {string} name
 */
export function forgetFailure(name) {
  remembered.delete(name);
  rmSync(fileOf(name), { force: true });
}
