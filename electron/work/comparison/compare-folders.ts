/**
 * Compares two folders to their ends: lists both, reads the current version of every entry, and says for each path if
 * both sides hold the same. A page learns nothing by it that it could repeat: one comparison takes one gesture, and a
 * path has one entry on each side, so each guess to be tested needs a write of its own.
 */
import type { AppError } from '../../../shared/ipc/result.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ComparisonRow } from '../../../shared/vault/comparison.ts';
import type { KeyDifference } from '../../../shared/vault/editing.ts';
import { isFolderPath } from '../../../shared/vault/selection.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { asAppError, isTrouble } from '../../core/connection/trouble.ts';
import { compareMembers } from '../../core/entries/compare.ts';
import type { Current } from '../../core/entries/current.ts';
import type { Session } from '../../core/session/session.ts';
import { eachBounded, PARALLEL } from '../bounded.ts';
import type { FindingsReport } from '../jobs.ts';
import type { Pace } from '../pace.ts';
import type { Requests } from '../plan/requests.ts';
import { walkSelection } from '../selected-entries.ts';
import type { SelectedEntry } from '../selected-entries.ts';
import type { ComparedPath, Comparison } from './comparisons.ts';

interface CompareParts {
  readonly sessionOf: (sessionId: string) => Session;
  readonly paceOf: (session: Session) => Pace;
  readonly requests: Requests;
}

/** Refuses sides that are not two different folders. Rejects with `invalid-input`. */
export function checkSides(left: SelectedPlace, right: SelectedPlace): void {
  for (const [field, { path }] of Object.entries({ left, right }))
    if (!isFolderPath(path))
      throw new AppFailure({
        kind: 'invalid-input',
        field,
        message: 'Only folders and whole mounts are compared here. Nothing was read.',
        hint: 'Compare two entries from the menu of one of them.',
      });
  if (left.sessionId !== right.sessionId || left.mount !== right.mount || left.path !== right.path) return;
  throw new AppFailure({
    kind: 'invalid-input',
    field: 'right',
    message: 'Both sides are the same folder. Nothing was read.',
  });
}

/** One side as it was listed. */
interface Listed {
  /** By path below the folder. */
  readonly entries: ReadonlyMap<string, SelectedEntry>;
  /** Folders, below the folder, that could not be listed; an empty text is the folder itself. */
  readonly unread: readonly { readonly folder: string; readonly reason: string }[];
  readonly stopped: AppError | undefined;
}

/** Finds the rows of a comparison. Resolves to the error that stopped it early, if any. */
export async function compareFolders(
  comparison: Comparison,
  parts: CompareParts,
  report: FindingsReport<ComparisonRow>,
): Promise<AppError | undefined> {
  const { signal } = report;
  const [left, right] = await Promise.all([
    listed(comparison.left, parts, report),
    listed(comparison.right, parts, report),
  ]);
  const stopped = left.stopped ?? right.stopped;
  // Half a list would show entries as missing that are there.
  if (stopped !== undefined) return stopped;
  const paths = [...new Set([...left.entries.keys(), ...right.entries.keys()])].sort();
  report.total(paths.length);
  for (const [id, path] of paths.entries())
    comparison.rows.push({
      row: { id, path, change: 'unknown', reason: 'It was not compared.' },
      left: left.entries.get(path),
      right: right.entries.get(path),
    });
  await eachBounded([...paths.keys()], PARALLEL, signal, async (id) => {
    const compared = comparison.rows[id] as ComparedPath;
    const verdict = await judged(compared, [left, right], parts.requests);
    const row: ComparisonRow = { id, path: compared.row.path, ...verdict };
    comparison.rows[id] = { ...compared, row };
    report.found(row);
    report.step();
  });
  return undefined;
}

async function listed(
  place: SelectedPlace,
  { sessionOf, paceOf }: CompareParts,
  { signal, unread }: FindingsReport<ComparisonRow>,
): Promise<Listed> {
  const entries = new Map<string, SelectedEntry>();
  const missing: { folder: string; reason: string }[] = [];
  const root = place.mount + place.path;
  const stopped = await walkSelection([place], {
    sessionOf,
    paceOf,
    onEntries: (found) => {
      for (const entry of found) entries.set(entry.path.slice(place.path.length), entry);
    },
    count: () => undefined,
    unread: (path, reason) => {
      missing.push({ folder: path.slice(root.length), reason });
      unread(path, reason);
    },
    signal,
  });
  return { entries, unread: missing, stopped };
}

type Verdict = Omit<ComparisonRow, 'id' | 'path'>;

async function judged(
  { row: { path }, left, right }: ComparedPath,
  sides: readonly [Listed, Listed],
  requests: Requests,
): Promise<Verdict> {
  for (const [entry, { unread }] of [
    [left, sides[0]],
    [right, sides[1]],
  ] as const) {
    const above = entry === undefined ? unread.find(({ folder }) => path.startsWith(folder)) : undefined;
    if (above !== undefined) return { change: 'unknown', reason: above.reason };
    if (entry?.mount.engine === 'other')
      return { change: 'unknown', reason: 'A read in this engine may create something.' };
  }
  try {
    return verdictOf(await now(left, requests), await now(right, requests));
  } catch (failure) {
    const error = asAppError(failure);
    if (isTrouble(error) || error.kind === 'locked' || error.kind === 'cancelled') throw failure;
    return { change: 'unknown', reason: error.message };
  }
}

async function now(entry: SelectedEntry | undefined, requests: Requests): Promise<Current | undefined> {
  return entry === undefined ? undefined : requests.current(entry);
}

function verdictOf(left: Current | undefined, right: Current | undefined): Verdict {
  const unreadable = [left, right].find((one) => one?.state === 'unreadable');
  if (unreadable?.state === 'unreadable') return { change: 'unknown', reason: unreadable.error.message };
  const gone = goneOf(left?.state === 'gone', right?.state === 'gone');
  if (left?.state === 'living' && right?.state === 'living') {
    const keys = compareMembers(left.read.content.members, right.read.content.members);
    const differ = keys.filter(({ change }) => change !== 'same').length;
    return { change: differ === 0 ? 'same' : 'different', differ, keys: keys.length };
  }
  if (left?.state === 'living') return { change: 'left-only', ...gone };
  if (right?.state === 'living') return { change: 'right-only', ...gone };
  return { change: 'same', ...gone };
}

function goneOf(left: boolean, right: boolean): Pick<ComparisonRow, 'gone'> {
  if (left && right) return { gone: 'both' };
  return left ? { gone: 'left' } : right ? { gone: 'right' } : {};
}

/** Compares the entries of a row by key, read anew. Rejects with `invalid-input` for a row that is not there. */
export async function comparedKeys(
  { rows }: Comparison,
  at: number,
  requests: Requests,
): Promise<readonly KeyDifference[]> {
  const compared = rows[at];
  if (compared === undefined)
    throw new AppFailure({ kind: 'invalid-input', field: 'row', message: 'The comparison has no such row.' });
  const { left, right } = compared;
  if (left?.mount.engine === 'other' || right?.mount.engine === 'other')
    throw new AppFailure({ kind: 'invalid-request', message: 'A read in this engine may create something.' });
  const members = async (entry: SelectedEntry | undefined) => {
    const found = await now(entry, requests);
    if (found?.state === 'unreadable') throw new AppFailure(found.error);
    return found?.state === 'living' ? found.read.content.members : [];
  };
  return compareMembers(await members(left), await members(right));
}
