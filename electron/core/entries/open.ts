/** Opening entries and looking at them: what crosses is facts about keys, and one value at a time when a person asks. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { EntryView } from '../../../shared/vault/entry.ts';
import { utf8Length, valueFacts } from '../../../shared/vault/entry-facts.ts';
import { composeObject, indentJson, maskJson } from '../../../shared/vault/json-slices.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import { asNumber, asObject } from '../../vault/api/fields.ts';
import { readKv1 } from '../../vault/api/kv-v1.ts';
import { readKv2 } from '../../vault/api/kv-v2.ts';
import { contentOf, digestOf } from './held-entries.ts';
import type { EntryAbout, EntryCard, EntryContent, HeldEntries } from './held-entries.ts';
import type { Session } from '../session/session.ts';

/** An entry just read: its content and what is known about it. */
export interface ReadEntry {
  readonly content: EntryContent;
  readonly version?: number;
  readonly about: EntryAbout;
}

export interface EntryPlace {
  readonly mount: MountPath;
  readonly path: string;
  readonly version?: number;
}

/** Reads an entry and holds it. Rejects with `invalid-input` for engines whose reading may do something. */
export async function openEntry(
  session: Session,
  held: HeldEntries,
  place: EntryPlace,
  signal?: AbortSignal,
): Promise<EntryView> {
  const mount = await session.mountAt(place.mount, signal);
  refuseOtherEngine(mount);
  const read = await readEntry(session, mount, place.path, place.version, signal);
  return holdEntry(
    session,
    held,
    { mount, path: place.path, versionAsked: place.version !== undefined },
    read,
  );
}

/** Throws `invalid-input` for engines whose reading may do something. */
export function refuseOtherEngine(mount: Mount): void {
  if (mount.engine !== 'other') return;
  throw new AppFailure({
    kind: 'invalid-input',
    field: 'mount',
    message: `“${mount.path}” is a “${mount.type}” engine: it keeps no entries, and reading from it may create something (a credential, a certificate).`,
    hint: 'Choose a key/value engine.',
  });
}

/** Puts what was just read behind a new id. */
export function holdEntry(
  session: Session,
  held: HeldEntries,
  place: Pick<EntryCard, 'mount' | 'path' | 'versionAsked'>,
  read: ReadEntry,
): EntryView {
  const { content, version, about } = read;
  const { sessionId } = session;
  const card = held.add(
    { sessionId, ...place, about, ...(version === undefined ? {} : { version }) },
    content,
  );
  return viewOf(card, content);
}

/** An entry that is still open, as it was seen. Rejects with `conflict` where memory let go of it and it has changed. */
export async function viewEntry(
  session: Session,
  held: HeldEntries,
  entryId: string,
  signal?: AbortSignal,
): Promise<EntryView> {
  const content = await contentHeld(session, held, entryId, signal);
  return viewOf(held.get(entryId).card, content);
}

function viewOf(card: EntryCard, { members }: EntryContent): EntryView {
  const { entryId, mount, path, version, about } = card;
  return {
    entryId,
    mount,
    path,
    ...(version === undefined ? {} : { version }),
    ...about,
    keys: members.map(([key, raw]) => valueFacts(key, raw)),
    dataBytes: dataBytes(members),
  };
}

/** Length of the values as one JSON object, in UTF-8 bytes. */
export function dataBytes(members: readonly Member[]): number {
  return utf8Length(composeObject(members));
}

/** The JSON text of one value. Rejects with `invalid-input` where the entry has no such key. */
export async function revealValue(
  session: Session,
  held: HeldEntries,
  entryId: string,
  key: string,
  signal?: AbortSignal,
): Promise<string> {
  const { members } = await contentHeld(session, held, entryId, signal);
  const found = members.find(([name]) => name === key);
  if (found === undefined) {
    throw new AppFailure({ kind: 'invalid-input', field: 'key', message: `This entry has no key “${key}”.` });
  }
  return found[1];
}

/** What copying a value puts on the clipboard: a string as its text, anything else as its JSON. */
export function clipboardText(rawJson: string): string {
  const value: unknown = rawJson.trimStart().startsWith('"') ? JSON.parse(rawJson) : undefined;
  return typeof value === 'string' ? value : rawJson;
}

/** The whole answer, indented; without `reveal` every value is a row of dots. */
export async function rawText(
  session: Session,
  held: HeldEntries,
  entryId: string,
  reveal: boolean,
  signal?: AbortSignal,
): Promise<string> {
  const { card } = held.get(entryId);
  const { text } = await contentHeld(session, held, entryId, signal);
  const valuesAt = valueKeys(card.mount);
  // Neither belongs in the answer to a read; where one appears, it is a credential and not a value.
  const withoutCredentials = maskJson(maskJson(text, ['auth']), ['wrap_info']);
  return indentJson(reveal ? withoutCredentials : maskJson(withoutCredentials, valuesAt));
}

/** The content of an open entry, asked for again where memory had to let it go. */
export async function contentHeld(
  session: Session,
  held: HeldEntries,
  entryId: string,
  signal?: AbortSignal,
): Promise<EntryContent> {
  const { card, content } = held.get(entryId);
  if (content !== undefined) return content;
  const again = await readEntry(session, card.mount, card.path, card.version, signal);
  if (digestOf(again.content.members) !== card.digest) throw changedMeanwhile(card);
  held.restore(entryId, again.content);
  return again.content;
}

/** Reads what is at a place now (or at a pinned version). */
export async function readEntry(
  session: Session,
  mount: Mount,
  path: string,
  version?: number,
  signal?: AbortSignal,
): Promise<ReadEntry> {
  if (mount.engine === 'kv2') {
    const { answer, facts } = await session.run(
      (caller) => readKv2(caller, mount.path, path, version),
      signal,
    );
    return {
      content: contentOf(answer.text, valueKeys(mount)),
      version: facts.version,
      about: { createdTime: facts.createdTime, warnings: answer.warnings, readAt: new Date().toISOString() },
    };
  }
  const answer = await session.run((caller) => readKv1(caller, mount.path, path), signal);
  const leaseSeconds = asNumber(asObject(answer.json())['lease_duration']);
  return {
    content: contentOf(answer.text, valueKeys(mount)),
    about: {
      warnings: answer.warnings,
      readAt: new Date().toISOString(),
      ...(leaseSeconds > 0 ? { leaseSeconds } : {}),
    },
  };
}

/** Where the values of an entry stand in an answer of its engine. */
export function valueKeys(mount: Mount): readonly string[] {
  return mount.engine === 'kv2' ? ['data', 'data'] : ['data'];
}

/** The error for an entry that is not what it was when it was opened. */
export function changedMeanwhile(card: EntryCard): AppFailure {
  return new AppFailure({
    kind: 'conflict',
    message: 'Somebody else has changed this entry since you opened it.',
    hint: 'Open it again to see what is there now.',
    path: card.mount.path + card.path,
  });
}
