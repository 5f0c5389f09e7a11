/**
 * Files that the user chose in a native dialog or that the environment names. The renderer gets a handle with the
 * file's last name; the path stays here and in the profile file, so a hostile renderer cannot make main read an
 * arbitrary file.
 */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { FileHandle, TlsSettings } from '../../../shared/vault/connection.ts';

export interface FileStore {
  /** Returns a handle for a path; the same path gets the same handle. */
  readonly add: (path: string) => FileHandle;
  /** Restores a handle from a profile file. */
  readonly restore: (fileId: string, path: string) => void;
  /** Returns the path behind a handle. Throws `invalid-input` if the handle is not known. */
  readonly pathOf: (handle: FileHandle) => string;
  readonly knows: (handle: FileHandle) => boolean;
  /** Name on disk of the file behind a handle. Throws as `pathOf` does. */
  readonly nameOf: (handle: FileHandle) => string;
  /**
   * Returns the settings with the names of their files on disk: a name that the page put beside a handle is never
   * shown as trusted. Throws `invalid-input` if a handle is not known.
   */
  readonly named: (tls: TlsSettings) => TlsSettings;
}

/** Makes an empty store. */
export function createFileStore(): FileStore {
  const paths = new Map<string, string>();
  const pathOf = (handle: FileHandle): string => {
    const path = paths.get(handle.fileId);
    if (path !== undefined) return path;
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'tls',
      message: `The file “${handle.name}” is not known any more.`,
      hint: 'Choose it again.',
    });
  };
  const nameOf = (handle: FileHandle): string => basename(pathOf(handle));
  const renamed = (handle: FileHandle): FileHandle => ({ fileId: handle.fileId, name: nameOf(handle) });
  return {
    add: (path) => {
      for (const [fileId, known] of paths) if (known === path) return { fileId, name: basename(path) };
      const fileId = randomUUID();
      paths.set(fileId, path);
      return { fileId, name: basename(path) };
    },
    restore: (fileId, path) => void paths.set(fileId, path),
    pathOf,
    nameOf,
    knows: (handle) => paths.has(handle.fileId),
    named: ({ ca, clientCertificate, clientKey, ...rest }) => ({
      ...rest,
      ...(ca === undefined ? {} : { ca: renamed(ca) }),
      ...(clientCertificate === undefined ? {} : { clientCertificate: renamed(clientCertificate) }),
      ...(clientKey === undefined ? {} : { clientKey: renamed(clientKey) }),
    }),
  };
}

/** Returns the files in TLS settings. */
export function handlesOf(tls: TlsSettings): readonly FileHandle[] {
  return [tls.ca, tls.clientCertificate, tls.clientKey].filter((file) => file !== undefined);
}
