/** Makes plans: walks the selection, asks for permissions in batches, and judges each entry by what is there. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { PlanAction, PlanRow } from '../../../shared/vault/plan.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { asAppError, isTrouble } from '../../core/connection/trouble.ts';
import { eachInTurns } from '../../core/turns.ts';
import { capabilitiesSelf } from '../../vault/api/capabilities.ts';
import type { Session } from '../../core/session/session.ts';
import { eachBounded } from '../bounded.ts';
import type { FindingsReport } from '../jobs.ts';
import { workAtOnce } from '../pace.ts';
import type { Pace } from '../pace.ts';
import type { SelectedEntry, SelectedWalk } from '../selected-entries.ts';
import type { Need } from './action.ts';
import { kindOf } from './actions.ts';
import { leadsTo, pathProblem } from './names.ts';
import { fullPath, shownRow, sourceOf, targetOf } from './plans.ts';
import type { Judged, MainAction, Plan, Side, Spot, StoredRow } from './plans.ts';
import { createRequests } from './requests.ts';
import type { Requests } from './requests.ts';

export interface MakeParts {
  readonly sessionOf: (sessionId: string) => Session;
  readonly paceOf: (session: Session) => Pace;
  /** Key of the digests of this run. */
  readonly key: Buffer;
}

/** Entries judged together: their permissions are one request. */
const BATCH = 100;

/** Hands the entries of a plan on; resolves to the error that stopped it early, if any. */
export type FindEntries = (walk: SelectedWalk) => Promise<AppError | undefined>;

/** Finds the rows of a plan for the entries that `find` hands on. Resolves to the error that stopped it early, if any. */
export async function makeRows(
  plan: Plan,
  find: FindEntries,
  parts: MakeParts,
  report: FindingsReport<PlanRow>,
): Promise<AppError | undefined> {
  const { signal } = report;
  const requests = createRequests({ ...parts, signal });
  const { action } = plan;
  // The rows of a reverse are of its plan, those of an import of its file.
  if (action.kind === 'undo' || action.kind === 'import') return undefined;
  const place = await placing(action, parts, signal);
  // The question covers its requests, too.
  if (action.kind === 'copy' || action.kind === 'move')
    plan.sessions.add(parts.sessionOf(action.to.sessionId));
  if (action.kind === 'copy-key') plan.sessions.add(parts.sessionOf(action.from.sessionId));
  const sides = new Map<string, Side>();
  const sideOf = ({ session, mount }: SelectedEntry): Side => {
    const key = `${session.sessionId} ${mount.path}`;
    const side = sides.get(key) ?? { session, mount };
    sides.set(key, side);
    plan.sessions.add(session);
    return side;
  };
  const targets = new Set<string>();
  const judging = { requests, targets, atOnce: () => workAtOnce(plan.sessions, parts.paceOf) };
  /** Rows of folders that are too small for a batch of their own. */
  let waiting: StoredRow[] = [];
  const stopped = await find({
    ...parts,
    onEntries: async (entries) => {
      for (const entry of entries) waiting.push(place(entry, sideOf(entry)));
      report.total(plan.rows.length + waiting.length);
      if (waiting.length < BATCH) return;
      await judgeRows(plan, waiting, judging, report);
      waiting = [];
    },
    count: () => undefined,
    unread: report.unread,
    signal,
  });
  await judgeRows(plan, waiting, judging, report);
  await refuseCrossed(plan, report);
  return stopped;
}

/** An entry that goes cannot be a destination of the same plan: a swap or a cycle has no safe order. */
async function refuseCrossed({ action, rows, home }: Plan, report: FindingsReport<PlanRow>): Promise<void> {
  if (action.kind !== 'move' && action.kind !== 'rename') return;
  const sources = new Set<string>();
  await eachInTurns(rows, (row) => void sources.add(keyOf(sourceOf(row))));
  await eachInTurns(rows.entries(), ([id, row]) => {
    if (row.effect === 'nothing' || row.effect === 'done-before' || !sources.has(keyOf(targetOf(row))))
      return;
    const crossed: StoredRow = {
      ...row,
      effect: 'conflict',
      reason: 'The destination is moved by this plan, too.',
    };
    rows[id] = crossed;
    report.found(shownRow(id, crossed, home));
  });
}

/** Makes a plan of rows that are known: of a reverse, of a file, or of a run that goes on. */
export async function makeOfRows(
  plan: Plan,
  rows: readonly StoredRow[],
  parts: MakeParts,
  report: FindingsReport<PlanRow>,
  judge?: (id: number, row: StoredRow, requests: Requests) => Promise<Judged>,
): Promise<undefined> {
  const requests = createRequests({ ...parts, signal: report.signal });
  report.total(rows.length);
  const judging = {
    requests,
    targets: new Set<string>(),
    atOnce: () => workAtOnce(plan.sessions, parts.paceOf),
  };
  await judgeRows(
    plan,
    rows,
    judge === undefined ? judging : { ...judging, judge: (id, row) => judge(id, row, requests) },
    report,
  );
  await refuseCrossed(plan, report);
  return undefined;
}

