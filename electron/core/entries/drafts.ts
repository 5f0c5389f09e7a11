/**
 * Unsaved edits, in main's memory only: they outlive the page, a lost connection and a lock, and end with their
 * session. A draft keeps the entry it starts from open, so that it can be compared, merged and saved later.
 *
 * A page drops a draft without a question, because users do so all day. An unsaved draft can be restored for ten
 * minutes after that, so a broken page cannot destroy it. It counts towards the bounds meanwhile, and is not evicted.
 * A text that does not continue the previous one replaces it; the longest version of the previous text is then kept
 * as dropped.
 */
import { randomUUID } from 'node:crypto';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { DraftRecord, DroppedDraft } from '../../../shared/vault/workspace-memory.ts';
import { RESTORABLE_MS } from '../credentials/answer-shelf.ts';
import { charactersIn } from './open-entries.ts';
import type { OpenEntries } from './open-entries.ts';
import { goesOnFrom, isFoundIn, isSavedBy } from './draft-changes.ts';
import type { SavedChanges } from './draft-changes.ts';

export interface DraftOptions {
  readonly sessionId: string;
  readonly mount: Mount;
  readonly path: string;
  readonly entryId?: string;
  readonly text: string;
}

export interface Drafts {
  /** Stores a draft in place of the earlier one there. Throws `too-large` if the memory limit is reached. */
  readonly put: (options: DraftOptions) => void;
  /** Takes one off the list. It can be restored for ten minutes, unless it was saved. */
  readonly drop: (sessionId: string, mount: string, path: string) => void;
  /** The draft's content is on the server and needs no restoring. A draft with other content stays unsaved. */
  readonly noteSaved: (
    sessionId: string,
    mount: string,
    path: string,
    saved: SavedChanges | 'unchanged',
  ) => void;
  /**
   * The server was seen to hold `now`. A draft of an entry with texts of its own, all of which are there, as is all
   * that was deleted from it, needs no restoring.
   * `base`: the content that the draft started from, if its entry has followed the server since.
   */
  readonly noteFound: (
    sessionId: string,
    mount: string,
    path: string,
    now: readonly Member[],
    base?: readonly Member[],
  ) => void;
  /** Restorable drafts, newest first. */
  readonly dropped: (sessionId: string) => readonly DroppedDraft[];
  /** Throws `invalid-input` if it is too late, `conflict` if the place has another draft by now. */
  readonly restore: (sessionId: string, draftId: string) => void;
  /** Forgets dropped drafts for good, before another user sees the list. */
  readonly forgetDropped: (sessionId: string) => void;
  readonly dropSession: (sessionId: string) => void;
  /** Drafts in order of creation. */
  readonly list: (sessionId: string) => readonly DraftRecord[];
  /** Full paths of all drafts with the session's id. */
  readonly places: () => readonly { readonly sessionId: string; readonly path: string }[];
}

/** Limit for all drafts and the entries they start from together; a draft is at most some tens of MiB. */
const LIMIT_BYTES = 256 * 1024 * 1024;

interface StoredDraft {
  readonly sessionId: string;
  readonly record: DraftRecord;
  readonly bytes: number;
  readonly saved?: true;
  /** The longest text since the last replacement: a page that deletes bit by bit has deleted from it. */
  readonly longest: DraftRecord;
}

interface Dropped {
  readonly one: StoredDraft;
  readonly untilMs: number;
  readonly timer: NodeJS.Timeout;
}

/** Most drafts kept at a time, of any size. */
export const MOST_DRAFTS = 500;

