/** Opening entries and looking at them: what crosses is facts about keys, and one value at a time when a person asks. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { PromptFact } from '../../../shared/ipc/trusted-contract.ts';
import type { EntryView, KeyFacts } from '../../../shared/vault/entry.ts';
import { membersFacts, utf8Length, valueFacts } from '../../../shared/vault/entry-facts.ts';
import { indentJson, maskJson } from '../../../shared/vault/json-slices.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { numbersOf, sameContent } from './content.ts';
import type { EntryFacts, EntryContent, OpenEntries } from './open-entries.ts';
import {
  approvalPlace,
  changedMeanwhile,
  readApproved,
  readEntry,
  refuseOtherEngine,
  valueKeys,
} from './reading.ts';
import type { ReadEntry } from './reading.ts';
import type { Session } from '../session/session.ts';

export interface PlaceToOpen {
  readonly mount: MountPath;
  readonly path: string;
  readonly version?: number;
  /** `anew`: ask again, even if an approved answer is held. `given`: a person says that the request was approved. */
  readonly approval?: 'anew' | 'given';
}

/**
 * This entry, as this page opened it: the session it was opened in, where it is, and the content that was seen. Every
 * change starts from it, so that nobody can save over what they have not seen.
 */
export class OpenEntry {
  readonly session: Session;
  readonly entryId: string;
  readonly #entries: OpenEntries;

  constructor(session: Session, entries: OpenEntries, entryId: string) {
    this.session = session;
    this.entryId = entryId;
    this.#entries = entries;
  }

  /** What it is. Throws `invalid-input` where it is no longer held. */
  get facts(): EntryFacts {
    return this.#entries.get(this.entryId).facts;
  }

  /** Its values, asked for again where memory had to let them go. Rejects with `conflict` where they have changed since. */
  async content(signal?: AbortSignal): Promise<EntryContent> {
    const { facts, content } = this.#entries.get(this.entryId);
    if (content !== undefined) return content;
    const again = await readApproved(this.session, facts.mount, facts.path, facts.version, signal);
    if (!this.#entries.restore(this.entryId, again.content)) throw changedMeanwhile(facts);
    return again.content;
  }

  /**
   * The answer that its values are from, as the server sent it. What was saved and could not be read back is read now.
   * Rejects with `conflict` where somebody has changed it since.
   */
  async answer(signal?: AbortSignal): Promise<string> {
    const { text, members } = await this.content(signal);
    if (text !== undefined) return text;
    const { facts } = this;
    if (this.session.limitedUse) throw costsAUse();
    const read = await readEntry(this.session, facts.mount, facts.path, facts.version, signal);
    if (!sameContent(read.content.members, members, numbersOf(facts.mount))) throw changedMeanwhile(facts);
    this.follow(read);
    return read.content.text ?? '';
  }

  /** Puts what the server holds now behind it: it stays open with that. */
  follow({ content, version, about }: ReadEntry): void {
    this.#entries.replace(
      this.entryId,
      { versionAsked: false, about, ...(version === undefined ? {} : { version }) },
      content,
    );
  }

  /** Opens another content of the same session beside it. */
  openBeside(place: Pick<EntryFacts, 'mount' | 'path' | 'versionAsked'>, read: ReadEntry): EntryView {
    return holdEntry(this.session, this.#entries, place, read);
  }
}

/**
 * Reads an entry and holds it. Rejects with `invalid-input` for engines whose reading may do something, `awaiting-approval`
 * while a control group has not approved it.
 */
export async function openEntry(
  session: Session,
  entries: OpenEntries,
  place: PlaceToOpen,
  signal?: AbortSignal,
): Promise<EntryView> {
  const mount = await session.mounts.at(place.mount, signal);
  refuseOtherEngine(mount);
  const asked = approvalPlace(mount, place.path, place.version);
  if (place.approval === 'anew') session.approvals.letGo(asked);
  if (place.approval === 'given') session.approvals.believe(asked);
  const read = await readApproved(session, mount, place.path, place.version, signal);
  const versionAsked = place.version !== undefined;
  return holdEntry(session, entries, { mount, path: place.path, versionAsked }, read);
}

/** Puts what was just read behind a new id. */
function holdEntry(
  session: Session,
  entries: OpenEntries,
  place: Pick<EntryFacts, 'mount' | 'path' | 'versionAsked'>,
  read: ReadEntry,
): EntryView {
  const { content, version, about } = read;
  const { sessionId } = session;
  const facts = entries.add(
    { sessionId, ...place, about, ...(version === undefined ? {} : { version }) },
    content,
  );
  return viewOf(facts, content);
}

/** An entry that is still open, as it was seen. Rejects with `conflict` where memory let go of it and it has changed. */
export async function viewEntry(entry: OpenEntry, signal?: AbortSignal): Promise<EntryView> {
  const content = await entry.content(signal);
  return viewOf(entry.facts, content);
}

function viewOf(facts: EntryFacts, { text, members }: EntryContent): EntryView {
  const { entryId, mount, path, version, about } = facts;
  const keys =
    text === undefined ? members.map(([key, raw]) => valueFacts(key, raw)) : membersFacts(text, members);
  return {
    entryId,
    mount,
    path,
    ...(version === undefined ? {} : { version }),
    ...about,
    keys,
    dataBytes: dataBytes(keys),
  };
}

/** Length of the values as one JSON object, in UTF-8 bytes. */
function dataBytes(keys: readonly KeyFacts[]): number {
  const punctuation = 2 + keys.length + Math.max(0, keys.length - 1);
  return keys.reduce(
    (sum, { key, rawBytes }) => sum + utf8Length(JSON.stringify(key)) + rawBytes,
    punctuation,
  );
}

/** The JSON text of one value. Rejects with `invalid-input` where the entry has no such key. */
export async function revealValue(entry: OpenEntry, key: string, signal?: AbortSignal): Promise<string> {
  const { members } = await entry.content(signal);
  const found = members.find(([name]) => name === key);
  if (found === undefined) {
    throw new AppFailure({ kind: 'invalid-input', field: 'key', message: `This entry has no key “${key}”.` });
  }
  return found[1];
}

/** Which entry it is, for a question about it. */
export function placeFacts({ facts, session }: OpenEntry): readonly PromptFact[] {
  return [
    { name: 'Path', value: `${facts.mount.path}${facts.path}` },
    { name: 'Connection', value: `${session.look.name} (${session.view().address})` },
  ];
}

/** What copying a value puts on the clipboard: a string as its text, anything else as its JSON. */
export function clipboardText(rawJson: string): string {
  const value: unknown = rawJson.trimStart().startsWith('"') ? JSON.parse(rawJson) : undefined;
  return typeof value === 'string' ? value : rawJson;
}

function costsAUse(): AppFailure {
  return new AppFailure({
    kind: 'invalid-request',
    message: 'This version was saved and not read back, because that costs your token a use.',
    hint: 'Refresh the entry to read it.',
  });
}

/** The whole answer, indented; without `reveal` every value is a row of dots. */
export async function rawText(entry: OpenEntry, reveal: boolean, signal?: AbortSignal): Promise<string> {
  const text = await entry.answer(signal);
  const valuesAt = valueKeys(entry.facts.mount);
  // Neither belongs in the answer to a read; where one appears, it is a credential and not a value.
  const withoutCredentials = maskJson(maskJson(text, ['auth']), ['wrap_info']);
  return indentJson(reveal ? withoutCredentials : maskJson(withoutCredentials, valuesAt));
}
