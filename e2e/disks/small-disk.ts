/**
 * A disk for one program: a small one that really fills up, or a read-only one with the folder's files in it. Both
 * are mounts in a user namespace, which needs no root. Other processes do not see them, and they end with the
 * program.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { programUnder } from './program-under.ts';

interface Room {
  /** Size of the new, empty disk. */
  readonly kilobytes: number;
}
interface ReadOnly {
  /** Read-only from now on: files can be read but not written. */
  readonly readOnly: true;
}
export type DiskKind = Room | ReadOnly;
export type SmallDisk = DiskKind & {
  /** Its mount point. */
  readonly folder: string;
};

/** Command that runs `program` with a disk of its own. Throws on systems without user namespaces. */
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

/** Writes a script into `place` that starts `executable` on a disk of its own with the given arguments. */
export function smallDiskProgram(place: string, disk: SmallDisk, executable: string): string {
  mkdirSync(disk.folder, { recursive: true });
  const { command, args } = onSmallDisk(disk, [executable]);
  return programUnder(join(place, 'on-small-disk'), [command, ...args]);
}

/**
 * Takes all room that is left on this program's small disk, also that within the last block of each journal that it has
 * open: by blank lines at its end, as the program itself would add to it. Returns the bytes taken. Needs nothing outside
 * itself, so that `evaluate` can run it in the main process of an app.
 */
export function fillSmallDisk(_electron: unknown, folder: string): number {
  const { readdirSync, readlinkSync, writeFileSync, writeSync } = process.getBuiltinModule('node:fs');
  let taken = 0;
  const fillBy = (write: (bytes: number) => void): void => {
    for (const bytes of [65_536, 4_096, 1])
      try {
        for (;;) {
          write(bytes);
          taken += bytes;
        }
      } catch {
        // Full, for pieces of this size.
      }
  };
  fillBy((bytes) => writeFileSync(`${folder}/filler`, Buffer.alloc(bytes), { flag: 'a' }));
  for (const name of readdirSync('/proc/self/fd')) {
    let path = '';
    try {
      path = readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      // Closed meanwhile.
    }
    if (path.startsWith(folder) && path.endsWith('.jsonl'))
      fillBy((bytes) => writeSync(Number(name), Buffer.alloc(bytes, '\n')));
  }
  return taken;
}

/** Runs a Node script to its end on a small disk; returns its output, one JSON value per line. */
export function nodeOnSmallDisk(disk: SmallDisk, script: string): readonly unknown[] {
  const { command, args } = onSmallDisk(disk, [process.execPath, script, disk.folder]);
  const printed = execFileSync(command, [...args], { encoding: 'utf8' });
  return printed
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}
