/** Makes a plan from a file: finds its connections, asks for the values that a file lacks, and judges it anew. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { PlanAction } from '../../../shared/vault/plan.ts';
import type { Ask } from '../../core/platform.ts';
import type { Session } from '../../core/session/session.ts';
import { asAppError, isTrouble } from '../../core/connection/trouble.ts';
import { eachInTurns } from '../../core/turns.ts';
import { kindOf } from './actions.ts';
import { leadsTo } from './names.ts';
import type { SavedPlan } from './plan-file.ts';
import { mountOfSide, sessionAt } from './plan-lines.ts';
import type { LinesRow, TypedValues } from './plan-lines.ts';
import { notesOf } from './plans.ts';
import type { Judged, Plan, Side, StoredRow } from './plans.ts';
import type { Requests } from './requests.ts';
import { storedRow } from './resume.ts';

/** Finds the open session of each connection. Throws `invalid-request` if one is not open. */
export function sessionsFor(
  { header: { places } }: SavedPlan,
  open: readonly SessionView[],
  preferred: string,
): readonly string[] {
  return places.map((place) => {
    // A file can come from another machine, whose profiles have other ids.
    const { profileId: _profile, ...anywhere } = place;
    const found = sessionAt(place, open, preferred) ?? sessionAt(anywhere, open, preferred);
    if (found !== undefined) return found.sessionId;
    const within = place.namespace === '' ? '' : `, namespace “${place.namespace}”`;
    throw new AppFailure({
      kind: 'invalid-request',
      message: `This plan needs “${place.name}” (${place.address}${within}), which is not open.`,
      hint: 'Connect to it, then load the plan again. No plan was made.',
    });
  });
}

/** Asks in the secure prompt for the values that a file lacks. Rejects with `cancelled`. */
export async function askForValues(
  action: PlanAction,
  fileName: string,
  ask: Ask,
  signal: AbortSignal,
): Promise<TypedValues> {
  if (action.kind !== 'set-key' && action.kind !== 'replace-value') return {};
  const answer = await ask(
    {
      kind: 'enter-fields',
      title: 'Enter the values of this plan',
      facts: [
        { name: 'File', value: fileName },
        action.key === undefined
          ? { name: 'Key', value: 'all of them', prose: true }
          : { name: 'Key', value: action.key },
      ],
      intro: ['A saved plan has no values. Nothing is changed before you confirm the plan.'],
      fields:
        action.kind === 'set-key'
          ? [{ name: 'value', label: 'Value', secret: true }]
          : [
              { name: 'find', label: 'Text to find', secret: true },
              { name: 'by', label: 'Replacement', secret: true },
            ],
      action: 'Make the plan',
    },
    signal,
  );
  if (answer.kind !== 'fields') throw new AppFailure({ kind: 'cancelled', message: 'No plan was made.' });
  const { value = '', find = '', by = '' } = answer.values;
  return action.kind === 'set-key' ? { rawJson: JSON.stringify(value) } : { find, by };
}

/** Throws `invalid-input` if a row leads elsewhere than its action says, or stands in the file twice. */
export async function refuseStrayRows(
  { fileName, header, rows }: SavedPlan,
  action: PlanAction,
  sessionIds: readonly string[],
): Promise<void> {
  const placeOf = (at: number | undefined) => {
    const side = at === undefined ? undefined : header.sides[at];
    return side === undefined ? undefined : { sessionId: sessionIds[side.place], mount: side.mount };
  };
  const leads = leadsTo(action);
  const fits = (row: LinesRow): boolean => {
    const [from, to] = [placeOf(row.fromSide), placeOf(row.toSide)];
    if (from?.sessionId === undefined || (row.toSide !== undefined && to?.sessionId === undefined))
      return false;
    const isAt = (
      side: typeof from | undefined,
      place: { readonly sessionId: string; readonly mount: string },
    ) => side?.sessionId === place.sessionId && side.mount === place.mount;
    switch (action.kind) {
      case 'copy':
      case 'move':
        return isAt(to, action.to) && leadsThere(row, leads);
      case 'rename':
        return to?.sessionId === from.sessionId && to.mount === from.mount && leadsThere(row, leads);
      case 'copy-key':
        return isAt(from, action.from) && row.path === action.from.path && to !== undefined;
      default:
        return to === undefined;
    }
  };
  const seen = new Set<string>();
  await eachInTurns(rows, (row) => {
    const key = JSON.stringify([row.fromSide, row.path, row.toSide, row.toPath]);
    if (fits(row) && !seen.has(key)) return void seen.add(key);
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'file',
      message: `A row of “${fileName}” does not fit its action: ${row.path}`,
      hint: 'Choose another file. No plan was made.',
    });
  });
}

