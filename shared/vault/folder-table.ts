/** Entries of a folder as a table of what their metadata says, without values. */
import type { VersionFacts } from './entry.ts';
import type { Reminders } from './reminders.ts';

/** Metadata of one KV v2 entry. Times: ISO 8601. */
export interface FolderMetadata {
  /** 0: settings without any version. */
  readonly currentVersion: number;
  readonly createdTime: string;
  readonly updatedTime: string;
  /** Versions whose values the server still has, deleted ones among them. */
  readonly storedVersions: number;
  /** 0: the mount's setting applies. */
  readonly maxVersions: number;
  readonly deleteVersionAfter: string;
  /** Time of the current version; empty without one. */
  readonly currentTime: string;
  /** Newest first: deleted and destroyed ones, ones that will be deleted, and all of the last `recentDays`. */
  readonly versions: readonly VersionFacts[];
  readonly reminders?: Reminders;
}

/** One entry. */
export interface FolderRow {
  /** Below the mount. */
  readonly path: string;
  /** Absent on engines without versions, and if it could not be read. */
  readonly metadata?: FolderMetadata;
  /** Number of keys of the current version, if asked for and readable. */
  readonly keys?: number;
  /** Reason that the metadata could not be read. */
  readonly problem?: string;
}

/** Columns of the table that can be hidden; the name always stands first. */
export const folderColumns = [
  ...(['version', 'changed', 'created', 'versions', 'deleted', 'keys', 'owner', 'due'] as const),
  ...(['maxVersions', 'deleteAfter'] as const),
] as const;
export type FolderColumn = (typeof folderColumns)[number];

/** Columns shown unless others are chosen. */
export const usualFolderColumns: readonly FolderColumn[] = ['version', 'changed', 'owner', 'due'];

/** Days for which a table has every version, for its list of changes. */
export const recentDays = 31;

/** Milliseconds since 1970 of the last write or deletion; undefined if the server reports none. */
export function changedMs({ updatedTime, versions }: FolderMetadata, nowMs: number): number | undefined {
  const deletions = versions.map(({ deletionTime }) => Date.parse(deletionTime)).filter((at) => at <= nowMs);
  const times = [Date.parse(updatedTime), ...deletions].filter((at) => !Number.isNaN(at));
  return times.length === 0 ? undefined : Math.max(...times);
}

/** True if the current version's values are deleted or destroyed: the entry cannot be read. */
export function isGone({ currentVersion, versions }: FolderMetadata, nowMs: number): boolean {
  const current = versions.find(({ version }) => version === currentVersion);
  return current !== undefined && (current.destroyed || isDeletedAt(current, nowMs));
}

/** True if a version is deleted at a time; a deletion in the future is only planned. */
export function isDeletedAt({ deletionTime }: Pick<VersionFacts, 'deletionTime'>, nowMs: number): boolean {
  return deletionTime !== '' && Date.parse(deletionTime) <= nowMs;
}
