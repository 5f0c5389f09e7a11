/** Entries: keys without values, single values, saving. Values never enter the query cache. */
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

/** Key prefix of all reads of one entry. */
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

/** State of a read pending approval, polled every 5 s. */
export function approvalQuery(place: Input<'entry.approval'>, accessor: string) {
  return queryOptions({
    queryKey: [...entryKey(place.sessionId, place.mount, place.path), 'approval', accessor, place] as const,
    queryFn: ({ signal }) => call('entry.approval', place, signal),
    gcTime: 0,
    refetchInterval: everyUntilLasting(5_000),
  });
}

/** Capabilities of the token on one entry. */
export function rightsQuery(sessionId: string, mount: MountPath, path: string) {
  return queryOptions({
    queryKey: [...entryKey(sessionId, mount, path), 'rights'] as const,
    queryFn: ({ signal }) => call('entry.rights', { sessionId, mount, path }, signal),
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

/** Copies one value in main without showing it; returns the time of clipboard clearing. */
export function copyValue(entryId: string, key: string): Promise<ClipboardState> {
  return call('entry.copy', { entryId, key });
}

/** Copies a whole entry in main in another tool's format, without showing it. */
export function copyEntryAs(entryId: string, format: EntryTextFormat): Promise<CopiedEntry> {
  return call('entry.copyAs', { entryId, format });
}

/** Wraps keys of an open entry. The wrapping token is a one-time result; values go from main to the server. */
export function wrapEntry(input: Input<'entry.wrap'>): Promise<AnswerView> {
  return call('entry.wrap', input);
}

/** Generates a password that main holds until it is saved. */
export function generatePassword(sessionId: string, recipe: PasswordRecipe): Promise<GeneratedValue> {
  return call('entry.generate', { sessionId, recipe });
}

/** Returns the whole response, indented; values are masked unless `reveal` is set. */
export async function rawAnswer(entryId: string, reveal: boolean, signal?: AbortSignal): Promise<string> {
  const { text } = await call('entry.raw', { entryId, reveal }, signal);
  return text;
}

/** Saves changes over the opened version, with check-and-set on KV v2. */
export function saveEntry(entryId: string, changes: readonly EntryChange[]): Promise<SaveOutcome> {
  return call('entry.save', { entryId, changes });
}

/** Current view of an entry open in main; sends no request to the server. */
export function viewEntry(entryId: string, signal?: AbortSignal): Promise<EntryView> {
  return call('entry.view', { entryId }, signal);
}

/** Reveals every value of an open entry, for editing it as one JSON text. */
export async function revealAll(entryId: string): Promise<readonly RawMember[]> {
  const { members } = await call('entry.revealAll', { entryId });
  return members;
}

/** Compares the server's current version with the opened version and the changes. It stays open in main: close it. */
export function mergeEntry(entryId: string, changes: readonly EntryChange[]): Promise<MergeView> {
  return call('entry.merge', { entryId, changes });
}

/** Checks after a lost response if the save arrived. */
export function checkSave(entryId: string, changes: readonly EntryChange[]): Promise<SaveCheck> {
  return call('entry.checkSave', { entryId, changes });
}

/** Saves over a version whose values are gone, or with 0 over a removed entry. */
export function saveOver(
  entryId: string,
  changes: readonly EntryChange[],
  currentVersion: number,
): Promise<SaveOutcome> {
  return call('entry.saveOver', { entryId, changes, currentVersion });
}

/** Creates an entry; `conflict` if one exists already. */
export function createEntry(input: Input<'entry.create'>): Promise<SaveOutcome> {
  return call('entry.create', input);
}

/** Changes keys of a KV v2 entry that the token may not read. */
export function patchUnread(input: Input<'entry.patchUnread'>): Promise<SaveOutcome> {
  return call('entry.patchUnread', input);
}

/** Maximum entry size on this server; constant while a session is open. */
export function limitsQuery(sessionId: string, mount: MountPath) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'limits', mount] as const,
    queryFn: ({ signal }) => call('entry.limits', { sessionId, mount }, signal),
  });
}

/** Asks for a file and reads it as a value; `cancelled` if the dialog is closed. */
export function valueFromFile(as: 'auto' | 'base64'): Promise<FileValue> {
  return call('entry.valueFromFile', { as });
}

/** Writes a value to a file the user chooses; the value stays in main. Returns the file name. */
export async function valueToFile(input: Input<'entry.valueToFile'>): Promise<string> {
  const { fileName } = await call('entry.valueToFile', input);
  return fileName;
}

/** Parses `.env`, JSON or YAML text as keys. */
export function parseKeys(
  text: string,
  format: Input<'entry.parseKeys'>['format'],
  signal?: AbortSignal,
): Promise<ParsedKeys> {
  return call('entry.parseKeys', { text, format }, signal);
}

/** Copies text selected in a revealed value; main clears it from the clipboard later. */
export function copySelection(text: string): Promise<ClipboardState> {
  return call('clipboard.copySecretText', { text });
}
