/**
 * Unsaved edits, mirrored to main so that they outlive the page: typing is written a moment later, and at once when the
 * window loses the focus or goes. Nobody else may write the draft of a place meanwhile, so the last word is the page's.
 */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { LockState } from '../../shared/ipc/contract.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import type { MountPath } from '../../shared/vault/mount.ts';
import type { DraftRecord, DroppedDraft } from '../../shared/vault/workspace-memory.ts';
import { appErrorOf, call } from './client.ts';
import { closeEntry } from './entries.ts';
import { lockKey } from './lock.ts';
import { sessionKey } from './session.ts';

export interface DraftPlace {
  readonly sessionId: string;
  readonly mount: MountPath;
  readonly path: string;
}

/** How long typing rests before it is mirrored, in milliseconds. */
export const mirrorMs = 250;

/** What main keeps of a session's drafts: asked once, when the first of its tabs is shown. */
export function draftsQuery(sessionId: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'drafts'] as const,
    queryFn: ({ signal }) => call('draft.list', { sessionId }, signal),
    gcTime: 0,
  });
}

const expiryMs = 60_000;

/** What was discarded in the last ten minutes and can be restored, newest first. */
export function droppedDraftsQuery(sessionId: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'dropped-drafts'] as const,
    queryFn: ({ signal }) => call('draft.dropped', { sessionId }, signal),
    // They expire one by one.
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? expiryMs : false),
  });
}

/** Brings a discarded edit back to main's list, and answers that; the tab that shows its entry next goes on with it. */
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
  /** Made only when it is written: a draft may be large and typing fast. */
  readonly text: () => string;
  readonly onProblem: (problem: AppError | undefined) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

const waiting = new Map<string, Waiting>();
let listening = false;

/** This page has made a draft, or brought one back. */
let mayHaveDrafts = false;

/**
 * True where main surely keeps none: it had none when this page began, and this page, which alone makes them and brings
 * them back, has done neither since. Then nothing has to be asked before an entry is opened.
 */
export function hasNoDrafts(client: QueryClient): boolean {
  return !mayHaveDrafts && client.getQueryData<LockState>(lockKey)?.drafts === 0;
}

/**
 * Lets go of an open entry. A draft that waits to be mirrored goes to main first: main keeps the entry under each draft
 * that it has, for as long as it has it.
 */
export function leaveEntry(entryId: string): void {
  for (const [name, one] of [...waiting]) if (one.entryId === entryId) void write(name);
  closeEntry(entryId);
}

/** Mirrors a draft soon; `onProblem` hears whether main has taken it. */
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

/** Mirrors now what waits; settles when main has it, or has said why not. */
export async function flushDrafts(): Promise<void> {
  await Promise.all([...waiting.keys()].map(write));
}

/** Main forgets the draft of a place: it was saved, or a person discarded it. */
export async function dropDraft(place: DraftPlace, client?: QueryClient): Promise<void> {
  const name = nameOf(place);
  const one = waiting.get(name);
  if (one !== undefined) clearTimeout(one.timer);
  waiting.delete(name);
  client?.setQueryData<readonly DraftRecord[]>(draftsQuery(place.sessionId).queryKey, (before) =>
    before?.filter((record) => record.mount.path !== place.mount || record.path !== place.path),
  );
  // A session that is closed or locked has forgotten or hidden it by itself.
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
