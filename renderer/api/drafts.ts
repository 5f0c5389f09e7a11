/**
 * Unsaved edits, mirrored to main so that they outlive the page: after a short pause in typing, or at once when the
 * window loses focus or unloads. The page is the only writer of a place's draft, so its last write wins.
 */
import { type QueryClient } from '@tanstack/react-query';
import type { LockState } from '../../shared/ipc/contract.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import type { MountPath } from '../../shared/vault/mount.ts';
import type { DraftRecord, DroppedDraft } from '../../shared/vault/workspace-memory.ts';
import { appErrorOf, call, query } from './client.ts';
import { closeEntry } from './entries.ts';
import { lockKey } from './lock.ts';

export interface DraftPlace {
  readonly sessionId: string;
  readonly mount: MountPath;
  readonly path: string;
}

/** Pause in typing before a draft is mirrored, in milliseconds. */
export const mirrorMs = 250;

/** Drafts that main keeps for a session; queried once, when its first tab is shown. */
export function draftsQuery(sessionId: string) {
  return query('draft.list', { sessionId }, { gcTime: 0 });
}

const expiryMs = 60_000;

/** Drafts discarded in the last ten minutes, restorable, newest first. */
export function droppedDraftsQuery(sessionId: string) {
  return query(
    'draft.dropped',
    { sessionId },
    {
      // They expire one by one.
      refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? expiryMs : false),
    },
  );
}

/** Restores a discarded draft and returns main's draft list; the next tab that shows its entry resumes it. */
export async function restoreDraft(
  sessionId: string,
  { draftId }: DroppedDraft,
  client: QueryClient,
): Promise<readonly DraftRecord[]> {
  mayHaveDrafts = true;
  await call('draft.restore', { sessionId, draftId });
  const [drafts] = await Promise.all([
    client.query({ ...draftsQuery(sessionId), staleTime: 0 }),
    client.invalidateQueries({ queryKey: droppedDraftsQuery(sessionId).queryKey }),
  ]);
  return drafts;
}

interface Waiting {
  readonly place: DraftPlace;
  readonly entryId: string | undefined;
  /** Serialised only on write: drafts can be large and typing fast. */
  readonly text: () => string;
  readonly onProblem: (problem: AppError | undefined) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

const waiting = new Map<string, Waiting>();
let listening = false;

/** True once this page has made or restored a draft. */
let mayHaveDrafts = false;

/**
 * True if main certainly has no draft: it had none at page start, and this page, the only one to make or restore
 * them, has done neither since. Opening an entry then needs no query.
 */
export function hasNoDrafts(client: QueryClient): boolean {
  return !mayHaveDrafts && client.getQueryData<LockState>(lockKey)?.drafts === 0;
}

/** Releases an open entry. A pending draft is mirrored first: main keeps the entry while a draft refers to it. */
export function leaveEntry(entryId: string): void {
  for (const [name, one] of [...waiting]) if (one.entryId === entryId) void write(name);
  closeEntry(entryId);
}

/** Mirrors a draft soon; `onProblem` receives the outcome. */
export function keepDraft(
  place: DraftPlace,
  entryId: string | undefined,
  text: () => string,
  onProblem: Waiting['onProblem'] = () => undefined,
): void {
  if (!listening) {
    listening = true;
    const flush = (): void => void flushDrafts();
    window.addEventListener('blur', flush);
    window.addEventListener('pagehide', flush);
  }
  mayHaveDrafts = true;
  const name = nameOf(place);
  const before = waiting.get(name);
  if (before !== undefined) clearTimeout(before.timer);
  const timer = setTimeout(() => void write(name), mirrorMs);
  waiting.set(name, { place, entryId, text, onProblem, timer });
}

/** Mirrors pending drafts now; settles when main has accepted or refused each. */
export async function flushDrafts(): Promise<void> {
  await Promise.all([...waiting.keys()].map(write));
}

/** Drops the draft of a place after it was saved or discarded. */
export async function dropDraft(place: DraftPlace, client?: QueryClient): Promise<void> {
  const name = nameOf(place);
  const one = waiting.get(name);
  if (one !== undefined) clearTimeout(one.timer);
  waiting.delete(name);
  client?.setQueryData<readonly DraftRecord[]>(draftsQuery(place.sessionId).queryKey, (before) =>
    before?.filter((record) => record.mount.path !== place.mount || record.path !== place.path),
  );
  // A closed or locked session has dropped or hidden it by itself.
  await call('draft.drop', place).catch(() => undefined);
  void client?.invalidateQueries({ queryKey: droppedDraftsQuery(place.sessionId).queryKey });
}

async function write(name: string): Promise<void> {
  const one = waiting.get(name);
  if (one === undefined) return;
  clearTimeout(one.timer);
  waiting.delete(name);
  const { place, entryId, text, onProblem } = one;
  try {
    await call('draft.put', { ...place, ...(entryId === undefined ? {} : { entryId }), text: text() });
    onProblem(undefined);
  } catch (caught) {
    onProblem(appErrorOf(caught));
  }
}

function nameOf({ sessionId, mount, path }: DraftPlace): string {
  return `${sessionId}\n${mount}\n${path}`;
}
