/** Remembers failed downloads for a day, so that an offline machine does not retry at every start. */
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './places.mjs';

/** Failures recorded by this run. @type {Set<string>} */
const remembered = new Set();

const DAY_MS = 24 * 60 * 60 * 1000;

/** @param {string} name */
const fileOf = (name) => join(cacheFolder(), 'unreachable', name);

/**
 * True if an attempt failed within the last day.
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
 * Records a failed attempt and its reason.
 * @param {string} name
 * @param {string} why
 */
export function rememberFailure(name, why) {
  mkdirSync(join(cacheFolder(), 'unreachable'), { recursive: true });
  writeFileSync(fileOf(name), `${why}\n`);
  remembered.add(name);
}

/** Forgets the failures of this run: if all other downloads failed too, the machine was offline. */
export function forgetFailuresOfThisRun() {
  for (const name of remembered) forgetFailure(name);
}

/**
 * Forgets a failed attempt.
 * @param {string} name
 */
export function forgetFailure(name) {
  remembered.delete(name);
  rmSync(fileOf(name), { force: true });
}
