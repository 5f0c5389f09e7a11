/**
 * Edits that are not saved, in main's memory and nowhere else: they outlive the page, a lost connection and a lock, and
 * end with their session. A draft keeps the entry it starts from open, so that it can be compared, merged and saved later.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Mount } from '../../../shared/vault/mount.ts';
import type { DraftRecord } from '../../../shared/vault/workspace-memory.ts';
import type { HeldEntries } from './held-entries.ts';

export interface DraftOptions {
  readonly sessionId: string;
  readonly mount: Mount;
  readonly path: string;
  readonly entryId?: string;
  readonly text: string;
}

export interface Drafts {
  /** Keeps a draft in the place of the earlier one there. Throws `too-large` where memory has been used up. */
  readonly put: (options: DraftOptions) => void;
  readonly drop: (sessionId: string, mount: string, path: string) => void;
  readonly dropSession: (sessionId: string) => void;
  /** In the order in which they were begun. */
  readonly list: (sessionId: string) => readonly DraftRecord[];
  /** Full paths of all drafts, the session's id beside each. */
  readonly places: () => readonly { readonly sessionId: string; readonly path: string }[];
}

/** All drafts and the entries they start from together; a draft is at most some tens of MiB. */
const LIMIT_BYTES = 256 * 1024 * 1024;

interface StoredDraft {
  readonly sessionId: string;
  readonly record: DraftRecord;
  readonly bytes: number;
}

/** More are not kept side by side, however small. */
export const MOST_DRAFTS = 500;

/** Makes the empty set of drafts. */
export function createDrafts(
  entries: Pick<HeldEntries, 'get' | 'pin' | 'unpin'>,
  limitBytes = LIMIT_BYTES,
): Drafts {
  const kept = new Map<string, StoredDraft>();

  function forget(name: string): void {
    const entryId = kept.get(name)?.record.entryId;
    kept.delete(name);
    if (entryId !== undefined) entries.unpin(entryId);
  }

  return {
    put: ({ sessionId, mount, path, entryId, text }) => {
      const name = nameOf(sessionId, mount.path, path);
      const before = kept.get(name);
      if (before === undefined && kept.size >= MOST_DRAFTS) throw tooMany();
      // Throws where the entry is no longer held: a draft without its beginning could not be saved safely.
      const base = entryId === undefined ? 0 : (entries.get(entryId).content?.text.length ?? 0);
      const bytes = 2 * (text.length + base);
      let others = -(before?.bytes ?? 0);
      for (const one of kept.values()) others += one.bytes;
      if (others + bytes > limitBytes) throw tooLarge(limitBytes);
      if (entryId !== undefined) entries.pin(entryId);
      if (before?.record.entryId !== undefined) entries.unpin(before.record.entryId);
      const id = entryId === undefined ? {} : { entryId };
      const record = { mount, path, ...id, text, keptAt: new Date().toISOString() };
      kept.set(name, { sessionId, record, bytes });
    },
    drop: (sessionId, mount, path) => forget(nameOf(sessionId, mount, path)),
    dropSession: (sessionId) => {
      for (const [name, one] of kept) if (one.sessionId === sessionId) forget(name);
    },
    list: (sessionId) =>
      [...kept.values()].filter((one) => one.sessionId === sessionId).map(({ record }) => record),
    places: () =>
      [...kept.values()].map(({ sessionId, record }) => ({
        sessionId,
        path: record.mount.path + record.path,
      })),
  };
}

function nameOf(sessionId: string, mount: string, path: string): string {
  return JSON.stringify([sessionId, mount, path]);
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
    message: `There are ${String(MOST_DRAFTS)} unsaved edits already. This one was not kept.`,
    hint: 'Save or discard some of them first.',
  });
}
