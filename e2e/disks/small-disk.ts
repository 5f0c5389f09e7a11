/**
 * A small disk of its own for one program, which really runs full: a tmpfs in a mount namespace, which an ordinary user
 * may make, too. Nobody else sees it, and it is gone with the program.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { programUnder } from './program-under.ts';

export interface SmallDisk {
  /** Where it is mounted. */
  readonly folder: string;
  readonly kilobytes: number;
  /** Nothing can be written to it. */
  readonly readOnly?: boolean;
}

/** The command that runs `program` with a disk of its own. Throws where this system has no user namespaces. */
function onSmallDisk(
  { folder, kilobytes, readOnly = false }: SmallDisk,
  program: readonly string[],
): { readonly command: string; readonly args: readonly string[] } {
  const possible = spawnSync('unshare', ['-rm', 'true']);
  if (possible.status !== 0)
    throw new Error(`no disk of one's own without user namespaces: ${String(possible.stderr)}`);
  const script = 'mount -t tmpfs -o "$2" strongroom-test "$1" && shift 2 && exec "$@"';
  const options = `size=${String(kilobytes)}k,${readOnly ? 'ro' : 'rw'}`;
  return {
    command: '/usr/bin/unshare',
    args: ['-rm', 'sh', '-c', script, 'sh', folder, options, ...program],
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