/** True if the action leads the row's path there from one of the folders above it. */
function leadsThere({ path, toPath }: LinesRow, leads: ReturnType<typeof leadsTo>): boolean {
  for (let cut = 0; cut >= 0; cut = path.indexOf('/', cut) + 1 || -1)
    if (leads(path, path.slice(0, cut)) === toPath) return true;
  return false;
}

/** A plan's rows from a file, and what the file says of each. */
export interface LoadedRows {
  readonly rows: readonly StoredRow[];
  readonly saved: readonly LinesRow[];
}

/** Finds the mounts of a file's rows; those of a mount that is gone are reported as unread. */
export async function loadedRows(
  plan: Plan,
  { header, rows }: SavedPlan,
  sessionsAt: readonly Session[],
  {
    unread,
    signal,
  }: { readonly unread: (path: string, reason: string) => void; readonly signal: AbortSignal },
): Promise<LoadedRows> {
  const sides: (Side | undefined)[] = [];
  const reasons: string[] = [];
  for (const [at, { place }] of header.sides.entries()) {
    const session = sessionsAt[place];
    const path = mountOfSide(header, at);
    if (session === undefined || path === undefined) continue;
    plan.sessions.add(session);
    try {
      sides[at] = { session, mount: await session.mounts.at(path, signal) };
    } catch (failure) {
      const error = asAppError(failure);
      if (signal.aborted || isTrouble(error) || error.kind === 'internal' || error.kind === 'locked')
        throw failure;
      reasons[at] = error.message;
    }
  }
  const found: StoredRow[] = [];
  const saved: LinesRow[] = [];
  // Versions that were chosen are meant by their numbers. Without a choice the action means the current one, which a
  // newer version takes over; such a row has changed since it was saved.
  await eachInTurns(rows, (row) => {
    const stored = storedRow(row, sides, 'unknown');
    if (stored === undefined) {
      const path = (mountOfSide(header, row.fromSide) ?? '') + row.path;
      unread(path, reasons[row.fromSide] ?? reasons[row.toSide ?? -1] ?? 'Its mount was not found.');
      return;
    }
    const { seen: _seen, over: _over, versions, ...rest } = stored;
    found.push(rest.chosen === true && versions !== undefined ? { ...rest, versions } : rest);
    saved.push(row);
  });
  return { rows: found, saved };
}

/** Judges a row anew, and notes if its entries are not as they were when the plan was saved. */
export async function judgeLoaded(
  { action }: Plan,
  row: StoredRow,
  saved: LinesRow,
  requests: Requests,
): Promise<Judged> {
  const now = await kindOf(action).judge(action, row, requests);
  const isAsSaved =
    now.effect === saved.effect &&
    (now.seen ?? 0) === (saved.seen ?? 0) &&
    (now.over ?? 0) === (saved.over ?? 0) &&
    (now.versions ?? row.versions ?? []).join() === (saved.versions ?? []).join();
  return isAsSaved ? now : { ...now, ...notesOf(['changed-since-saved', ...(now.notes ?? [])]) };
}
