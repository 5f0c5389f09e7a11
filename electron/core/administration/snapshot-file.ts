/**
 * Writes a snapshot to a file. It is written beside its final place, readable by its owner only, and renamed once it
 * is on disk to its last byte and its sums are right: the name always holds the old file or a complete snapshot,
 * never a part.
 */
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { SnapshotFacts } from '../../../shared/vault/raft.ts';
import { reasonOf } from '../../disk/json-file.ts';
import type { BodySink } from '../../vault/http/types.ts';
import { inspectSnapshot } from './snapshot-archive.ts';
import type { ReadSoFar } from './snapshot-archive.ts';

export interface SnapshotProgress {
  /** Reports bytes on disk. */
  readonly written: ReadSoFar;
  readonly checked: ReadSoFar;
  readonly signal: AbortSignal;
}

/** Writes and checks the body of `download`. Rejects with `invalid-input`, `bad-answer`, or its error. */
export async function writeSnapshot(
  path: string,
  download: (into: BodySink) => Promise<unknown>,
  { written, checked, signal }: SnapshotProgress,
): Promise<SnapshotFacts> {
  const name = `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.part`;
  const beside = join(dirname(path), name);
  try {
    const file = await onDisk(path, () => open(beside, 'wx', 0o600));
    try {
      let bytes = 0;
      // The last bytes of a response can arrive while earlier ones are still being written.
      let last = Promise.resolve();
      const write = (chunk: Buffer): Promise<void> =>
        (last = last.then(async () => {
          await onDisk(path, () => file.writeFile(chunk));
          bytes += chunk.length;
          written(bytes);
        }));
      await download({ write });
      await last;
      await onDisk(path, () => file.sync());
    } finally {
      await file.close();
    }
    const facts = await whole(beside, { readSoFar: checked, signal });
    await onDisk(path, () => rename(beside, path));
    return facts;
  } catch (failure) {
    // The original error matters more.
    await rm(beside, { force: true }).catch(() => undefined);
    throw failure;
  }
}

/** Replaces the error of a bad download: the user has not chosen a wrong file. */
async function whole(
  path: string,
  options: { readonly readSoFar: ReadSoFar; readonly signal: AbortSignal },
): Promise<SnapshotFacts> {
  try {
    return await inspectSnapshot(path, options);
  } catch (failure) {
    if (!(failure instanceof AppFailure) || failure.error.kind === 'cancelled') throw failure;
    throw new AppFailure({
      kind: 'bad-answer',
      message: 'What the server sent is not a whole snapshot: its checksums are missing or do not match.',
      hint: 'No file was written. Try again; the server’s own log may say why it stopped.',
    });
  }
}

async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'file',
      message: `The snapshot “${basename(path)}” cannot be written: ${reasonOf(error)}.`,
      hint: 'Choose another folder. No file was left behind.',
    });
  }
}
