/**
 * Files that a person chose in a native dialog or the environment names. The renderer gets a handle with the file's last
 * name; the path stays here and in the profile file, so a hostile renderer cannot point us at any file it likes.
 */
import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { FileHandle, TlsSettings } from '../../../shared/vault/connection.ts';

export interface FileStore {
  /** A handle for a path; the same path gets the same handle. */
  readonly add: (path: string) => FileHandle;
  /** Takes over a handle that a profile file remembers. */
  readonly restore: (fileId: string, path: string) => void;
  /** The path behind a handle. Throws `invalid-input` where the handle is not known. */
  readonly pathOf: (handle: FileHandle) => string;
  readonly knows: (handle: FileHandle) => boolean;
  /** What the file behind a handle is called on disk. Throws as `pathOf` does. */
  readonly nameOf: (handle: FileHandle) => string;
  /**
   * The settings with their files named as they are called: a name that a renderer put beside a handle is never shown
   * as what is trusted. Throws `invalid-input` where a handle is not known.
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

/** The files that TLS settings name. */
export function handlesOf(tls: TlsSettings): readonly FileHandle[] {
  return [tls.ca, tls.clientCertificate, tls.clientKey].filter((file) => file !== undefined);
}
