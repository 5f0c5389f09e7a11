/** Files that were read for an import, in memory: they go with a lock, with their session, and once dropped. */
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ImportPurpose } from '../../../shared/vault/import.ts';
import type { ReadFile } from './imported-entry.ts';

/** A file that main has read. */
export interface OpenImport {
  readonly importId: string;
  readonly sessionId: string;
  readonly purpose: ImportPurpose;
  readonly fileName: string;
  /** For reading it again in another layout. */
  readonly bytes: Uint8Array;
  /** Passphrase or identity of an encrypted one. */
  readonly key?: string;
  read: ReadFile;
}

export interface Imports {
  /** Replaces the one that the session had for this purpose. */
  readonly add: (file: Omit<OpenImport, 'importId'>) => OpenImport;
  /** Throws `invalid-input` for one that is not there. */
  readonly get: (importId: string) => OpenImport;
  readonly find: (importId: string) => OpenImport | undefined;
  /** Session of a file, also of one that a lock has taken. */
  readonly sessionOf: (importId: string) => string | undefined;
  readonly drop: (importId: string) => void;
  /** Forgets the content of a session's files. */
  readonly lockSession: (sessionId: string) => void;
  readonly closeSession: (sessionId: string) => void;
}

/** Makes the store, empty. */
export function createImports(): Imports {
  const files = new Map<string, OpenImport>();
  const owners = new Map<string, Pick<OpenImport, 'sessionId' | 'purpose'>>();
  const dropAll = (
    of: Map<string, Pick<OpenImport, 'sessionId' | 'purpose'>>,
    sessionId: string,
    purpose?: ImportPurpose,
  ): void => {
    for (const [importId, one] of of)
      if (one.sessionId === sessionId && (purpose ?? one.purpose) === one.purpose) of.delete(importId);
  };
  return {
    add: (facts) => {
      const { sessionId, purpose } = facts;
      for (const table of [files, owners]) dropAll(table, sessionId, purpose);
      const file: OpenImport = { importId: randomUUID(), ...facts };
      files.set(file.importId, file);
      owners.set(file.importId, { sessionId, purpose });
      return file;
    },
    get: (importId) => {
      const file = files.get(importId);
      if (file !== undefined) return file;
      throw new AppFailure({
        kind: 'invalid-input',
        field: 'importId',
        message: 'This file is not open any more. Nothing was done.',
        hint: 'Choose it again.',
      });
    },
    find: (importId) => files.get(importId),
    sessionOf: (importId) => owners.get(importId)?.sessionId,
    drop: (importId) => {
      files.delete(importId);
      owners.delete(importId);
    },
    lockSession: (sessionId) => dropAll(files, sessionId),
    closeSession: (sessionId) => {
      for (const table of [files, owners]) dropAll(table, sessionId);
    },
  };
}
