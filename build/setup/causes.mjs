/** External causes of a failure: the problem in one line, and what to do. */

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

/** Free bytes below which a failure without a message counts as caused by a full disk. */
const FULL = 64 * 1024 * 1024;

/**
 * Detects a full disk as the cause of an unexplained failure: npm silently skips optional packages.
 * @param {string} folder A folder on that disk.
 * @returns {Cause | undefined}
 */
export function fullDisk(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < FULL ? { what: `the disk is full: ${folder}`, todo: DISK } : undefined;
}

/**
 * Cause named by a program's output, if any.
 * @param {string} output
 * @returns {Cause | undefined}
 */
export function causeIn(output) {
  return causes.find(({ sign }) => sign.test(output));
}

/**
 * Local cause of a Node error: no space, or no permission to write. It would also affect other ways of getting the
 * same file.
 * @param {unknown} error
 * @returns {Cause | undefined}
 */
export function localTrouble(error) {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  // Node's error if a read-only file system refuses a folder with its parents.
  const refused = error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'mkdir';
  const cause = causeIn(refused ? 'EROFS' : error.code);
  if (cause === undefined || !('path' in error || 'syscall' in error) || /registry/.test(cause.what))
    return undefined;
  const where = 'path' in error && typeof error.path === 'string' ? `: ${error.path}` : '';
  return { what: `${cause.what}${where} (${error.code})`, todo: cause.todo };
}
