/**
 * A disk of its own for one program: a small one, which really runs full, or one that cannot be written, with what is in the
 * folder. Both are mounts in a namespace, which an ordinary user may make, too. Nobody else sees them, and they are gone
 * with the program.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { programUnder } from './program-under.ts';

interface Room {
  /** Of a new disk, which is empty. */
  readonly kilobytes: number;
}
interface ReadOnly {
  /** Read-only from now on: files can be read, and nothing be written. */
  readonly readOnly: true;
}
export type DiskKind = Room | ReadOnly;
export type SmallDisk = DiskKind & {
  /** The folder it is mounted at. */
  readonly folder: string;
};

/** The command that runs `program` with a disk of its own. Throws where this system has no user namespaces. */
function onSmallDisk(
  disk: SmallDisk,
  program: readonly string[],
): { readonly command: string; readonly args: readonly string[] } {
  const possible = spawnSync('unshare', ['-rm', 'true']);
  if (possible.status !== 0)
    throw new Error(`no disk of one's own without user namespaces: ${String(possible.stderr)}`);
  const mounts =
    'readOnly' in disk
      ? 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"'
      : `mount -t tmpfs -o size=${String(disk.kilobytes)}k strongroom-test "$1"`;
  return {
    command: '/usr/bin/unshare',
    args: ['-rm', 'sh', '-c', `${mounts} && shift && exec "$@"`, 'sh', disk.folder, ...program],
  };
}

/** Writes a program into `place` that starts `executable` on a disk of its own, with the arguments that it is given. */
export function smallDiskProgram(place: string, disk: SmallDisk, executable: string): string {
  mkdirSync(disk.folder, { recursive: true });
  const { command, args } = onSmallDisk(disk, [executable]);
  return programUnder(join(place, 'on-small-disk'), [command, ...args]);
}

/** Runs a program of Node to its end on a small disk; answers what it printed, a JSON value a line. */
export function nodeOnSmallDisk(disk: SmallDisk, script: string): readonly unknown[] {
  const { command, args } = onSmallDisk(disk, [process.execPath, script, disk.folder]);
  const printed = execFileSync(command, [...args], { encoding: 'utf8' });
  return printed
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}