/** Makes an empty set of drafts. */
export function createDrafts(
  entries: Pick<OpenEntries, 'get' | 'pin' | 'unpin'>,
  limitBytes = LIMIT_BYTES,
): Drafts {
  const stored = new Map<string, StoredDraft>();
  /** Keyed by their own id: a place can be dropped more than once. */
  const dropped = new Map<string, Dropped>();

  function forget(name: string): void {
    const entryId = stored.get(name)?.record.entryId;
    stored.delete(name);
    if (entryId !== undefined) entries.unpin(entryId);
  }

  function forgetForGood(draftId: string): void {
    const off = dropped.get(draftId);
    clearTimeout(off?.timer);
    dropped.delete(draftId);
    const entryId = off?.one.record.entryId;
    if (entryId !== undefined) entries.unpin(entryId);
  }

  function forgetDropped(sessionId: string): void {
    for (const [draftId, { one }] of dropped) if (one.sessionId === sessionId) forgetForGood(draftId);
  }

  function setAside(one: StoredDraft): void {
    const draftId = randomUUID();
    const timer = setTimeout(() => forgetForGood(draftId), RESTORABLE_MS).unref();
    dropped.set(draftId, { one, untilMs: Date.now() + RESTORABLE_MS, timer });
  }

  return {
    put: ({ sessionId, mount, path, entryId, text }) => {
      const name = nameOf(sessionId, mount.path, path);
      const before = stored.get(name);
      const goesOn = before !== undefined && goesOnFrom(before.longest.text, text);
      const replaces = before !== undefined && !goesOn && before.saved !== true;
      if ((before === undefined || replaces) && stored.size + dropped.size >= MOST_DRAFTS) throw tooMany();
      // Throws if the entry is no longer held: a draft without its base could not be saved safely.
      const content = entryId === undefined ? undefined : entries.get(entryId).content;
      const base = content === undefined ? 0 : charactersIn(content);
      const bytes = 2 * (text.length + base);
      let others = replaces ? 0 : -(before?.bytes ?? 0);
      for (const one of stored.values()) others += one.bytes;
      for (const { one } of dropped.values()) others += one.bytes;
      if (others + bytes > limitBytes) throw tooLarge(limitBytes);
      if (entryId !== undefined) entries.pin(entryId);
      if (replaces) setAside({ ...before, record: before.longest });
      else if (before?.record.entryId !== undefined) entries.unpin(before.record.entryId);
      const id = entryId === undefined ? {} : { entryId };
      const record = { mount, path, ...id, text, savedAt: new Date().toISOString() };
      const longest = goesOn && before.longest.text.length > text.length ? before.longest : record;
      stored.set(name, {
        sessionId,
        record,
        longest,
        bytes: bytes + (longest === record ? 0 : 2 * longest.text.length),
      });
    },
    drop: (sessionId, mount, path) => {
      const name = nameOf(sessionId, mount, path);
      const one = stored.get(name);
      if (one === undefined || one.saved === true) {
        forget(name);
        return;
      }
      // The entry it starts from stays pinned.
      stored.delete(name);
      setAside(one);
    },
    noteSaved: (sessionId, mount, path, saved) => {
      const name = nameOf(sessionId, mount, path);
      const one = stored.get(name);
      if (one !== undefined && (saved === 'unchanged' || isSavedBy(one.record.text, saved)))
        stored.set(name, { ...one, saved: true });
    },
    noteFound: (sessionId, mount, path, now, base) => {
      const name = nameOf(sessionId, mount, path);
      const one = stored.get(name);
      if (one?.record.entryId === undefined) return;
      const start = base ?? entries.get(one.record.entryId).content?.members ?? [];
      if (isAllFound(one, start, now)) stored.set(name, { ...one, saved: true });
    },
    dropped: (sessionId) =>
      [...dropped]
        .filter(([, { one }]) => one.sessionId === sessionId)
        .map(([draftId, { one, untilMs }]) => ({
          draftId,
          mount: one.record.mount,
          path: one.record.path,
          savedAt: one.record.savedAt,
          restorableUntil: new Date(untilMs).toISOString(),
        }))
        .reverse(),
    restore: (sessionId, draftId) => {
      const off = dropped.get(draftId);
      if (off?.one.sessionId !== sessionId) throw tooLate();
      const { mount, path } = off.one.record;
      const name = nameOf(sessionId, mount.path, path);
      if (stored.has(name)) throw inTheWay(mount.path + path);
      clearTimeout(off.timer);
      dropped.delete(draftId);
      stored.set(name, off.one);
    },
    forgetDropped,
    dropSession: (sessionId) => {
      for (const [name, one] of stored) if (one.sessionId === sessionId) forget(name);
      forgetDropped(sessionId);
    },
    list: (sessionId) =>
      [...stored.values()].filter((one) => one.sessionId === sessionId).map(({ record }) => record),
    places: () =>
      [...stored.values()].map(({ sessionId, record: { mount, path } }) => ({
        sessionId,
        path: mount.path + path,
      })),
  };
}

/** The longest text is lost with the latest one. */
function isAllFound(
  { record, longest }: StoredDraft,
  base: readonly Member[],
  now: readonly Member[],
): boolean {
  return [record, longest].every(({ text }) => isFoundIn(text, base, now));
}

function nameOf(sessionId: string, mount: string, path: string): string {
  return JSON.stringify([sessionId, mount, path]);
}

function tooLate(): AppFailure {
  return new AppFailure({
    kind: 'invalid-input',
    field: 'draftId',
    message: 'This edit can no longer be restored.',
  });
}

function inTheWay(path: string): AppFailure {
  return new AppFailure({
    kind: 'conflict',
    message: `There is another unsaved edit of ${path}.`,
    hint: 'Save or discard it first.',
  });
}

function tooLarge(limitBytes: number): AppFailure {
  return new AppFailure({
    kind: 'too-large',
    limitBytes,
    message: `Unsaved edits take more than ${Math.round(limitBytes / (1024 * 1024))} MiB: this one is kept in its window only.`,
    hint: 'Save or discard some of them; until then this edit is lost if the window is locked or closed.',
  });
}

function tooMany(): AppFailure {
  return new AppFailure({
    kind: 'invalid-request',
    message: `There are ${String(MOST_DRAFTS)} unsaved edits already. This one was not stored.`,
    hint: 'Save or discard some of them first.',
  });
}
