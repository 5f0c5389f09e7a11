/** Folders for what is not whole yet: gone when the work ends, however it ends. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /^unfinished-(\d+)-/;

/**
 * Does `work` in a new folder below `parent`, on the same file system as what it will become. What a killed run has left
 * there is removed first.
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
  const folder = mkdtempSync(join(parent, `unfinished-${String(process.pid)}-`));
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
 * True if there is a process of this ID.
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
