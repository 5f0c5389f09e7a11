/** Files to be wrapped. Only files chosen for wrapping may be read: handles of keys and certificates are refused. */
import { stat } from 'node:fs/promises';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { FileHandle } from '../../../shared/vault/connection.ts';
import { reasonOf } from '../../disk/json-file.ts';
import type { FileStore } from '../connection/files.ts';
import { requestLimitBytes } from '../../../shared/vault/request-limit.ts';

export interface WrappingFiles {
  /** Asks for a file. Rejects with `cancelled`, `too-large`, `invalid-input`. */
  readonly choose: () => Promise<{ readonly file: FileHandle; readonly bytes: number }>;
  /** Throws `invalid-input` if the file was not chosen for wrapping. */
  readonly pathOf: (fileId: string) => string;
}

/** The files of a store that may be wrapped; `ask` opens the dialog. */
export function wrappingFiles(files: FileStore, ask: () => Promise<string | undefined>): WrappingFiles {
  const chosen = new Set<string>();
  return {
    choose: async () => {
      const path = await ask();
      if (path === undefined) throw new AppFailure({ kind: 'cancelled', message: 'No file was chosen.' });
      const bytes = await sizeOf(path);
      const file = files.add(path);
      chosen.add(file.fileId);
      return { file, bytes };
    },
    pathOf: (fileId) => {
      if (chosen.has(fileId)) return files.pathOf({ fileId, name: '' });
      throw new AppFailure({
        kind: 'invalid-input',
        field: 'fileId',
        message: 'This file was not chosen to be wrapped. Nothing was sent.',
        hint: 'Choose it again.',
      });
    },
  };
}

async function sizeOf(path: string): Promise<number> {
  let size: number;
  try {
    const facts = await stat(path);
    if (!facts.isFile()) throw new Error('it is not a file');
    size = facts.size;
  } catch (error) {
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'file',
      message: `The file cannot be read: ${reasonOf(error)}.`,
      hint: 'Choose another file.',
    });
  }
  if (size <= requestLimitBytes) return size;
  throw new AppFailure({
    kind: 'too-large',
    limitBytes: requestLimitBytes,
    message: 'The file is larger than 32 MiB, which no server takes in one request.',
    hint: 'Choose a smaller file.',
  });
}
