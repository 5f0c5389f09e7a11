/** Lock across processes: overlapping runs must not install, build or download the same files twice. */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { say } from './progress.mjs';
import { isAlive } from './unfinished.mjs';

/** @type {Set<string>} */
const locks = new Set();
process.once('exit', () => {
  for (const file of locks) rmSync(file, { force: true });
});

/**
 * Runs `work` while holding a lock file; waits while another living process holds it. Takes over a lock whose process
 * is gone.
 * @template T
 * @param {string} file
 * @param {string} step Printed while waiting.
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, step, work) {
  mkdirSync(dirname(file), { recursive: true });
  let told = false;
  while (!take(file)) {
    if (!told) say(step, 'waiting for another run that is doing the same …');
    told = true;
    await pause(200);
  }
  locks.add(file);
  try {
    return await work();
  } finally {
    locks.delete(file);
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // On a full disk the file is created, but stays empty.
    if (code === 'ENOSPC') rmSync(file, { force: true });
    // The file cannot be created for another reason, which waiting would not change.
    if (code !== 'EEXIST') throw error;
    const owner = ownerOf(file);
    if (owner === undefined ? !isAbandoned(file) : isAlive(owner)) return false;
    // Only one of several waiting processes wins this rename; the others find the file gone or renewed.
    const stale = `${file}.stale.${String(process.pid)}`;
    try {
      renameSync(file, stale);
      // Another process could have taken it over between the check and the rename: give a living owner's lock back.
      const moved = ownerOf(stale);
      if (moved !== undefined && moved !== owner && isAlive(moved)) renameSync(stale, file);
      else rmSync(stale, { force: true });
    } catch {
      // Another process was faster.
    }
    return false;
  }
}

/**
 * The process that holds a lock; undefined while it is being written or just after its release.
 * @param {string} file
 */
function ownerOf(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * True for a lock without an owner for ten seconds: its process died before writing.
 * @param {string} file
 */
function isAbandoned(file) {
  try {
    return Date.now() - statSync(file).mtimeMs > 10_000;
  } catch {
    return false;
  }
}
