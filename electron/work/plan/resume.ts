/**
 * Goes on with a run that did not come to its end. Each row is checked on the server: what is done stays, what was
 * not begun is judged anew, and a copy under way goes on if what stands there is equal to its source.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { PlanEffect, UnfinishedPlan } from '../../../shared/vault/plan.ts';
import type { JournalFiles } from '../../disk/journal-files.ts';
import type { Session } from '../../core/session/session.ts';
import { eachInTurns } from '../../core/turns.ts';
import { kindOf } from './actions.ts';
import { readJournal, readSummary } from './journal.ts';
import type { ReadJournal } from './journal.ts';
import { hasLostValues, mountOfSide, sessionAt } from './plan-lines.ts';
import type { LinesRow } from './plan-lines.ts';
import { notesOf, sourceOf, targetOf } from './plans.ts';
import type { Judged, MainAction, Plan, Progress, Side, StoredRow } from './plans.ts';
import type { Requests } from './requests.ts';
import { carriedMembers, inOrder, stateOf, type Transfer } from './transfer.ts';
import { wayBack } from './undo.ts';

/** Lists the unfinished plans that a session's connection has a part in. */
export async function unfinishedPlans(
  files: JournalFiles,
  {
    sessionId,
    open,
    isHere,
  }: {
    readonly sessionId: string;
    readonly open: readonly SessionView[];
    /** True for a journal of a run under way. */
    readonly isHere: (journalId: string) => boolean;
  },
): Promise<readonly UnfinishedPlan[]> {
  const found: UnfinishedPlan[] = [];
  for (const unfinishedId of await files.ids()) {
    if (isHere(unfinishedId)) continue;
    const read = await readSummary(files, unfinishedId);
    if (read === undefined) continue;
    const { header, first, done, undeleted } = read;
    const sessions = header.places.map((place) => sessionAt(place, open, sessionId));
    if (!sessions.some((one) => one?.sessionId === sessionId)) continue;
    found.push({
      unfinishedId,
      action: header.action.kind as UnfinishedPlan['action'],
      ...(typeof header.action['fileName'] === 'string' ? { fileName: header.action['fileName'] } : {}),
      begun: header.begun,
      rows: header.rows,
      done,
      undeleted,
      first: first === undefined ? '' : `${mountOfSide(header, first.fromSide) ?? ''}${first.path}`,
      missing: header.places.flatMap(({ name }, at) => (sessions[at] === undefined ? name : [])),
    });
  }
  return found.sort((one, other) => (one.begun < other.begun ? 1 : -1));
}

/** A journal with the sessions that it needs. */
export interface Resumable {
  readonly read: ReadJournal;
  /** By place of the journal. */
  readonly sessionIds: readonly string[];
}

/** Reads an unfinished plan. Throws `invalid-input` if it is not there, or a connection of it is not open. */
export async function resumable(
  files: JournalFiles,
  unfinishedId: string,
  { sessionId, open }: { readonly sessionId: string; readonly open: readonly SessionView[] },
): Promise<Resumable> {
  const isThere = (await files.ids()).includes(unfinishedId);
  const read = isThere ? await readJournal(files, unfinishedId) : undefined;
  if (read === undefined)
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'unfinishedId',
      message: 'This plan has come to its end, or was forgotten.',
    });
  const sessionIds = read.header.places.map((place) => {
    const found = sessionAt(place, open, sessionId);
    if (found !== undefined) return found.sessionId;
    throw new AppFailure({
      kind: 'invalid-request',
      message: `This plan also needs the connection “${place.name}”, which is not open.`,
      hint: 'Open it, then go on.',
    });
  });
  return { read, sessionIds };
}

