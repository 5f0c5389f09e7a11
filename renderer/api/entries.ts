/** Entries: keys without values, one value at a time, and saving. Nothing here stays in the cache once its screen is gone. */
import { queryOptions } from '@tanstack/react-query';
import type { ClipboardState, CopiedEntry, Input } from '../../shared/ipc/contract.ts';
import type { AnswerView } from '../../shared/vault/answer.ts';
import type {
  EntryTextFormat,
  FileValue,
  MergeView,
  ParsedKeys,
  RawMember,
  SaveCheck,
} from '../../shared/vault/editing.ts';
import type { EntryChange, EntryView, GeneratedValue, SaveOutcome } from '../../shared/vault/entry.ts';
import type { MountPath } from '../../shared/vault/mount.ts';
import type { PasswordRecipe } from '../../shared/vault/password.ts';
import { call } from './client.ts';
import { everyUntilLasting } from './repeated-look.ts';
import { noteKeys } from './known-keys.ts';
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

/** The state of a read that waits for approval; asked again every 5 s where that costs the token nothing. */
export function approvalQuery(place: Input<'entry.approval'>, accessor: string, limited: boolean) {
  return queryOptions({
    queryKey: [...entryKey(place.sessionId, place.mount, place.path), 'approval', accessor, place] as const,
    queryFn: ({ signal }) => call('entry.approval', place, signal),
    gcTime: 0,
    ...(limited ? { enabled: false } : { refetchInterval: everyUntilLasting(5_000) }),
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
export async function openEntry(place: Input<'entry.open'>, signal?: AbortSignal): Promise<EntryView> {
  const view = await call('entry.open', place, signal);
  noteKeys(place, view);
  return view;
}

/** Main may forget an entry. Not waited for. */
export function closeEntry(entryId: string): void {
  // Main forgets it with the session anyway, and the oldest ones before that.
  call('entry.close', { entryId }).catch(() => undefined);
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

/** Copies a whole entry in the form of another tool, in main, without showing it. */
export function copyEntryAs(entryId: string, format: EntryTextFormat): Promise<CopiedEntry> {
  return call('entry.copyAs', { entryId, format });
}

/** Wraps keys of an open entry. The wrapping token is a one-time result; the values go from main to the server. */
export function wrapEntry(input: Input<'entry.wrap'>): Promise<AnswerView> {
  return call('entry.wrap', input);
}

/** Makes a password that main holds until it is saved. */
export function generatePassword(sessionId: string, recipe: PasswordRecipe): Promise<GeneratedValue> {
  return call('entry.generate', { sessionId, recipe });
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

/** An entry that is still open in main, as it is known there now; nothing is asked of the server. */
export function viewEntry(entryId: string, signal?: AbortSignal): Promise<EntryView> {
  return call('entry.view', { entryId }, signal);
}

/** Every value of an open entry, for editing it as one JSON text. */
export async function revealAll(entryId: string): Promise<readonly RawMember[]> {
  const { members } = await call('entry.revealAll', { entryId });
  return members;
}

/** What the server holds now against what was opened and what is to be saved. Its content is open in main: close it. */
export function mergeEntry(entryId: string, changes: readonly EntryChange[]): Promise<MergeView> {
  return call('entry.merge', { entryId, changes });
}

/** After a lost answer: whether the save arrived. */
export function checkSave(entryId: string, changes: readonly EntryChange[]): Promise<SaveCheck> {
  return call('entry.checkSave', { entryId, changes });
}

/** Saves over a version whose values are gone, or (0) where there is nothing any more. */
export function saveOver(
  entryId: string,
  changes: readonly EntryChange[],
  currentVersion: number,
): Promise<SaveOutcome> {
  return call('entry.saveOver', { entryId, changes, currentVersion });
}

/** Makes a new entry; `conflict` where there is one already. */
export function createEntry(input: Input<'entry.create'>): Promise<SaveOutcome> {
  return call('entry.create', input);
}

/** Changes keys of an entry that may not be read. KV v2. */
export function patchUnread(input: Input<'entry.patchUnread'>): Promise<SaveOutcome> {
  return call('entry.patchUnread', input);
}

/** How large an entry may be on this server; it does not change while a session is open. */
export function limitsQuery(sessionId: string, mount: MountPath) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'limits', mount] as const,
    queryFn: ({ signal }) => call('entry.limits', { sessionId, mount }, signal),
  });
}

/** Asks for a file and reads it as a value; `cancelled` where the dialog is closed. */
export function valueFromFile(as: 'auto' | 'base64'): Promise<FileValue> {
  return call('entry.valueFromFile', { as });
}

/** Writes a value to a file that a person chooses; it does not cross. Answers the name of the file. */
export async function valueToFile(input: Input<'entry.valueToFile'>): Promise<string> {
  const { fileName } = await call('entry.valueToFile', input);
  return fileName;
}

/** Reads `.env`, JSON or YAML text as keys. */
export function parseKeys(
  text: string,
  format: Input<'entry.parseKeys'>['format'],
  signal?: AbortSignal,
): Promise<ParsedKeys> {
  return call('entry.parseKeys', { text, format }, signal);
}

/** Copies text that a person selected in a shown value; main clears it from the clipboard in time. */
export function copySelection(text: string): Promise<ClipboardState> {
  return call('clipboard.copySecretText', { text });
}
