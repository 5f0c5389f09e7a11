/**
 * Walks every folder below one, some lists at a time and depth first, so that the first entries come after a few lists
 * and few folders wait; until none waits, the budget of names is spent or the user cancels. An unreadable folder is counted and named; a connection-wide error (dead token, sealed,
 * network) ends the walk and is returned. The client waits out a 429.
 */
import { counted, grouped } from '../../shared/vault/counted.ts';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import { asAppError, isTrouble } from '../core/connection/trouble.ts';
import type { JobCounts } from './jobs.ts';

export interface Walk {
  /** Names in a folder (empty, or ending in `/`); folders among them end in `/`. */
  readonly list: (folder: string, signal: AbortSignal) => Promise<readonly string[]>;
  /** Called after each folder, with the names in it. */
  readonly onFolder: (folder: string, names: readonly string[]) => void;
  readonly count: (counts: JobCounts) => void;
  readonly unread: (folder: string, reason: string) => void;
  /**
   * Called once with the folders that a stop, a cancel or the limit of names has left unread. Without it the names of a
   * folder beyond the limit are dropped; with it every folder is told as a whole, so that a later walk can go on.
   */
  readonly left?: (folders: readonly string[]) => void;
  readonly signal: AbortSignal;
}

export interface WalkLimits {
  readonly concurrency: number;
  readonly names: number;
}

export const defaultLimits: WalkLimits = { concurrency: 8, names: 200_000 };

/** Walks from a folder; resolves to the error that stopped it early, or undefined if it saw everything. */
export async function walkFolders(
  from: string,
  walk: Walk,
  limits: WalkLimits = defaultLimits,
): Promise<AppError | undefined> {
  /** Next one last. */
  const waiting: string[] = [from];
  let foldersRead = 0;
  let namesSeen = 0;
  let stopped: AppError | undefined;
  // A composed signal would cost every listening request.
  const stop = new AbortController();
  const { signal } = stop;
  const cancel = (): void => {
    stop.abort();
  };
  if (walk.signal.aborted) cancel();
  walk.signal.addEventListener('abort', cancel, { once: true });
  const underWay = new Set<Promise<void>>();
  const cut: string[] = [];

  async function readFolder(folder: string): Promise<void> {
    try {
      const names = await walk.list(folder, signal);
      if (signal.aborted) {
        cut.push(folder);
        return;
      }
      foldersRead++;
      const room = walk.left === undefined ? Math.max(0, limits.names - namesSeen) : names.length;
      const wanted = names.slice(0, room);
      namesSeen += names.length;
      walk.onFolder(folder, wanted);
      for (let at = wanted.length - 1; at >= 0; at--) {
        const name = wanted[at] ?? '';
        if (name.endsWith('/')) waiting.push(folder + name);
      }
      const isRest = wanted.length < names.length || waiting.length > 0 || underWay.size > 1;
      if (namesSeen > limits.names && isRest) stopWith(overBudget(limits.names));
    } catch (failure) {
      const error = asAppError(failure);
      if (signal.aborted || isTrouble(error) || error.kind === 'internal') cut.push(folder);
      if (signal.aborted) return;
      if (isTrouble(error) || error.kind === 'internal') stopWith(error);
      else walk.unread(folder, error.message);
    }
    walk.count({ foldersRead, foldersWaiting: waiting.length + underWay.size - 1, namesSeen });
  }

  function stopWith(error: AppError): void {
    stopped ??= error;
    stop.abort();
  }

  while (!signal.aborted && (waiting.length > 0 || underWay.size > 0)) {
    while (waiting.length > 0 && underWay.size < limits.concurrency) {
      const reading: Promise<void> = readFolder(waiting.pop() ?? '').finally(() => underWay.delete(reading));
      underWay.add(reading);
    }
    await Promise.race(underWay);
  }
  await Promise.all(underWay);
  walk.signal.removeEventListener('abort', cancel);
  if (signal.aborted) walk.left?.([...cut, ...waiting.toReversed()]);
  if (walk.signal.aborted) throw new AppFailure({ kind: 'cancelled', message: 'Cancelled.' });
  return stopped;
}

/** True for the error of a walk that has met its limit of names; an answer that is too large has a limit of bytes. */
export function isOverBudget(error: AppError): boolean {
  return error.kind === 'too-large' && error.limitBytes === 0;
}

function overBudget(names: number): AppError {
  return {
    kind: 'too-large',
    limitBytes: 0,
    message: `More than ${grouped(names)} names lie below this folder; the rest was not searched.`,
    hint: 'Start further down.',
  };
}

/** The error of a walk that has left over what lies beyond the limit, below some of its places (at least one). */
export function restLeft(places: readonly string[], { names }: WalkLimits = defaultLimits): AppError {
  const [first = ''] = places;
  const more = places.length === 1 ? '' : ` and ${counted(places.length - 1, 'other place')}`;
  return {
    kind: 'too-large',
    limitBytes: 0,
    message: `More than ${grouped(names)} names lie below “${first}”${more}. The rest has not been searched yet.`,
    hint: '“Go on” searches the rest.',
  };
}
