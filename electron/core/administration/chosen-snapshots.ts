/** Snapshot files that the user chose to restore. Paths stay here; a file that has changed since is refused. */
import { createHash, randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ChosenSnapshot } from '../../../shared/vault/raft.ts';
import { inspectSnapshot } from './snapshot-archive.ts';

export interface SnapshotOnDisk {
  readonly path: string;
  readonly chosen: ChosenSnapshot;
  /** SHA-256 of its bytes at the check. */
  readonly sha256: string;
}

export interface ChosenSnapshots {
  /** Reads the file to its end. Rejects as `inspectSnapshot` does. */
  readonly add: (path: string, signal?: AbortSignal) => Promise<ChosenSnapshot>;
  /** Rejects with `invalid-input` if the file was not chosen, or has changed since. */
  readonly get: (fileId: string) => Promise<SnapshotOnDisk>;
}

/** Limit of files chosen and not restored. */
const MOST = 20;

/** Makes an empty store. */
export function createChosenSnapshots(): ChosenSnapshots {
  const snapshots = new Map<string, SnapshotOnDisk & { readonly print: string }>();
  return {
    add: async (path, signal) => {
      const print = await printOf(path);
      const digest = createHash('sha256');
      const facts = await inspectSnapshot(path, { digest, ...(signal === undefined ? {} : { signal }) });
      const chosen = { ...facts, fileId: randomUUID(), fileName: basename(path) };
      snapshots.set(chosen.fileId, { path, chosen, sha256: digest.digest('hex'), print });
      const [oldest] = snapshots.keys();
      if (snapshots.size > MOST && oldest !== undefined) snapshots.delete(oldest);
      return chosen;
    },
    get: async (fileId) => {
      const file = snapshots.get(fileId);
      if (file !== undefined && file.print === (await printOf(file.path))) return file;
      if (file !== undefined) throw new AppFailure(changed(file, 'Nothing was sent.'));
      throw new AppFailure({
        kind: 'invalid-input',
        field: 'file',
        message: 'This snapshot is no longer known. Nothing was sent.',
        hint: 'Choose it again.',
      });
    },
  };
}

/** Error for a file that has changed since its check; `so` states the outcome. */
export function changed({ chosen }: Pick<SnapshotOnDisk, 'chosen'>, so: string): AppError {
  return {
    kind: 'invalid-input',
    field: 'file',
    message: `The file “${chosen.fileName}” has changed since it was checked. ${so}`,
    hint: 'Choose it again.',
  };
}

/** Fingerprint that changes with a file; empty if the file is missing. */
async function printOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path);
    return [ino, size, mtimeMs].join(' ');
  } catch {
    // The next read reports the reason.
    return '';
  }
}
