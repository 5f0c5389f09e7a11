/**
 * Actions on whole entries: copy, move, delete, restore, compare, settings. Values stay in main. Screens that show
 * the entry are notified through `useEntryChanges`.
 */
import { queryOptions } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Input } from '../../shared/ipc/contract.ts';
import type {
  KeyDifference,
  MetadataSettings,
  MountConfig,
  RenameOutcome,
} from '../../shared/vault/editing.ts';
import type { EntryMetadata, SaveOutcome } from '../../shared/vault/entry.ts';
import type { Mount, MountPath } from '../../shared/vault/mount.ts';
import { call } from './client.ts';
import { sessionKey } from './session.ts';

/** Location of an entry with its session and mount. */
export interface PlaceOfEntry {
  readonly sessionId: string;
  readonly mount: Mount;
  /** Below the mount, without a leading slash. */
  readonly path: string;
}

/** Change of an entry: it now exists, is gone for good, or has other versions, values or settings. */
export type EntryEvent = 'made' | 'gone' | 'changed';

type Listener = (place: PlaceOfEntry, event: EntryEvent) => void;

const listeners = new Set<Listener>();

/**
 * Listens for entry changes made by this window. Neither the query cache nor a store fits: an open entry is a handle
 * of main, not a query, and a change is an event. A rename reports two entries at once; with a latest-value store, a
 * component that shows the first would see only the second.
 */
export function useEntryChanges(heard: Listener): void {
  const listener = useEffectEvent(heard);
  useEffect(() => {
    const mine: Listener = (place, event) => listener(place, event);
    listeners.add(mine);
    return () => {
      listeners.delete(mine);
    };
  }, []);
}

/** Notifies every screen that an entry has changed. */
export function tellEntryChanged(place: PlaceOfEntry, event: EntryEvent): void {
  for (const listener of listeners) listener(place, event);
}

/** True if two places denote the same entry. */
export function isSamePlace(a: PlaceOfEntry, b: PlaceOfEntry): boolean {
  return a.sessionId === b.sessionId && a.mount.path === b.mount.path && a.path === b.path;
}

/** Copies an open entry in main to another place, also of another session. `conflict` if one exists there. */
export function duplicateEntry(input: Input<'entry.duplicate'>): Promise<SaveOutcome> {
  return call('entry.duplicate', input);
}

/** Copies an open entry to another place of its session, then deletes the original. */
export function renameEntry(input: Input<'entry.rename'>): Promise<RenameOutcome> {
  return call('entry.rename', input);
}

/** Soft-deletes versions: their values are hidden but kept. An empty list means the current version. */
export async function deleteVersions(place: PlaceOfEntry, versions: readonly number[]): Promise<void> {
  await call('entry.deleteVersions', { ...wire(place), versions });
}

/** Restores soft-deleted versions. */
export async function undeleteVersions(place: PlaceOfEntry, versions: readonly number[]): Promise<void> {
  await call('entry.undelete', { ...wire(place), versions });
}

/** Destroys versions for good. Main asks in the secure prompt; fails with `cancelled` if the user declines. */
export async function destroyVersions(place: PlaceOfEntry, versions: readonly number[]): Promise<void> {
  await call('entry.destroyVersions', { ...wire(place), versions });
}

/** Deletes all versions and metadata, or a v1 entry, for good. The secure prompt asks; `cancelled` if declined. */
export async function deleteEverything(place: PlaceOfEntry): Promise<void> {
  await call('entry.deleteEverything', wire(place));
}

/** Saves an opened older version as the new current one, with check-and-set. */
export function restoreVersion(entryId: string): Promise<SaveOutcome> {
  return call('entry.restore', { entryId });
}

/** Compares two open entries key by key, without their values. */
export function compareEntries(
  leftEntryId: string,
  rightEntryId: string,
  signal?: AbortSignal,
): Promise<readonly KeyDifference[]> {
  return call('entry.compare', { leftEntryId, rightEntryId }, signal);
}

/** Changes the settings of a KV v2 entry. `conflict` if the server's settings differ from `before`. */
export function setMetadata(
  place: PlaceOfEntry,
  before: MetadataSettings,
  settings: MetadataSettings,
): Promise<EntryMetadata> {
  return call('entry.setMetadata', { ...wire(place), before, settings });
}

/** Entry defaults of a KV v2 mount. Requested only by the user, so it is not kept in the cache. */
export function mountConfigQuery(sessionId: string, mount: MountPath) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'mount-config', mount] as const,
    queryFn: ({ signal }) => call('mount.config', { sessionId, mount }, signal),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Changes the settings of a KV v2 mount. `conflict` if the server's settings differ from `before`. */
export function setMountConfig(input: Input<'mount.setConfig'>): Promise<MountConfig> {
  return call('mount.setConfig', input);
}

function wire({ sessionId, mount, path }: PlaceOfEntry): {
  readonly sessionId: string;
  readonly mount: MountPath;
  readonly path: string;
} {
  return { sessionId, mount: mount.path, path };
}
