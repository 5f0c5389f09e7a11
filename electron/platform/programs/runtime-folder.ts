/** The folder of the socket: of this user, for this user, and no link that leads elsewhere. */
import { lstatSync, mkdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

/** Longest path of a socket: the kernel's field has 108 bytes, with its end. */
const LONGEST = 107;

/**
 * Path of the socket; the folder need not exist yet. Without the variable the folder that systemd makes stands in, as
 * it does in the launcher: coding agents start programs without it.
 */
export function socketPath(environment: Readonly<Record<string, string | undefined>>, uid: number): string {
  const runtime = environment['XDG_RUNTIME_DIR'] ?? `/run/user/${String(uid)}`;
  const folder =
    isAbsolute(runtime) && problemOf(runtime, uid) === undefined
      ? join(runtime, 'strongroom')
      : `/tmp/strongroom-${String(uid)}`;
  return join(folder, 'programs.sock');
}

/** Makes the folder if it is not there. Throws a sentence if it is not only this user's. */
export function makeRuntimeFolder(folder: string, socket: string, uid: number): void {
  if (Buffer.byteLength(socket) > LONGEST) throw new Error('The path of the runtime folder is too long.');
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const problem = problemOf(folder, uid);
  if (problem !== undefined) throw new Error(`The runtime folder is not used: ${problem}.`);
}

/** Reason for which others could have a hand in a folder; undefined without one. */
function problemOf(folder: string, uid: number): string | undefined {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return 'it does not exist';
  if (found.isSymbolicLink()) return 'it is a link';
  if (!found.isDirectory()) return 'it is not a folder';
  if (found.uid !== uid) return 'it belongs to another user';
  return (found.mode & 0o077) === 0 ? undefined : 'others can open it';
}
