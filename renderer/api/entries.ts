/** Entries: keys without values, single values, saving. Values never enter the query cache. */
import { queryOptions } from '@tanstack/react-query';
import type { Input } from '../../shared/ipc/contract.ts';
import type { RawMember } from '../../shared/vault/editing.ts';
import type { EntryView } from '../../shared/vault/entry.ts';
import { cacheKey, call } from './client.ts';
import { everyUntilLasting } from './repeated-look.ts';
import { noteKeys } from './known-keys.ts';

/** State of a read pending approval, polled every 5 s. */
export function approvalQuery(place: Input<'entry.approval'>, accessor: string) {
  return queryOptions({
    queryKey: [...cacheKey(place, 'entry.approval'), place, accessor],
    queryFn: ({ signal }) => call('entry.approval', place, signal),
    gcTime: 0,
    refetchInterval: everyUntilLasting(5_000),
  });
}

/** Opens an entry (the current version by default): facts about its keys, and the `entryId` to close it by. */
export async function openEntry(place: Input<'entry.open'>, signal?: AbortSignal): Promise<EntryView> {
  const view = await call('entry.open', place, signal);
  noteKeys(place, view);
  return view;
}

/** Lets main forget an entry, without waiting. */
export function closeEntry(entryId: string): void {
  // Main forgets it with the session anyway, and evicts the oldest ones earlier.
  call('entry.close', { entryId }).catch(() => undefined);
}

/** Reveals one value as the server's own JSON text. The caller must drop it soon. */
export async function revealValue(entryId: string, key: string, signal?: AbortSignal): Promise<string> {
  const { rawJson } = await call('entry.reveal', { entryId, key }, signal);
  return rawJson;
}

/** Returns the whole response, indented; values are masked unless `reveal` is set. */
export async function rawAnswer(entryId: string, reveal: boolean, signal?: AbortSignal): Promise<string> {
  const { text } = await call('entry.raw', { entryId, reveal }, signal);
  return text;
}

/** Reveals every value of an open entry, for editing it as one JSON text. */
export async function revealAll(entryId: string): Promise<readonly RawMember[]> {
  const { members } = await call('entry.revealAll', { entryId });
  return members;
}

/** Writes a value to a file the user chooses; the value stays in main. Returns the file name. */
export async function valueToFile(input: Input<'entry.valueToFile'>): Promise<string> {
  const { fileName } = await call('entry.valueToFile', input);
  return fileName;
}
