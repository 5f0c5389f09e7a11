/**
 * Files that a person chose in a native dialog or the environment names. The renderer gets a handle with the file's last
 * name; the path stays here and in the profile file, so a hostile renderer cannot point us at any file it likes.
 */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { FileHandle } from '../../shared/vault/connection.ts';

export interface FileStore {
  /** A handle for a path; the same path gets the same handle. */
  readonly add: (path: string) => FileHandle;
  /** Takes over a handle that a profile file remembers. */
  readonly restore: (fileId: string, path: string) => void;
  /** The path behind a handle. Throws `invalid-input` where the handle is not known. */
  readonly pathOf: (handle: FileHandle) => string;
}

/** Makes an empty store. */
export function createFileStore(): FileStore {
  const paths = new Map<string, string>();
  return {
    add: (path) => {
      for (const [fileId, known] of paths) if (known === path) return { fileId, name: basename(path) };
      const fileId = randomUUID();
      paths.set(fileId, path);
      return { fileId, name: basename(path) };
    },
    restore: (fileId, path) => void paths.set(fileId, path),
    pathOf: (handle) => {
      const path = paths.get(handle.fileId);
      if (path === undefined) {
        throw new AppFailure({
          kind: 'invalid-input',
          field: 'tls',
          message: `The file “${handle.name}” is not known any more.`,
          hint: 'Choose it again.',
        });
      }
      return path;
    },
  };
}
