/**
 * One mechanism for work of many requests with useful partial results: an id, findings in batches, cancel, and an
 * honest end that names everything unread. A job's progress is sent a few times a second, its end exactly once.
 *
 * Findings have two forms: names below folders (`startWalk`), and rows of a table whose length is known (`startRows`),
 * each kind of row with an event of its own.
 */
import { randomUUID } from 'node:crypto';
import type { Events, JobEnd } from '../../shared/ipc/contract.ts';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import { asAppError } from '../core/connection/trouble.ts';

/** Reports of a running job. */
interface JobReport {
  readonly unread: (path: string, reason: string) => void;
  readonly signal: AbortSignal;
}

/** Reports of a job that walks folders. */
export interface FoundReport<Group, Counts extends JobCounts> extends Omit<JobReport, 'unread'> {
  /** `names`: how many the group holds. */
  readonly found: (group: Group, names: number) => void;
  readonly count: (state: Counts) => void;
  readonly unread: (path: string, reason: string, sessionId: string, ofNamespace?: boolean) => void;
}

/** A place that a job could not read. */
export interface UnreadPlace {
  readonly sessionId: string;
  /** With its mount. */
  readonly path: string;
  readonly reason: string;
  /** The path is a namespace. */
  readonly ofNamespace?: true;
}

export type FoundBatch<Group, Counts extends JobCounts> = Counts & {
  readonly jobId: string;
  readonly found: readonly Group[];
  readonly unread: readonly UnreadPlace[];
};

export interface JobCounts {
  readonly foldersRead: number;
  readonly foldersWaiting: number;
  readonly namesSeen: number;
}

/** The work itself; resolves to the error that stopped it early, if any. */
export type FoundWork<Group, Counts extends JobCounts> = (
  report: FoundReport<Group, Counts>,
) => Promise<AppError | undefined>;

/** Reports of a running job of rows. */
export interface RowsReport<Row> {
  readonly total: (rows: number) => void;
  /** One more row is done. */
  readonly row: (row: Row) => void;
  readonly unread: JobReport['unread'];
  readonly signal: AbortSignal;
}

export interface RowBatch<Row> {
  readonly jobId: string;
  readonly rows: readonly Row[];
  readonly done: number;
  readonly total: number;
}

/** Reports of a job that finds rows along the way and counts its steps. */
export interface FindingsReport<Row> {
  /** Number of steps known so far; it can grow. */
  readonly total: (steps: number) => void;
  /** One step more is done. */
  readonly step: () => void;
  readonly found: (row: Row) => void;
  readonly unread: JobReport['unread'];
  readonly signal: AbortSignal;
}

export type FindingsWork<Row> = (report: FindingsReport<Row>) => Promise<AppError | undefined>;

/** Reports of work on one large object. */
export interface MeasuredReport<Stand> {
  readonly at: (stand: Stand) => void;
  readonly signal: AbortSignal;
}

export type MeasuredWork<Stand> = (report: MeasuredReport<Stand>) => Promise<void>;

export type RowsWork<Row> = (report: RowsReport<Row>) => Promise<AppError | undefined>;

export interface Jobs {
  /**
   * Starts a job of a session that walks folders; its first event comes after this has returned. `none`: the counts
   * of its beginning. Throws `invalid-request` if too many run.
   */
  readonly startWalk: <Group, Counts extends JobCounts>(
    sessionId: string,
    none: Counts,
    tell: (batch: FoundBatch<Group, Counts>) => void,
    work: FoundWork<Group, Counts>,
  ) => string;
  /**
   * Works as `startWalk`; `tell` sends each batch. In the end `foldersRead` counts the rows done, `namesSeen` all rows.
   */
  readonly startRows: <Row>(
    sessionId: string,
    tell: (batch: RowBatch<Row>) => void,
    work: RowsWork<Row>,
  ) => string;
  /** Works as `startRows` for rows found on the way: `done` and `total` count steps. */
  readonly startFindings: <Row>(
    sessionId: string,
    tell: (batch: RowBatch<Row>) => void,
    work: FindingsWork<Row>,
  ) => string;
  /**
   * Works as `startWalk` for one large object: `tell` gets its progress. `endures`: it changes the server, so only the
   * user ends it, not a lock. Its end counts nothing.
   */
  readonly startMeasured: <Stand extends object>(
    sessionId: string,
    tell: (stand: Stand & { readonly jobId: string }) => void,
    work: MeasuredWork<Stand>,
    options?: { readonly endures: boolean },
  ) => string;
  /** Cancels a job; does nothing once it has ended. */
  readonly cancel: (jobId: string) => void;
  readonly cancelSession: (sessionId: string) => void;
}

