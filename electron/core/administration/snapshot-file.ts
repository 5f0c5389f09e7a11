/** Writes a snapshot to a file, which takes its place once its sums are right. */
import { basename } from 'node:path';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { SnapshotFacts } from '../../../shared/vault/raft.ts';
import { writeChosenFile } from '../../disk/chosen-file.ts';
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
export function writeSnapshot(
  path: string,
  download: (into: BodySink) => Promise<unknown>,
  { written, checked, signal }: SnapshotProgress,
): Promise<SnapshotFacts> {
  return writeChosenFile(path, {
    fill: async (write) => {
      let bytes = 0;
      await download({
        write: async (chunk) => {
          await write(chunk);
          bytes += chunk.length;
          written(bytes);
        },
      });
    },
    check: (beside) => whole(beside, { readSoFar: checked, signal }),
    failure: (reason) =>
      new AppFailure({
        kind: 'invalid-input',
        field: 'file',
        message: `The snapshot “${basename(path)}” cannot be written: ${reason}.`,
        hint: 'Choose another folder. No file was left behind.',
      }),
  });
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
