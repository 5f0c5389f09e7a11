/** Folders for incomplete or temporary files: removed when the work ends, even by an exit. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = /^unfinished-(\d+)-/;

/**
 * Runs `work` in a new folder below `parent`, on the same file system as its result. Leftovers of killed runs there
 * are removed first.
 * @template T
 * @param {string} parent
 * @param {(folder: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inUnfinishedFolder(parent, work) {
  mkdirSync(parent, { recursive: true });
  for (const name of readdirSync(parent)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) remove(join(parent, name));
  }
  return inFolder(mkdtempSync(join(parent, `unfinished-${String(process.pid)}-`)), work);
}

/**
 * Runs `work` in a new temporary folder whose name contains `name`.
 * @template T
 * @param {string} name
 * @param {(folder: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export function inTemporaryFolder(name, work) {
  return inFolder(mkdtempSync(join(tmpdir(), `strongroom-${name}-`)), work);
}

/**
 * @template T
 * @param {string} folder
 * @param {(folder: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function inFolder(folder, work) {
  const atExit = () => remove(folder);
  process.once('exit', atExit);
  try {
    return await work(folder);
  } finally {
    process.off('exit', atExit);
    remove(folder);
  }
}

/** @param {string} folder */
function remove(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * True if a process with this ID exists.
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
