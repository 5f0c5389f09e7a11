/**
 * What is done to an entry as a whole: copied, moved, taken away, brought back, compared, its settings. Values stay in
 * main. Whoever shows the entry hears of it through `useEntryChanges`.
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

/** Where an entry is, with all a call and a screen need to know of it. */
export interface PlaceOfEntry {
  readonly sessionId: string;
  readonly mount: Mount;
  /** Below the mount, without a leading slash. */
  readonly path: string;
}

/** What became of an entry: it exists now, it is gone for good, or its versions, values or settings are others. */
export type EntryEvent = 'made' | 'gone' | 'changed';

type Listener = (place: PlaceOfEntry, event: EntryEvent) => void;

const listeners = new Set<Listener>();

/**
 * Hears of what this window does to entries. Neither the query cache nor a store can tell it: an open entry is a handle of
 * main's and no query, and what is told is an event. A rename tells of two entries in one breath; a value that stands for
 * the latest would have a component that shows the first see only the second.
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

/** Tells every screen that an entry is not what it was. */
export function tellEntryChanged(place: PlaceOfEntry, event: EntryEvent): void {
  for (const listener of listeners) listener(place, event);
}

/** Two places are the same entry. */
export function isSamePlace(a: PlaceOfEntry, b: PlaceOfEntry): boolean {
  return a.sessionId === b.sessionId && a.mount.path === b.mount.path && a.path === b.path;
}

/** Copies an open entry in main to another place, also of another session. `conflict` where there is one already. */
export function duplicateEntry(input: Input<'entry.duplicate'>): Promise<SaveOutcome> {
  return call('entry.duplicate', input);
}

/** Copies an open entry to another place of its session, then takes the old one away. */
export function renameEntry(input: Input<'entry.rename'>): Promise<RenameOutcome> {
  return call('entry.rename', input);
}

/** Soft: the values are hidden and kept. No version named: the current one. */
export async function deleteVersions(place: PlaceOfEntry, versions: readonly number[]): Promise<void> {
  await call('entry.deleteVersions', { ...wire(place), versions });
}

/** Brings deleted versions back. */
export async function undeleteVersions(place: PlaceOfEntry, versions: readonly number[]): Promise<void> {
  await call('entry.undelete', { ...wire(place), versions });
}

/** For good. Main asks in the trusted view; fails with `cancelled` where the person declines. */
export async function destroyVersions(place: PlaceOfEntry, versions: readonly number[]): Promise<void> {
  await call('entry.destroyVersions', { ...wire(place), versions });
}

/** All versions and metadata, or a v1 entry, for good. Main asks in the trusted view; `cancelled` where declined. */
export async function deleteEverything(place: PlaceOfEntry): Promise<void> {
  await call('entry.deleteEverything', wire(place));
}

/** Saves an opened older version as the new current one, by check-and-set. */
export function restoreVersion(entryId: string): Promise<SaveOutcome> {
  return call('entry.restore', { entryId });
}

/** Two open entries key by key, without their values. */
export function compareEntries(
  leftEntryId: string,
  rightEntryId: string,
  signal?: AbortSignal,
): Promise<readonly KeyDifference[]> {
  return call('entry.compare', { leftEntryId, rightEntryId }, signal);
}

/** Changes the settings of a KV v2 entry. `conflict` where the server holds others than `before`. */
export function setMetadata(
  place: PlaceOfEntry,
  before: MetadataSettings,
  settings: MetadataSettings,
): Promise<EntryMetadata> {
  return call('entry.setMetadata', { ...wire(place), before, settings });
}

/** Settings of a KV v2 mount that hold for its entries. Asked for by a person only, so it is never kept. */
export function mountConfigQuery(sessionId: string, mount: MountPath) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'mount-config', mount] as const,
    queryFn: ({ signal }) => call('mount.config', { sessionId, mount }, signal),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Changes the settings of a KV v2 mount. `conflict` where the server holds others than `before`. */
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