type EmitJob = (name: 'job.ended', payload: Events['job.ended']) => void;

/**
 * Findings are sent while the work waits for the server, not all at its end; the page decides how often to draw them.
 * Each event costs main and page about a millisecond besides its rows.
 */
const INTERVAL_MS = 250;
/** A batch stays small enough for the leaving gate to scan it in place, not in a thread that has to start. */
const MOST_ROWS = 200;
const MOST_NAMES = 1_500;
const UNREAD_TOLD = 100;
/** Unread places of a walk that are named. */
const MOST_UNREAD = 5_000;
/** Those of one session share its pace. */
export const MOST_JOBS = 16;

interface Running {
  readonly sessionId: string;
  readonly endures: boolean;
  readonly abort: AbortController;
}

/** Gathers and sends one form of findings. */
interface Gathering {
  readonly work: (unread: JobReport['unread'], signal: AbortSignal) => Promise<AppError | undefined>;
  readonly send: () => void;
  readonly counts: () => Pick<JobEnd, 'foldersRead' | 'namesSeen'>;
}

/** Makes the jobs of the app; `emit` sends their events. */
export function createJobs(emit: EmitJob): Jobs {
  const running = new Map<string, Running>();

  async function run(jobId: string, { work, send, counts }: Gathering, signal: AbortSignal): Promise<void> {
    const unread: { readonly path: string; readonly reason: string }[] = [];
    let unreadCount = 0;
    let error: AppError | undefined;
    try {
      error = await work((path, reason) => {
        unreadCount++;
        if (unread.length < UNREAD_TOLD) unread.push({ path, reason });
      }, signal);
    } catch (failure) {
      error = asAppError(failure);
    }
    running.delete(jobId);
    send();
    emit('job.ended', endOf({ jobId, ...counts(), unread, unreadCount }, error, signal.aborted));
  }

  function begin(sessionId: string, gather: (jobId: string) => Gathering, endures = false): string {
    if (running.size >= MOST_JOBS)
      throw new AppFailure({
        kind: 'invalid-request',
        message: `${String(MOST_JOBS)} jobs are running already. Nothing was started.`,
        hint: 'Wait for one of them, or cancel it.',
      });
    const jobId = randomUUID();
    const abort = new AbortController();
    running.set(jobId, { sessionId, endures, abort });
    setImmediate(() => void run(jobId, gather(jobId), abort.signal));
    return jobId;
  }

  return {
    startWalk: (sessionId, none, tell, work) =>
      begin(sessionId, (jobId) => gatherFound(jobId, none, tell, work)),
    startRows: (sessionId, tell, work) =>
      begin(sessionId, (jobId) =>
        gatherFindings(jobId, tell, ({ found, step, ...report }) =>
          work({
            ...report,
            row: (row) => {
              found(row);
              step();
            },
          }),
        ),
      ),
    startFindings: (sessionId, tell, work) => begin(sessionId, (jobId) => gatherFindings(jobId, tell, work)),
    startMeasured: (sessionId, tell, work, options) =>
      begin(sessionId, (jobId) => gatherStands(jobId, tell, work), options?.endures),
    cancel: (jobId) => running.get(jobId)?.abort.abort(),
    cancelSession: (sessionId) => {
      for (const job of running.values()) if (job.sessionId === sessionId && !job.endures) job.abort.abort();
    },
  };
}

