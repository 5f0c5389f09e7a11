/**
 * Actions on whole entries: copy, move, delete, restore, compare, settings. Values stay in main. Screens that show
 * the entry are notified through `useEntryChanges`.
 */
import { useEffect, useEffectEvent } from 'react';
import type { MetadataSettings } from '../../shared/vault/editing.ts';
import type { EntryMetadata } from '../../shared/vault/entry.ts';
import type { Mount, MountPath } from '../../shared/vault/mount.ts';
import { call, query } from './client.ts';

/** Location of an entry with its session and mount. */
export interface PlaceOfEntry {
  readonly sessionId: string;
  readonly mount: Mount;
  /** Below the mount, without a leading slash. */
  readonly path: string;
}

/**
 * Change of an entry: it now exists, is gone for good, has deleted versions, or has other versions, values or settings.
 */
export type EntryEvent = 'made' | 'gone' | 'deleted' | 'changed';

/** An entry of whose mount only the path is known. */
export interface PlainPlace {
  readonly sessionId: string;
  /** Mount and path. */
  readonly path: string;
}

/** The reason that an entry is not at its place as it was. */
export interface GoneEntry {
  readonly how: 'moved' | 'removed' | 'versions';
  /** Its place from now on. */
  readonly to?: PlainPlace;
  /** ISO 8601. */
  readonly at: string;
}

/** An entry that a plan has written, or taken away if `gone` is set. */
export interface TouchedEntry extends PlainPlace {
  readonly gone?: GoneEntry | undefined;
}

/**
 * Events between the screens of this window. Neither the query cache nor a store fits: an open entry is a handle of
 * main, not a query, and a change is an event. A rename reports two entries at once; with a latest-value store, a
 * component that shows the first would see only the second.
 */
function createChannel<Told extends readonly unknown[]>() {
  const listeners = new Set<(...told: Told) => void>();
  function useTold(heard: (...told: Told) => void): void {
    const listener = useEffectEvent(heard);
    useEffect(() => {
      const mine = (...told: Told): void => listener(...told);
      listeners.add(mine);
      return () => {
        listeners.delete(mine);
      };
    }, []);
  }
  function tell(...told: Told): void {
    for (const listener of listeners) listener(...told);
  }
  return { useTold, tell };
}

const changes = createChannel<readonly [place: PlaceOfEntry, event: EntryEvent]>();
/** Listens for entry changes made by this window. */
export const useEntryChanges = changes.useTold;
/** Notifies every screen that an entry has changed. */
export const tellEntryChanged = changes.tell;

const touches = createChannel<readonly [entries: readonly TouchedEntry[], stage: 'running' | 'ended']>();
/** Listens for entries that plans of this window have written or taken away: up to thousands at once. */
export const useTouchedEntries = touches.useTold;
/** Notifies about the entries of a plan's rows: of some while it runs, of all at its end. */
export const tellTouched = touches.tell;

/** True if two places denote the same entry. */
export function isSamePlace(a: PlaceOfEntry, b: PlaceOfEntry): boolean {
  return a.sessionId === b.sessionId && a.mount.path === b.mount.path && a.path === b.path;
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
  return query('mount.config', { sessionId, mount }, { staleTime: 0, gcTime: 0 });
}

function wire({ sessionId, mount, path }: PlaceOfEntry): {
  readonly sessionId: string;
  readonly mount: MountPath;
  readonly path: string;
} {
  return { sessionId, mount: mount.path, path };
}
