/** An entry as it goes into a file, and the writers of files. */
import type { ExportOptions } from '../../../shared/vault/export.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { ServerKind } from '../../../shared/vault/server.ts';

/** One version; `members` is absent if its values are deleted, destroyed or `unread`. */
export interface ExportedVersion {
  /** 0: the engine keeps no versions. */
  readonly version: number;
  /** ISO 8601 as the server writes them; empty: none. */
  readonly createdTime: string;
  readonly deletionTime: string;
  readonly destroyed: boolean;
  readonly members?: readonly Member[];
  /** Reason of a failed read. */
  readonly unread?: string;
}

export interface ExportedMetadata {
  readonly maxVersions: number;
  readonly casRequired: boolean;
  readonly deleteVersionAfter: string;
  readonly customMetadata: Readonly<Record<string, string>>;
  readonly currentVersion: number;
  readonly oldestVersion: number;
}

export interface ExportedEntry {
  readonly mount: Mount;
  /** Below the mount. */
  readonly path: string;
  /** Folder of the selection that it was found below. */
  readonly below: string;
  /** Oldest first; empty if no values were asked for. */
  readonly versions: readonly ExportedVersion[];
  readonly metadata?: ExportedMetadata;
}

/** Facts about a whole export. */
export interface ExportAbout {
  readonly options: ExportOptions;
  readonly address: string;
  readonly namespace: string;
  readonly product: ServerKind;
  readonly serverVersion: string;
  /** ISO 8601. */
  readonly created: string;
  /** The chosen places, with their mounts. */
  readonly selection: readonly string[];
  /** The selection is one entry. */
  readonly single: boolean;
}

/** Writes one format, piece by piece. It throws `Unwritable` if the format cannot express an entry. */
export interface Writer {
  readonly start: () => string;
  readonly entry: (entry: ExportedEntry) => string;
  /** `path`: with its mount. */
  readonly unread: (path: string, reason: string) => string;
  readonly end: (counts: { readonly entries: number; readonly unread: number }) => string;
}

/** An entry that a format cannot express; its message is the reason. */
export class Unwritable extends Error {}

/** Members of the newest version. Throws `Unwritable` if it has none. */
export function currentMembers({ versions }: ExportedEntry): readonly Member[] {
  const current = versions.at(-1);
  if (current?.members !== undefined) return current.members;
  throw new Unwritable(
    current?.destroyed === true ? 'Its newest version is destroyed.' : 'Its newest version is deleted.',
  );
}
