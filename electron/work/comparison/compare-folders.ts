/**
 * Compares two folders to their ends: lists both, reads the current version of every entry, and says for each path if
 * both sides hold the same. One side can be a file, whose items are compared by their newest versions. A page learns
 * nothing by it that it could repeat: one comparison takes one gesture, and a path has one entry on each side, so each
 * guess to be tested needs a write of its own.
 */
import type { AppError } from '../../../shared/ipc/result.ts';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { ComparisonRow } from '../../../shared/vault/comparison.ts';
import type { KeyDifference } from '../../../shared/vault/editing.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import { isFolderPath } from '../../../shared/vault/selection.ts';
import type { SelectedPlace } from '../../../shared/vault/selection.ts';
import { asAppError, isTrouble } from '../../core/connection/trouble.ts';
import type { NumberSense } from '../../core/entries/canonical-json.ts';
import { compareMembers } from '../../core/entries/compare.ts';
import { numbersOf } from '../../core/entries/content.ts';
import type { Session } from '../../core/session/session.ts';
import { eachBounded } from '../bounded.ts';
import { mapped } from '../import/mapping.ts';
import type { FindingsReport } from '../jobs.ts';
import { workAtOnce } from '../pace.ts';
import type { Pace } from '../pace.ts';
import type { Requests } from '../plan/requests.ts';
import { walkSelection } from '../selected-entries.ts';
import type { SelectedEntry } from '../selected-entries.ts';
import { isFile } from './comparisons.ts';
import type {
  ComparedEntry,
  ComparedPath,
  ComparedSide,
  Comparison,
  FileItem,
  FileSide,
} from './comparisons.ts';

interface CompareParts {
  readonly sessionOf: (sessionId: string) => Session;
  readonly paceOf: (session: Session) => Pace;
  readonly requests: Requests;
}

/** Refuses sides that are not two different folders, or a folder and a file. Throws `invalid-input`. */
export function checkSides(left: ComparedSide, right: ComparedSide): void {
  for (const [field, side] of Object.entries({ left, right }))
    if (!isFile(side) && !isFolderPath(side.path))
      throw new AppFailure({
        kind: 'invalid-input',
        field,
        message: 'Only folders and whole mounts are compared here. Nothing was read.',
        hint: 'Compare two entries from the menu of one of them.',
      });
  if (isFile(left) || isFile(right)) {
    if (!isFile(left) || !isFile(right)) return;
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'right',
      message: 'Both sides are files. Nothing was read.',
      hint: 'Compare each with a folder.',
    });
  }
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
  readonly entries: ReadonlyMap<string, ComparedEntry>;
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
    found(comparison.left, parts, report),
    found(comparison.right, parts, report),
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
  const sessions = [comparison.left, comparison.right].flatMap((side) =>
    isFile(side) ? [] : parts.sessionOf(side.sessionId),
  );
  await eachBounded([...paths.keys()], workAtOnce(sessions, parts.paceOf), signal, async (id) => {
    const compared = comparison.rows[id] as ComparedPath;
    const verdict = await judged(compared, [left, right], parts.requests);
    const row: ComparisonRow = { id, path: compared.row.path, ...verdict };
    comparison.rows[id] = { ...compared, row };
    report.found(row);
    report.step();
  });
  return undefined;
}

function found(
  side: ComparedSide,
  parts: CompareParts,
  report: FindingsReport<ComparisonRow>,
): Promise<Listed> {
  return isFile(side) ? itemsOf(side, report.signal) : listed(side, parts, report);
}

/** The items of a file. One that lacks entries says nothing about those that it does not have. */
async function itemsOf({ read, mapping }: FileSide, signal: AbortSignal): Promise<Listed> {
  const entries = new Map<string, FileItem>();
  for (const item of await mapped(read, mapping, signal))
    entries.set(
      item.path,
      entries.has(item.path) ? { item, problem: 'Two items of the file have this path.' } : { item },
    );
  const reason = 'The file is incomplete: it can lack this entry.';
  return { entries, unread: read.incomplete === true ? [{ folder: '', reason }] : [], stopped: undefined };
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
    onEntries: (more) => {
      for (const entry of more) entries.set(entry.path.slice(place.path.length), entry);
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
    const problem = problemOf(entry);
    if (problem !== undefined) return { change: 'unknown', reason: problem };
  }
  try {
    const both = await Promise.all([now(left, requests), now(right, requests)]);
    return verdictOf(...both, numbersBetween(left, right));
  } catch (failure) {
    const error = asAppError(failure);
    if (isTrouble(error) || error.kind === 'locked' || error.kind === 'cancelled') throw failure;
    return { change: 'unknown', reason: error.message };
  }
}

/** The reason why something cannot be compared. */
function problemOf(entry: ComparedEntry | undefined): string | undefined {
  if (entry === undefined) return undefined;
  if ('item' in entry) return entry.problem;
  return entry.mount.engine === 'other' ? 'A read in this engine may create something.' : undefined;
}

const notInFile: AppError = {
  kind: 'invalid-request',
  message: 'The file has no values of its newest version.',
};

/** The newest values of a side at a path. */
type Newest =
  | { readonly state: 'living'; readonly members: readonly Member[] }
  | { readonly state: 'gone' | 'absent' }
  | { readonly state: 'unreadable'; readonly error: AppError };

async function now(entry: ComparedEntry | undefined, requests: Requests): Promise<Newest> {
  if (entry === undefined) return { state: 'absent' };
  if ('item' in entry) {
    const { members, gone, isUnread } = entry.item.versions.at(-1) ?? {};
    if (members !== undefined) return { state: 'living', members };
    return gone === undefined || isUnread === true
      ? { state: 'unreadable', error: notInFile }
      : { state: 'gone' };
  }
  const current = await requests.current(entry);
  return current.state === 'living' ? { state: 'living', members: current.read.content.members } : current;
}

/** A file has the digits of its numbers, and KV v2 keeps what it can of them. */
function numbersBetween(left: ComparedEntry | undefined, right: ComparedEntry | undefined): NumberSense {
  if (left === undefined || right === undefined) return 'exact';
  if ('item' in left) return 'item' in right ? 'exact' : numbersOf(right.mount);
  return 'item' in right ? numbersOf(left.mount) : 'exact';
}

function verdictOf(left: Newest, right: Newest, numbers: NumberSense): Verdict {
  const unreadable = [left, right].find((one) => one.state === 'unreadable');
  if (unreadable !== undefined) return { change: 'unknown', reason: unreadable.error.message };
  const gone = goneOf(left.state === 'gone', right.state === 'gone');
  if (left.state === 'living' && right.state === 'living') {
    const keys = compareMembers(left.members, right.members, numbers);
    const differ = keys.filter(({ change }) => change !== 'same').length;
    return { change: differ === 0 ? 'same' : 'different', differ, keys: keys.length };
  }
  if (left.state === 'living') return { change: 'left-only', ...gone };
  if (right.state === 'living') return { change: 'right-only', ...gone };
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
  const problem = problemOf(left) ?? problemOf(right);
  if (problem !== undefined) throw new AppFailure({ kind: 'invalid-request', message: problem });
  const members = async (entry: ComparedEntry | undefined): Promise<readonly Member[]> => {
    const newest = await now(entry, requests);
    if (newest.state === 'unreadable') throw new AppFailure(newest.error);
    return newest.state === 'living' ? newest.members : [];
  };
  return compareMembers(await members(left), await members(right), numbersBetween(left, right));
}
