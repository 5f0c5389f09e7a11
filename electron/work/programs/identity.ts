/** The asker of a request, as the kernel knows it, and what a grant compares of it. */
import { createHash } from 'node:crypto';
import type { ProcessFacts, ProgramFiles, ProgramSystem, Surroundings } from '../../core/program-system.ts';

export interface Identity {
  /** The program that gets the values. */
  readonly files: ProgramFiles;
  /** Its command line; absent: any, of an agent that asks in advance. */
  readonly argv?: readonly string[];
  readonly place: Surroundings;
  /** The process that “while it runs” is about; absent without a parent. */
  readonly process?: ProcessFacts;
}

type Looking = Pick<
  ProgramSystem,
  'filesOf' | 'filesOfProcess' | 'processAt' | 'surroundingsOf' | 'folderAt'
>;

/** A program to be started; without arguments any. */
export interface Command {
  /** Absolute path. */
  readonly program: string;
  readonly argv?: readonly string[];
  /** Its folder; absent: the launcher's own. */
  readonly folder?: string;
}

/** The program that the launcher is to become or to start. Rejects if it cannot be identified. */
export async function commandIdentity(
  system: Looking,
  place: Surroundings,
  { program, argv, folder }: Command,
): Promise<Identity> {
  const there = folder === undefined ? place : { ...place, folder: await system.folderAt(folder) };
  const files = await system.filesOf({ program, argv: argv ?? [program] }, there);
  const [process] = place.parents;
  return {
    files,
    place: there,
    ...(argv === undefined ? {} : { argv }),
    ...(process === undefined ? {} : { process }),
  };
}

/** The process that has started the launcher, and gets what it prints. Rejects if it cannot be identified. */
export async function callerIdentity(system: Looking, place: Surroundings): Promise<Identity> {
  const [process] = place.parents;
  if (process === undefined) throw new Error('no parent');
  return { files: await system.filesOfProcess(process), argv: process.argv, place, process };
}

/** A process that reads what the launcher serves. Rejects if it cannot be identified. */
export async function readerIdentity(system: Looking, pid: number): Promise<Identity> {
  const [process, place] = await Promise.all([system.processAt(pid), system.surroundingsOf(pid)]);
  return { files: await system.filesOfProcess(process), argv: process.argv, place, process };
}

/** Same for askers that one grant can cover. */
export function identityKey({ files, argv, place }: Identity): string {
  return keyOf([files, argv ?? null, place]);
}

/** Same for commands of one program in one folder, whatever their arguments. */
export function programKey({ files: { program }, place }: Identity): string {
  return keyOf([{ program }, null, place]);
}

function keyOf([files, argv, { folder, loadersDigest }]: [
  ProgramFiles,
  readonly string[] | null,
  Surroundings,
]): string {
  const { program, script } = files;
  return createHash('sha256')
    .update(JSON.stringify([program, script ?? null, argv, folder, loadersDigest]))
    .digest('hex');
}

/** True if nothing of it has changed that a person has read, or a grant was bound to. */
export function isSameIdentity(one: Identity, other: Identity): boolean {
  return (
    identityKey(one) === identityKey(other) &&
    one.process?.pid === other.process?.pid &&
    one.process?.start === other.process?.start
  );
}

/** The asker in a line of a list. */
export function nameOf({ files: { program, script }, place }: Identity): string {
  return `${[program.path, script?.path ?? ''].filter((path) => path !== '').join(' ')} in ${place.folder.path}`;
}
