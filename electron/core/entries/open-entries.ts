/**
 * Holds open entries with their values, which stay in main. Texts are held within bounds per session; the least
 * recently used lose their text first and keep their facts, which suffice to read the same content again (a pinned
 * version on KV v2; on KV v1 the content is compared by its digest, because it can have changed).
 */
import { createHash, randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { membersAt } from '../../../shared/vault/json-slices.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import { provedText } from '../../vault/http/answer.ts';
import type { VaultAnswer } from '../../vault/http/types.ts';

/** Facts about an open entry, with or without its text. */
export interface EntryFacts {
  readonly entryId: string;
  readonly sessionId: string;
  readonly mount: Mount;
  readonly path: string;
  /** KV v2 only. */
  readonly version?: number;
  /** True if the user asked for this version instead of the current one. */
  readonly versionAsked: boolean;
  readonly about: EntryAbout;
}

/** Facts about an opened content besides its values. */
export interface EntryAbout {
  readonly createdTime?: string;
  readonly leaseSeconds?: number;
  readonly warnings: readonly string[];
  /** ISO 8601 time of the server's response. */
  readonly readAt: string;
  /** A control group approved this one response; reading again takes another approval. */
  readonly approved?: true;
}

/** An entry's values in their order, and the response that they are from. */
export interface EntryContent {
  /** Text as the server sent it; undefined after a save that was not read back. */
  readonly text: string | undefined;
  readonly members: readonly Member[];
}

export interface OpenEntries {
  readonly add: (facts: Omit<EntryFacts, 'entryId'>, content: EntryContent) => EntryFacts;
  /** Puts new content (and version) behind an open entry's id. */
  readonly replace: (
    entryId: string,
    change: Pick<EntryFacts, 'versionAsked' | 'about'> & { version?: number },
    content: EntryContent,
  ) => void;
  /** Restores the dropped text of an entry; returns false and changes nothing if the values differ. */
  readonly restore: (entryId: string, content: EntryContent) => boolean;
  /** Throws `invalid-input` if the entry was closed or exceeded the last bound. */
  readonly get: (entryId: string) => {
    readonly facts: EntryFacts;
    readonly content: EntryContent | undefined;
  };
  /** Session of an entry, without marking it as used; undefined if it is not held. */
  readonly sessionOf: (entryId: string) => string | undefined;
  /** Entries of these sessions that a page shows below a mount. */
  readonly shownBelow: (sessionIds: readonly string[], mount: string) => readonly EntryFacts[];
  /** A pinned entry stays until it is unpinned. */
  readonly close: (entryId: string) => void;
  readonly closeSession: (sessionId: string) => void;
  /** Closes entries without unsaved edits. */
  readonly closeUnpinned: (sessionId: string) => void;
  /** Keeps an entry and its text while others are opened: a draft starts from it. Counted: unpin as often. */
  readonly pin: (entryId: string) => void;
  readonly unpin: (entryId: string) => void;
}

export interface Bounds {
  readonly texts: number;
  /** UTF-16 code units of all texts of a session. */
  readonly characters: number;
  readonly facts: number;
}

/** Fits two entries of the largest size the client takes, or many small ones. */
export const defaultBounds: Bounds = { texts: 64, characters: 80 * 1024 * 1024, facts: 10_000 };

interface StoredEntry {
  facts: EntryFacts;
  content: EntryContent | undefined;
  /** Identifies dropped content; computed when it is dropped, which is rare. */
  digest: string;
  pins: number;
  /** Closed by the page; kept only for its pins. */
  closed: boolean;
}

/** Makes an empty store. */
export function createOpenEntries(bounds: Bounds = defaultBounds): OpenEntries {
  /** Least recently used first. */
  const stored = new Map<string, StoredEntry>();

  function touch(entryId: string): StoredEntry {
    const one = stored.get(entryId);
    if (one === undefined) {
      throw new AppFailure({
        kind: 'invalid-input',
        field: 'entryId',
        message: 'This entry is no longer open.',
        hint: 'Open it again.',
      });
    }
    stored.delete(entryId);
    stored.set(entryId, one);
    one.closed = false;
    return one;
  }

  function trim(sessionId: string): void {
    const theirs = [...stored.entries()].filter(([, one]) => one.facts.sessionId === sessionId).reverse();
    let texts = 0;
    let characters = 0;
    theirs.forEach(([entryId, one], newest) => {
      if (one.pins > 0) return;
      if (newest >= bounds.facts) stored.delete(entryId);
      if (one.content === undefined) return;
      texts++;
      characters += charactersIn(one.content);
      // The one in use stays, of any size.
      if (newest === 0 || (texts <= bounds.texts && characters <= bounds.characters)) return;
      one.digest = digestOf(one.content.members);
      one.content = undefined;
    });
  }

  return {
    add: (read, content) => {
      const facts = { ...read, entryId: randomUUID() };
      stored.set(facts.entryId, { facts, content, digest: '', pins: 0, closed: false });
      trim(facts.sessionId);
      return facts;
    },
    replace: (entryId, change, content) => {
      const one = touch(entryId);
      one.facts = { ...one.facts, ...change };
      one.content = content;
      trim(one.facts.sessionId);
    },
    restore: (entryId, content) => {
      const one = touch(entryId);
      if (one.content === undefined && one.digest !== digestOf(content.members)) return false;
      one.content ??= content;
      trim(one.facts.sessionId);
      return true;
    },
    get: touch,
    sessionOf: (entryId) => stored.get(entryId)?.facts.sessionId,
    shownBelow: (sessionIds, mount) =>
      [...stored.values()]
        .filter(({ facts, closed }) => !closed && sessionIds.includes(facts.sessionId))
        .map(({ facts }) => facts)
        .filter((facts) => facts.mount.path === mount),
    close: (entryId) => {
      const one = stored.get(entryId);
      if (one === undefined) return;
      if (one.pins > 0) one.closed = true;
      else stored.delete(entryId);
    },
    closeSession: (sessionId) => {
      for (const [entryId, one] of stored) if (one.facts.sessionId === sessionId) stored.delete(entryId);
    },
    closeUnpinned: (sessionId) => {
      for (const [entryId, one] of stored) {
        if (one.facts.sessionId !== sessionId) continue;
        if (one.pins > 0) one.closed = true;
        else stored.delete(entryId);
      }
    },
    pin: (entryId) => {
      touch(entryId).pins++;
    },
    unpin: (entryId) => {
      const one = stored.get(entryId);
      if (one === undefined) return;
      one.pins--;
      if (one.pins <= 0 && one.closed) stored.delete(entryId);
    },
  };
}

/** Approximate size of a held content in UTF-16 code units. */
export function charactersIn({ text, members }: EntryContent): number {
  return text?.length ?? members.reduce((sum, [key, raw]) => sum + key.length + raw.length, 0);
}

/** Parses the values of a response at `keys` (`['data']`, or `['data', 'data']` on KV v2). Throws `bad-answer`. */
export function contentOf(
  answer: Pick<VaultAnswer, 'text' | 'json' | 'large'>,
  keys: readonly string[],
): EntryContent {
  const text = provedText(answer);
  const members = membersAt(text, keys);
  if (members === undefined) {
    throw new AppFailure({
      kind: 'bad-answer',
      message: 'The response does not have the values of an entry.',
      hint: 'This engine may not be a key/value store.',
    });
  }
  return { text, members };
}

/** Identifies a content: keys, order and every token count. */
function digestOf(members: readonly Member[]): string {
  const hash = createHash('sha256');
  for (const [key, raw] of members) hash.update(`${JSON.stringify(key)}${raw}\0`);
  return hash.digest('hex');
}
