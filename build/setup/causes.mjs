/** Causes outside of the project that a failure names: what is wrong in one line, and what to do. */

import { statfsSync } from 'node:fs';

/** @typedef {{ what: string, todo: string }} Cause */

const DISK = 'free some space (2 GB; 8 GB if Vault has to be built), then run the same command again.';

/** @type {readonly (Cause & { sign: RegExp })[]} */
const causes = [
  {
    sign: /ENOSPC|EDQUOT|no space left on device|disk quota exceeded/i,
    what: 'the disk is full',
    todo: DISK,
  },
  {
    sign: /EACCES|EPERM|EROFS|read-only file system|permission denied/i,
    what: 'no permission to write there',
    todo: 'make that folder yours, or name another cache folder in STRONGROOM_CACHE.',
  },
  {
    sign: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|FETCH_ERROR|no such host|i\/o timeout|connection refused|network is unreachable|temporary failure resolving|could not resolve|connection timed out/i,
    what: 'the package registry does not answer',
    todo: 'is this machine online, and is its proxy set? Then run the same command again: what was fetched is kept.',
  },
];

/** Less space than this, in bytes, and a program that failed without a word is taken to have failed for it. */
const FULL = 64 * 1024 * 1024;

/**
 * The full disk behind a failure without a cause: npm leaves out packages that it may leave out, and says nothing.
 * @param {string} folder On that disk.
 * @returns {Cause | undefined}
 */
export function fullDisk(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < FULL ? { what: `the disk is full: ${folder}`, todo: DISK } : undefined;
}

/**
 * The cause that a program's output names, if it names one.
 * @param {string} output
 * @returns {Cause | undefined}
 */
export function causeIn(output) {
  return causes.find(({ sign }) => sign.test(output));
}

/**
 * Trouble of this machine behind an error of Node's own: no space, or no permission to write. Another way of getting the
 * same thing would meet it, too.
 * @param {unknown} error
 * @returns {Cause | undefined}
 */
export function localTrouble(error) {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  // So says Node of a folder with its parents that a read-only file system refuses.
  const refused = error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'mkdir';
  const cause = causeIn(refused ? 'EROFS' : error.code);
  if (cause === undefined || !('path' in error || 'syscall' in error) || /registry/.test(cause.what))
    return undefined;
  const where = 'path' in error && typeof error.path === 'string' ? `: ${error.path}` : '';
  return { what: `${cause.what}${where} (${error.code})`, todo: cause.todo };
}
