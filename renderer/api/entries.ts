/** Entries: keys without values, one value at a time, and saving. Nothing here stays in the cache once its screen is gone. */
import { queryOptions } from '@tanstack/react-query';
import type { ClipboardState, Input } from '../../shared/ipc/contract.ts';
import type { EntryChange, EntryView, SaveOutcome } from '../../shared/vault/entry.ts';
import type { MountPath } from '../../shared/vault/mount.ts';
import { call } from './client.ts';
import { sessionKey } from './session.ts';

/** Key of everything that was read about one entry. */
export function entryKey(sessionId: string, mount: MountPath, path: string) {
  return [...sessionKey(sessionId), 'entries', mount, path] as const;
}

/** Versions, custom metadata and settings of a KV v2 entry. */
export function metadataQuery(sessionId: string, mount: MountPath, path: string) {
  return queryOptions({
    queryKey: [...entryKey(sessionId, mount, path), 'metadata'] as const,
    queryFn: ({ signal }) => call('entry.metadata', { sessionId, mount, path }, signal),
  });
}

/** What the token may do with one entry. */
export function rightsQuery(sessionId: string, mount: MountPath, path: string) {
  return queryOptions({
    queryKey: [...entryKey(sessionId, mount, path), 'rights'] as const,
    queryFn: ({ signal }) => call('entry.rights', { sessionId, mount, path }, signal),
  });
}

/** Opens an entry (the current version where none is told): facts about its keys, and the `entryId` to close it by. */
export function openEntry(place: Input<'entry.open'>, signal?: AbortSignal): Promise<EntryView> {
  return call('entry.open', place, signal);
}

/** Lets main forget an opened entry. */
export async function closeEntry(entryId: string): Promise<void> {
  await call('entry.close', { entryId });
}

/** One value as the server's own JSON text. It is the caller's duty to forget it soon. */
export async function revealValue(entryId: string, key: string, signal?: AbortSignal): Promise<string> {
  const { rawJson } = await call('entry.reveal', { entryId, key }, signal);
  return rawJson;
}

/** Copies one value in main without showing it; answers when the clipboard will be cleared. */
export function copyValue(entryId: string, key: string): Promise<ClipboardState> {
  return call('entry.copy', { entryId, key });
}

/** The whole answer, indented; values are dots unless `reveal`. */
export async function rawAnswer(entryId: string, reveal: boolean, signal?: AbortSignal): Promise<string> {
  const { text } = await call('entry.raw', { entryId, reveal }, signal);
  return text;
}

/** Saves changes over the opened version, with check-and-set on KV v2. */
export function saveEntry(entryId: string, changes: readonly EntryChange[]): Promise<SaveOutcome> {
  return call('entry.save', { entryId, changes });
}
