/** Opens and shows entries: the page gets facts about keys, and one value at a time if the user asks. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { serverFact } from '../connection/prompt-look.ts';
import type { PromptFact } from '../../../shared/ipc/trusted-contract.ts';
import type { EntryView, KeyFacts } from '../../../shared/vault/entry.ts';
import { membersFacts, utf8Length, valueFacts } from '../../../shared/vault/entry-facts.ts';
import { indentJson, maskJson } from '../../../shared/vault/json-slices.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { withCertificateEnds } from './certificate-end.ts';
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
  /** `anew`: ask again, even if an approved response is held. `given`: the user says that it was approved. */
  readonly approval?: 'anew' | 'given';
}

/**
 * An entry as this page opened it: its session, its place and the content that was seen. Every change starts from it,
 * so that a save cannot replace content that its user has not seen.
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

  /** Its facts. Throws `invalid-input` if it is no longer held. */
  get facts(): EntryFacts {
    return this.#entries.get(this.entryId).facts;
  }

  /** Its values, read again if memory had to drop them. Rejects with `conflict` if they have changed since. */
  async content(signal?: AbortSignal): Promise<EntryContent> {
    const { facts, content } = this.#entries.get(this.entryId);
    if (content !== undefined) return content;
    const again = await readApproved(this.session, facts.mount, facts.path, facts.version, signal);
    if (!this.#entries.restore(this.entryId, again.content)) throw changedMeanwhile(facts);
    return again.content;
  }

  /**
   * The response that its values are from, as the server sent it. A save that could not be read back is read now.
   * Rejects with `conflict` if the entry was changed since.
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

  /** Moves the open entry to the server's new content. */
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
 * Reads an entry and holds it. Rejects with `invalid-input` for engines whose reads can have effects,
 * `awaiting-approval` while a control group has not approved it.
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

/** Stores a read content under a new id. */
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

/** The content of an open entry as it was seen. Rejects with `conflict` if memory dropped it and it has changed. */
export async function viewEntry(entry: OpenEntry, signal?: AbortSignal): Promise<EntryView> {
  const content = await entry.content(signal);
  return viewOf(entry.facts, content);
}

function viewOf(facts: EntryFacts, { text, members }: EntryContent): EntryView {
  const { entryId, mount, path, version, about } = facts;
  const read =
    text === undefined ? members.map(([key, raw]) => valueFacts(key, raw)) : membersFacts(text, members);
  const keys = withCertificateEnds(read, members);
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

/** The JSON text of one value. Rejects with `invalid-input` if the entry does not have the key. */
export async function revealValue(entry: OpenEntry, key: string, signal?: AbortSignal): Promise<string> {
  const { members } = await entry.content(signal);
  const found = members.find(([name]) => name === key);
  if (found === undefined) {
    throw new AppFailure({ kind: 'invalid-input', field: 'key', message: `This entry has no key “${key}”.` });
  }
  return found[1];
}

/** Facts that identify the entry in a prompt. */
export function placeFacts({ facts, session }: OpenEntry): readonly PromptFact[] {
  return [
    { name: 'Path', value: `${facts.mount.path}${facts.path}` },
    serverFact(session.look, session.view().address),
  ];
}

/** Clipboard text of a value: a string as its text, anything else as its JSON. */
export function clipboardText(rawJson: string): string {
  const value: unknown = rawJson.trimStart().startsWith('"') ? JSON.parse(rawJson) : undefined;
  return typeof value === 'string' ? value : rawJson;
}

function costsAUse(): AppFailure {
  return new AppFailure({
    kind: 'invalid-request',
    message: 'This version was not read back: that costs your token a use.',
    hint: 'Refresh the entry to read it.',
  });
}

/** The whole response, indented; without `reveal` every value is masked with dots. */
export async function rawText(entry: OpenEntry, reveal: boolean, signal?: AbortSignal): Promise<string> {
  const text = await entry.answer(signal);
  const valuesAt = valueKeys(entry.facts.mount);
  // Neither belongs in the response to a read; if present, it is a credential and not a value.
  const withoutCredentials = maskJson(maskJson(text, ['auth']), ['wrap_info']);
  return indentJson(reveal ? withoutCredentials : maskJson(withoutCredentials, valuesAt));
}
