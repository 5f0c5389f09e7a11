/** Reads the file that the person chose; asks for the key of an encrypted one in the secure prompt. */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { importLimitBytes } from '../../../shared/vault/import.ts';
import type { Ask } from '../../core/platform.ts';
import { readBounded, unreadableBecause } from '../../vault/http/bounded-file.ts';
import type { AskedFile } from './read-file.ts';
import { ageKeyKind } from './open-age.ts';
import type { ReadFile } from './imported-entry.ts';

/** Grows while it is read: more than this is another file. */
const MOST_GROWTH = 64 * 1024;

/** Content of a file in memory that the worker can share. Rejects with `invalid-input` or `too-large`. */
export async function importBytes(path: string): Promise<Uint8Array> {
  const name = basename(path);
  // Reserves what the file has, not what it could have.
  const size = await stat(path).then(
    (facts) => facts.size,
    () => 0,
  );
  const read = await readBounded(path, Math.min(importLimitBytes, size + MOST_GROWTH));
  if (!('bytes' in read)) {
    const message = `The file “${name}” ${unreadableBecause(read, '128 MiB')}.`;
    throw new AppFailure(
      read.problem === 'too-large'
        ? { kind: 'too-large', limitBytes: importLimitBytes, message, hint: 'Import it in parts.' }
        : { kind: 'invalid-input', field: 'file', message, hint: 'Choose another file.' },
    );
  }
  const shared = Buffer.from(new SharedArrayBuffer(read.bytes.length));
  read.bytes.copy(shared);
  read.bytes.fill(0);
  return shared;
}

export interface Opening {
  readonly ask: Ask;
  readonly read: (asked: AskedFile) => Promise<ReadFile>;
  readonly signal: AbortSignal;
}

/** Reads a file; a wrong key is asked for again. Rejects with `cancelled` if the person gives none. */
export async function openImport(
  fileName: string,
  bytes: Uint8Array,
  { ask, read, signal }: Opening,
): Promise<{ readonly read: ReadFile; readonly key?: string }> {
  const kind = ageKeyKind(bytes);
  if (kind === undefined) return { read: await read({ fileName, bytes }) };
  const isPassphrase = kind === 'passphrase';
  for (let problem: string | undefined; ;) {
    const answer = await ask(
      {
        kind: 'enter-fields',
        title: 'Open this encrypted file',
        facts: [
          { name: 'File', value: fileName },
          {
            name: 'Encryption',
            value: isPassphrase ? 'age, with a passphrase' : 'age, for public keys',
            prose: true,
          },
        ],
        intro: ['The key is used here and sent nowhere.'],
        fields: [
          isPassphrase
            ? { name: 'key', label: 'Passphrase', secret: true }
            : { name: 'key', label: 'Identity (AGE-SECRET-KEY-…)', secret: true, multiline: true },
        ],
        action: 'Open',
        ...(problem === undefined ? {} : { problem }),
      },
      signal,
    );
    const key = answer.kind === 'fields' ? answer.values['key'] : undefined;
    if (key === undefined) throw new AppFailure({ kind: 'cancelled', message: 'No file was opened.' });
    try {
      return { read: await read({ fileName, bytes, key }), key };
    } catch (failure) {
      if (!(failure instanceof AppFailure)) throw failure;
      const { error } = failure;
      if (error.kind !== 'invalid-input' || error.field !== 'key') throw failure;
      problem = error.message;
    }
  }
}