/** Finds the rows of a journal again: its mounts by their sessions. Fills in what is known of each. */
export async function resumedRows(
  plan: Plan,
  { read, sessionIds }: Resumable,
  sessionOf: (sessionId: string) => Session,
  signal: AbortSignal,
): Promise<readonly StoredRow[]> {
  const { header, rows } = read;
  const sides: Side[] = [];
  for (const [at, { place }] of header.sides.entries()) {
    const session = sessionOf(sessionIds[place] ?? '');
    const path = mountOfSide(header, at);
    if (path === undefined) continue;
    plan.sessions.add(session);
    sides[at] = { session, mount: await session.mounts.at(path, signal) };
  }
  const found: StoredRow[] = [];
  await eachInTurns(rows.values(), (row) => {
    const stored = storedRow(row, sides, row.isDone ? 'done-before' : row.effect);
    if (stored === undefined) return;
    if (!row.isDone && Object.keys(row.progress).length > 0) plan.progress.set(found.length, row.progress);
    found.push(stored);
  });
  return found;
}

/** A row with its sides in place of their numbers; undefined if one was not found. */
export function storedRow(
  row: LinesRow,
  sides: readonly (Side | undefined)[],
  effect: PlanEffect,
): StoredRow | undefined {
  const { path, toPath, seen, over, versions, chosen, undo } = row;
  const from = sides[row.fromSide];
  const to = row.toSide === undefined ? undefined : sides[row.toSide];
  if (from === undefined || (row.toSide !== undefined && to === undefined)) return undefined;
  return {
    from,
    path,
    ...(to === undefined ? {} : { to, toPath: toPath ?? path }),
    effect,
    ...(seen === undefined ? {} : { seen }),
    ...(over === undefined ? {} : { over }),
    ...(versions === undefined ? {} : { versions }),
    ...(chosen === undefined ? {} : { chosen }),
    ...(undo === undefined ? {} : { undo }),
  };
}

/** Judges a row of an unfinished run by what its journal and the server say. */
export function judgeResumed(plan: Plan, id: number, row: StoredRow, requests: Requests): Promise<Judged> {
  const { action } = plan;
  const progress = plan.progress.get(id) ?? {};
  if (plan.lostValues === true || hasLostValues(action.kind)) return judgeLost(row, progress, requests);
  const transfer = transferOf(action, row);
  if (transfer !== undefined) return judgeCopy(action, transfer, row, { progress, requests });
  return kindOf(action).judge(action, row, requests);
}

function transferOf(action: MainAction, row: StoredRow): Transfer | undefined {
  if (action.kind === 'copy' || action.kind === 'move' || action.kind === 'rename') return action;
  return action.kind === 'undo' && row.undo?.way.kind === 'back' ? wayBack : undefined;
}

/** A value typed for the run, or made by it, is in no journal. */
async function judgeLost(row: StoredRow, progress: Progress, requests: Requests): Promise<Judged> {
  const spot = sourceOf(row);
  if (spot.mount.engine !== 'kv2')
    return { effect: 'unknown', reason: 'Look whether it has the new value: this engine keeps no versions.' };
  const now = (await requests.metadata(spot))?.currentVersion ?? 0;
  const seen = row.seen ?? row.over ?? 0;
  if (now === seen)
    return {
      effect: 'conflict',
      seen,
      reason: 'It was not changed. The new value is gone with the app: make the plan again.',
    };
  return progress.begun === true && now > seen
    ? { effect: 'unknown', seen, reason: `Version ${String(now)} may be of this run: look at it.` }
    : { effect: 'conflict', seen, reason: 'It has changed since.' };
}

interface GoingOn {
  readonly progress: Progress;
  readonly requests: Requests;
}