function gatherFound<Group, Counts extends JobCounts>(
  jobId: string,
  none: Counts,
  tell: (batch: FoundBatch<Group, Counts>) => void,
  work: FoundWork<Group, Counts>,
): Gathering {
  let found: Group[] = [];
  let names = 0;
  let unread: UnreadPlace[] = [];
  let told = 0;
  let counts = none;
  /** The first find does not wait for the interval that the counts before it have begun. */
  let isFirst = true;
  const { send, sendIfDue } = inIntervals(INTERVAL_MS, () => {
    tell({ jobId, found, unread, ...counts });
    found = [];
    names = 0;
    unread = [];
  });
  return {
    work: (cannotRead, signal) =>
      work({
        found: (group, count) => {
          found.push(group);
          names += count;
          sendIfDue(isFirst || names >= MOST_NAMES || found.length >= MOST_ROWS);
          isFirst = false;
        },
        count: (state) => {
          counts = state;
          sendIfDue();
        },
        unread: (path, reason, sessionId, ofNamespace = false) => {
          cannotRead(path, reason);
          if (told++ < MOST_UNREAD)
            unread.push({ sessionId, path, reason, ...(ofNamespace && { ofNamespace }) });
        },
        signal,
      }),
    send,
    counts: () => ({ foldersRead: counts.foldersRead, namesSeen: counts.namesSeen }),
  };
}

function gatherFindings<Row>(
  jobId: string,
  tell: (batch: RowBatch<Row>) => void,
  work: FindingsWork<Row>,
): Gathering {
  let rows: Row[] = [];
  let done = 0;
  let total = 0;
  const { send, sendIfDue } = inIntervals(INTERVAL_MS, () => {
    tell({ jobId, rows, done, total });
    rows = [];
  });
  return {
    work: (unread, signal) =>
      work({
        total: (count) => {
          total = count;
          sendIfDue();
        },
        step: () => {
          done++;
          sendIfDue(rows.length >= MOST_ROWS);
        },
        found: (row) => {
          rows.push(row);
          // One step alone can find a lot.
          if (rows.length > MOST_ROWS) send();
        },
        unread,
        signal,
      }),
    send,
    counts: () => ({ foldersRead: done, namesSeen: total }),
  };
}

function gatherStands<Stand extends object>(
  jobId: string,
  tell: (stand: Stand & { readonly jobId: string }) => void,
  work: MeasuredWork<Stand>,
): Gathering {
  let stand: Stand | undefined;
  const { send, sendIfDue } = inIntervals(INTERVAL_MS, () => {
    if (stand !== undefined) tell({ ...stand, jobId });
  });
  return {
    work: async (_unread, signal) => {
      await work({
        at: (now) => {
          stand = now;
          sendIfDue();
        },
        signal,
      });
      return undefined;
    },
    send,
    counts: () => ({ foldersRead: 0, namesSeen: 0 }),
  };
}

function inIntervals(
  intervalMs: number,
  tell: () => void,
): { readonly send: () => void; readonly sendIfDue: (isFull?: boolean) => void } {
  let sentAtMs = 0;
  let later: NodeJS.Timeout | undefined;
  const send = (): void => {
    clearTimeout(later);
    later = undefined;
    tell();
    sentAtMs = performance.now();
  };
  return {
    send,
    sendIfDue: (isFull = false) => {
      const leftMs = intervalMs - (performance.now() - sentAtMs);
      if (isFull || leftMs <= 0) send();
      // A server that is slow to answer would hold back what was found before it.
      else later ??= setTimeout(send, leftMs);
    },
  };
}

function endOf(
  facts: Omit<JobEnd, 'outcome' | 'error'>,
  error: AppError | undefined,
  aborted: boolean,
): JobEnd {
  if (aborted || error?.kind === 'cancelled') return { ...facts, outcome: 'cancelled' };
  return error === undefined ? { ...facts, outcome: 'done' } : { ...facts, outcome: 'stopped', error };
}

/** Refuses a job for a token that pays for each request; `what` would spend a use for each `each`. */
export function refuseLimitedUse(limitedUse: boolean, what = 'a search', each = 'folder'): void {
  if (!limitedUse) return;
  throw new AppFailure({
    kind: 'invalid-request',
    message: `This token has limited uses, and ${what} would cost one use for every ${each}.`,
    hint: 'Log in with a token without a limit of uses for this.',
  });
}