/** Adds rows to a plan and judges them, some at a time. */
async function judgeRows(
  plan: Plan,
  rows: readonly StoredRow[],
  judging: Omit<Judging, 'allowed'> & { readonly atOnce: () => number },
  report: FindingsReport<PlanRow>,
): Promise<void> {
  const { signal } = report;
  for (let start = 0; start < rows.length; start += BATCH) {
    const first = plan.rows.length;
    const batch = rows.slice(start, start + BATCH);
    for (const row of batch) plan.rows.push(row);
    const placed = batch.filter(({ to, imported }) => to !== undefined || imported !== undefined);
    judging.requests.expect(placed.map(targetOf));
    const allowed = await permissions(plan.action, batch, judging.requests);
    await eachBounded([...batch.keys()], judging.atOnce(), signal, async (at) => {
      const id = first + at;
      const judged = await judgeRow(plan.action, id, batch[at] as StoredRow, { ...judging, allowed });
      plan.rows[id] = judged;
      report.found(shownRow(id, judged, plan.home));
      report.step();
    });
    signal.throwIfAborted();
  }
}

function keyOf({ session, mount, path }: Spot): string {
  return `${session.sessionId} ${mount.path}${path}`;
}

/** Makes the place of each entry's row: its destination, by the action. */
async function placing(
  action: PlanAction,
  { sessionOf }: MakeParts,
  signal: AbortSignal,
): Promise<(entry: SelectedEntry, from: Side) => StoredRow> {
  const rowOf = ({ path, versions }: SelectedEntry, from: Side): StoredRow => ({
    from,
    path,
    effect: 'unknown',
    ...(versions === undefined ? {} : { versions, chosen: true }),
  });
  const leads = leadsTo(action);
  if (action.kind === 'rename')
    return (entry, from) => ({
      ...rowOf(entry, from),
      to: from,
      toPath: leads(entry.path, entry.below),
    });
  if (action.kind === 'copy-key') {
    const { path } = action.from;
    const from = await sideAt(action.from, sessionOf, signal);
    return (entry, to) => ({ from, path, to, toPath: entry.path, effect: 'unknown' });
  }
  if (action.kind !== 'copy' && action.kind !== 'move') return rowOf;
  const side = await sideAt(action.to, sessionOf, signal);
  return (entry, from) => ({ ...rowOf(entry, from), to: side, toPath: leads(entry.path, entry.below) });
}

async function sideAt(
  { sessionId, mount }: SelectedPlace,
  sessionOf: MakeParts['sessionOf'],
  signal: AbortSignal,
): Promise<Side> {
  const session = sessionOf(sessionId);
  return { session, mount: await session.mounts.at(mount, signal) };
}

interface Judging {
  readonly requests: Requests;
  readonly allowed: (need: Need) => boolean;
  /** Destinations that rows before have. */
  readonly targets: Set<string>;
  /** Judges in place of the action's kind. */
  readonly judge?: (id: number, row: StoredRow) => Promise<Judged>;
}

async function judgeRow(
  action: MainAction,
  id: number,
  row: StoredRow,
  judging: Judging,
): Promise<StoredRow> {
  const { requests, allowed, targets, judge } = judging;
  if (row.effect === 'done-before') return row;
  if (row.to !== undefined || row.imported !== undefined) {
    const [source, target] = [sourceOf(row), targetOf(row)];
    const problem = pathProblem(target.path);
    if (problem !== undefined) return { ...row, effect: 'conflict', reason: problem };
    if (row.imported === undefined && keyOf(source) === keyOf(target))
      return { ...row, effect: 'nothing', reason: 'It is there already.' };
    if (targets.has(keyOf(target)))
      return {
        ...row,
        effect: 'conflict',
        notes: ['same-target'],
        reason: 'Another row leads to this place.',
      };
    targets.add(keyOf(target));
    if (
      target.mount.engine === 'other' ||
      (target.mount.engine === 'cubbyhole' && source.mount.engine !== 'cubbyhole')
    )
      return { ...row, effect: 'conflict', reason: 'This engine keeps no such entries.' };
  }
  if (row.from.mount.engine === 'other')
    return { ...row, effect: 'unknown', reason: 'A read in this engine may create something.' };
  const kind = kindOf(action);
  const lacking = kind.needs(action, row).find((need) => !allowed(need));
  if (lacking !== undefined)
    return {
      ...row,
      effect: 'no-permission',
      reason: `Needs ${lacking.any.join(' or ')} on ${apiPath(lacking)}`,
    };
  try {
    return { ...row, ...(await (judge?.(id, row) ?? kind.judge(action, row, requests))) };
  } catch (failure) {
    const error = asAppError(failure);
    if (isTrouble(error) || error.kind === 'locked' || error.kind === 'cancelled') throw failure;
    return {
      ...row,
      effect: error.kind === 'forbidden' ? 'no-permission' : 'unknown',
      reason: error.message,
    };
  }
}

function apiPath({ spot, family }: Need): string {
  return spot.mount.engine === 'kv2' ? `${spot.mount.path}${family}/${spot.path}` : fullPath(spot);
}

/** Asks each session once for all that a batch of rows needs; without an answer the request itself decides. */
async function permissions(
  action: MainAction,
  batch: readonly StoredRow[],
  requests: Requests,
): Promise<(need: Need) => boolean> {
  const wanted = new Map<Session, Set<string>>();
  for (const row of batch)
    for (const need of kindOf(action).needs(action, row)) {
      const paths = wanted.get(need.spot.session) ?? new Set();
      wanted.set(need.spot.session, paths.add(apiPath(need)));
    }
  const found = new Map<Session, ReadonlyMap<string, ReadonlySet<string>>>();
  for (const [session, paths] of wanted)
    try {
      found.set(session, await requests.send(session, (caller) => capabilitiesSelf(caller, [...paths])));
    } catch (failure) {
      if (!(failure instanceof AppFailure) || failure.error.kind !== 'forbidden') throw failure;
    }
  return (need) => {
    const granted = found.get(need.spot.session)?.get(apiPath(need));
    return granted === undefined || granted.has('root') || need.any.some((one) => granted.has(one));
  };
}
