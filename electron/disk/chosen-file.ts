/**
 * Writes a file whose path was chosen in a system dialog. It stands beside its final place until it is on disk to its
 * last byte, readable by its owner only: the name always holds the old file or a whole new one, never a part. The
 * temporary name is unpredictable and created exclusively, so that no link planted there is followed.
 */
import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { reasonOf } from './json-file.ts';

/** Puts bytes behind the ones before; resolves once they were handed to the disk. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>;

export interface ChosenFile<T> {
  readonly fill: (write: WriteBytes) => Promise<void>;
  /** Checks the whole file before it takes its place; `beside`: its path until then. */
  readonly check: (beside: string) => Promise<T>;
  /** Makes the error for a reason of the system, which ends a sentence. */
  readonly failure: (reason: string) => Error;
}

/** Writes the file and resolves to the result of `check`. After any error nothing is left of the new file. */
export async function writeChosenFile<T>(path: string, { fill, check, failure }: ChosenFile<T>): Promise<T> {
  const beside = join(
    dirname(path),
    `.${basename(path).slice(0, 100)}.${randomBytes(6).toString('hex')}.part`,
  );
  const onDisk = async <R>(work: () => Promise<R>): Promise<R> => {
    try {
      return await work();
    } catch (error) {
      throw failure(reasonOf(error));
    }
  };
  try {
    const file = await onDisk(() => open(beside, 'wx', 0o600));
    try {
      // The last bytes can arrive while earlier ones are still being written.
      let last = Promise.resolve();
      await fill((bytes) => (last = last.then(() => onDisk(() => file.writeFile(bytes)))));
      await last;
      await onDisk(() => file.sync());
    } finally {
      await file.close();
    }
    const checked = await check(beside);
    await onDisk(() => rename(beside, path));
    return checked;
  } catch (failed) {
    // The original error matters more.
    await rm(beside, { force: true }).catch(() => undefined);
    throw failed;
  }
}