async function judgeCopy(
  action: MainAction,
  transfer: Transfer,
  row: StoredRow,
  { progress, requests }: GoingOn,
): Promise<Judged> {
  const source = sourceOf(row);
  const { over = 0, seen = 0, versions = [] } = row;
  const facts = source.mount.engine === 'kv2' ? await requests.metadata(source) : undefined;
  const isSourceGone =
    source.mount.engine === 'kv2' ? facts === undefined : (await requests.current(source)).state === 'absent';
  const most = Math.max(1, versions.length);
  const own = await ownVersions(transfer, row, requests);
  const copied = `${String(own)} of ${String(most)} ${most === 1 ? 'version' : 'versions'}`;
  const isRemoved =
    isSourceGone ||
    (progress.removing === true &&
      facts?.versions.some((one) => one.version === seen && stateOf(one) === 'deleted') === true);
  if (isRemoved && progress.removing === true && own > 0)
    return { effect: 'done-before', reason: 'It was moved just before the app ended.' };
  if (isSourceGone)
    return { effect: 'conflict', reason: `Its source is gone; ${copied} stand at the destination.` };
  const undeleted = progress.undeleted ?? [];
  if (own === 0 && undeleted.length === 0) return kindOf(action).judge(action, row, requests);
  const left =
    undeleted.length === 0
      ? ''
      : ` Versions ${undeleted.join(', ')} of the source are undeleted: delete them.`;
  if (facts !== undefined && facts.currentVersion !== seen)
    return {
      effect: 'conflict',
      seen,
      reason: `Its source has changed since; ${copied} were copied.${left}`,
    };
  if (own < 0 || own > most || !(await isEqual(transfer, row, own, { progress, requests })))
    return {
      effect: 'conflict',
      seen,
      reason: `The destination has changed since; it stays as it is.${left}`,
    };
  const hasDeleted =
    transfer.kind !== 'copy' || transfer.deleted === 'values'
      ? undeleted.length > 0 || facts?.versions.some((one) => stateOf(one) === 'deleted') === true
      : false;
  return {
    effect: 'go-on',
    seen,
    over,
    ...(versions.length === 0 ? {} : { versions }),
    ...notesOf([undeleted.length > 0 && 'undeleted-now', hasDeleted && 'deleted-versions']),
    reason: `${copied} copied and equal; the source still stands.`,
  };
}

/** Versions that the run may have written at the destination; of an engine without versions, whether it wrote. */
async function ownVersions(transfer: Transfer, row: StoredRow, requests: Requests): Promise<number> {
  const target = targetOf(row);
  if (target.mount.engine === 'kv2')
    return ((await requests.metadata(target))?.currentVersion ?? 0) - (row.over ?? 0);
  const [there, source] = [await requests.current(target), await requests.current(sourceOf(row))];
  if (there.state !== 'living') return 0;
  if (source.state !== 'living') return 1;
  const ours = carriedMembers(transfer, source.read.content.members);
  const theirs = there.read.content.members;
  return requests.digest(target, ours) === requests.digest(target, theirs) ? 1 : 0;
}

/** Compares the versions that can be read on both sides; the run compares the others once they are undeleted. */
async function isEqual(
  transfer: Transfer,
  row: StoredRow,
  own: number,
  { progress, requests }: GoingOn,
): Promise<boolean> {
  const [source, target] = [sourceOf(row), targetOf(row)];
  if (target.mount.engine !== 'kv2') return true;
  const facts = source.mount.engine === 'kv2' ? await requests.metadata(source) : undefined;
  const there = await requests.metadata(target);
  const wasDeleted = new Set(progress.undeleted);
  const carried =
    facts === undefined
      ? [undefined]
      : inOrder(facts).filter(({ version }) => row.versions?.includes(version) === true);
  for (const [at, one] of carried.slice(0, own).entries()) {
    const now = (row.over ?? 0) + at + 1;
    const copied = there?.versions.find(({ version }) => version === now);
    if (copied === undefined) return false;
    if (one !== undefined && (stateOf(one) !== 'living' || wasDeleted.has(one.version))) continue;
    if (stateOf(copied) !== 'living') return false;
    const [ours, theirs] = [await requests.read(source, one?.version), await requests.read(target, now)];
    const written = carriedMembers(transfer, ours.members);
    if (requests.digest(target, written) !== requests.digest(target, theirs.members)) return false;
  }
  return true;
}
