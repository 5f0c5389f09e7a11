/** Deleted versions and changes of a folder's entries, from what their metadata tells. */
import type { MountConfig } from './editing.ts';
import { isDeletedAt } from './folder-table.ts';
import type { FolderMetadata, FolderRow } from './folder-table.ts';
import { parseDuration } from './ttl.ts';
import { versionLimit } from './version-limit.ts';

/** A version whose values can be brought back, or will be deleted at a time that is set already. */
export interface DeletedVersion {
  /** Of the entry, below the mount. */
  readonly path: string;
  readonly version: number;
  readonly isCurrent: boolean;
  /** ISO 8601; in the future for one that `delete_version_after` will delete. */
  readonly deletionTime: string;
  readonly deletedBy?: string;
  /** The server removes it for good with this one of the next writes; undefined: the mount's limit is not known. */
  readonly writesLeft: number | undefined;
  /** Seconds after which an undeleted version is deleted again; undefined: never, or not known. */
  readonly againAfterSeconds: number | undefined;
}

/**
 * Versions that are deleted, or will be, and are not destroyed. Neither deletion removes values: that takes a
 * destroy, or newer versions beyond the limit. `ofMount`: undefined if it may not be read.
 */
export function deletedVersions(
  rows: readonly FolderRow[],
  ofMount: Pick<MountConfig, 'maxVersions' | 'deleteVersionAfter'> | undefined,
): readonly DeletedVersion[] {
  return rows.flatMap(({ path, metadata }) =>
    (metadata?.versions ?? []).flatMap((found): DeletedVersion[] => {
      if (metadata === undefined || found.destroyed || found.deletionTime === '') return [];
      const { version, deletionTime, deletedBy } = found;
      const limit = ofMount && versionLimit(metadata.maxVersions, ofMount.maxVersions);
      return [
        {
          path,
          version,
          isCurrent: version === metadata.currentVersion,
          deletionTime,
          ...(deletedBy === undefined ? {} : { deletedBy }),
          writesLeft: limit && Math.max(1, version + limit - metadata.currentVersion),
          againAfterSeconds: deletedAgainAfter(metadata.deleteVersionAfter, ofMount?.deleteVersionAfter),
        },
      ];
    }),
  );
}

/** A negative setting of either switches timed deletion off; of two the shorter applies. */
function deletedAgainAfter(ofEntry: string, ofMount = '0s'): number | undefined {
  const seconds = [ofEntry, ofMount].map((text) => parseDuration(text) ?? 0);
  if (seconds.some((one) => one < 0)) return undefined;
  const set = seconds.filter((one) => one > 0);
  return set.length === 0 ? undefined : Math.min(...set);
}

/** One change of an entry. */
export interface FolderChange {
  readonly path: string;
  readonly version: number;
  readonly what: 'created' | 'written' | 'deleted';
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly by?: string;
  /** Its values are gone for good by now; nobody says since when. */
  readonly destroyed: boolean;
}

/** Writes and deletions since a time, newest first. */
export function changesSince(
  rows: readonly FolderRow[],
  sinceMs: number,
  nowMs: number,
): readonly FolderChange[] {
  const changes: FolderChange[] = [];
  for (const { path, metadata } of rows)
    for (const found of metadata?.versions ?? []) {
      const { version, createdTime, deletionTime, destroyed, createdBy, deletedBy } = found;
      const writtenMs = Date.parse(createdTime);
      const add = (what: FolderChange['what'], atMs: number, by: string | undefined): void => {
        if (atMs >= sinceMs)
          changes.push({ path, version, what, atMs, destroyed, ...(by === undefined ? {} : { by }) });
      };
      // First, as the later of the two: both can fall into one millisecond.
      if (isDeletedAt(found, nowMs)) add('deleted', Date.parse(deletionTime), deletedBy);
      add(version === 1 ? 'created' : 'written', writtenMs, createdBy);
    }
  return changes.sort(
    (one, other) =>
      other.atMs - one.atMs ||
      (one.path < other.path ? -1 : one.path > other.path ? 1 : other.version - one.version),
  );
}

/** Number of destroyed versions: the server keeps no time of a destroy. */
export function destroyedCount(rows: readonly FolderRow[]): number {
  const destroyed = ({ versions }: FolderMetadata): number => versions.filter((one) => one.destroyed).length;
  return rows.reduce((sum, { metadata }) => sum + (metadata === undefined ? 0 : destroyed(metadata)), 0);
}
