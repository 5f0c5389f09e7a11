/**
 * One mechanism for work of many requests with useful partial results: an id, findings in batches, cancel, and an honest
 * end that names what could not be read. A job's progress is sent at most ten times a second, its end exactly once.
 */
import { randomUUID } from 'node:crypto';
import type { Events, JobEnd } from '../../shared/ipc/contract.ts';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import { packNames } from '../../shared/vault/names.ts';
import { asAppError } from '../session/trouble.ts';

/** What a job tells while it runs. */
export interface JobReport {
  readonly found: (names: readonly string[]) => void;
  readonly count: (state: JobCounts) => void;
  readonly unread: (path: string, reason: string) => void;
  readonly signal: AbortSignal;
}

export interface JobCounts {
  readonly foldersRead: number;
  readonly foldersWaiting: number;
  readonly namesSeen: number;
}

/** The work itself; answers why it stopped before its time, if it did. */
export type Work = (report: JobReport) => Promise<AppError | undefined>;

export interface Jobs {
  /** Starts a job of a session; its first event comes after this has returned. */
  readonly start: (sessionId: string, work: Work) => string;
  /** Cancelling a job that has ended does nothing. */
  readonly cancel: (jobId: string) => void;
  readonly cancelSession: (sessionId: string) => void;
}

type EmitJob = <N extends 'job.progressed' | 'job.ended'>(name: N, payload: Events[N]) => void;

const BATCH_INTERVAL_MS = 100;
const UNREAD_TOLD = 100;

/** Makes the jobs of the app; `emit` sends their events. */
export function createJobs(emit: EmitJob): Jobs {
  const running = new Map<string, { readonly sessionId: string; readonly abort: AbortController }>();

  async function run(jobId: string, work: Work, signal: AbortSignal): Promise<void> {
    let batch: string[] = [];
    let counts: JobCounts = { foldersRead: 0, foldersWaiting: 0, namesSeen: 0 };
    let sentAtMs = 0;
    const unread: { readonly path: string; readonly reason: string }[] = [];
    let unreadCount = 0;
    const send = () => {
      emit('job.progressed', { jobId, found: packNames(batch), ...counts });
      batch = [];
      sentAtMs = performance.now();
    };
    let error: AppError | undefined;
    try {
      error = await work({
        found: (names) => {
          for (const name of names) batch.push(name);
        },
        count: (state) => {
          counts = state;
          if (performance.now() - sentAtMs >= BATCH_INTERVAL_MS) send();
        },
        unread: (path, reason) => {
          unreadCount++;
          if (unread.length < UNREAD_TOLD) unread.push({ path, reason });
        },
        signal,
      });
    } catch (failure) {
      error = asAppError(failure);
    }
    running.delete(jobId);
    send();
    const { foldersRead, namesSeen } = counts;
    const facts = { jobId, foldersRead, namesSeen, unread, unreadCount };
    emit('job.ended', endOf(facts, error, signal.aborted));
  }

  return {
    start: (sessionId, work) => {
      const jobId = randomUUID();
      const abort = new AbortController();
      running.set(jobId, { sessionId, abort });
      setImmediate(() => void run(jobId, work, abort.signal));
      return jobId;
    },
    cancel: (jobId) => running.get(jobId)?.abort.abort(),
    cancelSession: (sessionId) => {
      for (const job of running.values()) if (job.sessionId === sessionId) job.abort.abort();
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

/** Refuses a job for a token that would pay for each of its requests. */
export function refuseLimitedUse(limitedUse: boolean): void {
  if (!limitedUse) return;
  throw new AppFailure({
    kind: 'invalid-request',
    message: 'This token may be used only a few times, and a search would spend one use for every folder.',
    hint: 'Log in with a token without a limit of uses to search.',
  });
}
