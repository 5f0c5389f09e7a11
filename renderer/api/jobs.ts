/**
 * Long jobs in main, each followed from before its start to its end. One small store holds the running jobs for the
 * status bar; the starter of a job receives its batches.
 */
import type { EventName, Events, JobEnd } from '../../shared/ipc/contract.ts';
import { on, vault } from './client.ts';
import { Store, useStore } from './store.ts';

/** Progress of a job: a walk cannot know the folders ahead, a list knows its length once read. */
export type JobState =
  | {
      readonly kind: 'folders';
      readonly foldersRead: number;
      readonly foldersWaiting: number;
      readonly namesSeen: number;
    }
  /** `total` 0: not known yet. `things`: the counted items, e.g. `tokens`. */
  | { readonly kind: 'list'; readonly things: string; readonly done: number; readonly total: number }
  /** One large thing, in bytes; `total` 0: not known. */
  | { readonly kind: 'bytes'; readonly done: number; readonly total: number };

export interface RunningJob {
  readonly jobId: string;
  readonly sessionId: string;
  /** E.g. `Searching “stripe”`. */
  readonly label: string;
  readonly state: JobState;
}

/** Events that carry one batch of a job. */
export type BatchEvent =
  | 'search.found'
  | 'token.accessorsFound'
  | 'token.revoked'
  | 'folder.found'
  | 'lease.revoked'
  | 'policy.reachFound'
  | 'policy.usersFound'
  | 'template.deviated'
  | 'snapshot.progressed'
  | 'export.progressed'
  | 'comparison.found'
  | 'plan.found'
  | 'plan.ran';

/** A job to run: its start call and its status bar text. */
export interface Job<N extends BatchEvent & EventName> {
  readonly event: N;
  readonly sessionId: string;
  readonly label: string;
  readonly state: JobState;
  /** Progress after a batch. */
  readonly stateAt: (batch: Events[N]) => JobState;
  readonly start: () => Promise<{ readonly jobId: string }>;
}

/** Receiver of a job's batches and end. */
export interface JobListener<N extends BatchEvent & EventName> {
  readonly progressed: (batch: Events[N]) => void;
  readonly ended: (end: JobEnd) => void;
}

export interface FollowedJob {
  /** Rejects with the reason if the job could not be started. */
  readonly started: Promise<void>;
  /** Asks main to stop it; its end event still arrives. */
  readonly cancel: () => Promise<void>;
  /** Stops it; its listener hears nothing further. */
  readonly drop: () => void;
}

/** Update interval of the status bar: drawing slows the job itself on machines with few cores. */
const SHOWN_EVERY_MS = 250;

const running = new Store<readonly RunningJob[]>([]);

/**
 * Starts a job and follows it. It listens before starting, because a short job can end before its id is known. Events
 * of other jobs are ignored.
 */
export function followJob<N extends BatchEvent & EventName>(
  job: Job<N>,
  listener: JobListener<N>,
): FollowedJob {
  const early: (() => void)[] = [];
  let jobId: string | undefined;
  let dropped = false;
  let over = false;
  let reached = job.state;
  let showing: ReturnType<typeof setTimeout> | undefined;
  const show = (): void => {
    showing = undefined;
    running.set(running.snapshot().map((one) => (one.jobId === jobId ? { ...one, state: reached } : one)));
  };
  const ours = (id: string, act: () => void): void => {
    if (jobId === undefined) early.push(() => ours(id, act));
    else if (id === jobId) act();
  };
  const stops = [
    on(job.event, (batch) => {
      ours(batch.jobId, () => {
        reached = job.stateAt(batch);
        showing ??= setTimeout(show, SHOWN_EVERY_MS);
        if (!dropped) listener.progressed(batch);
      });
    }),
    on('job.ended', (end) => {
      ours(end.jobId, () => {
        stop();
        running.set(running.snapshot().filter((one) => one.jobId !== end.jobId));
        if (!dropped) listener.ended(end);
      });
    }),
  ];
  const stop = (): void => {
    over = true;
    clearTimeout(showing);
    for (const one of stops) one();
  };
  const cancel = async (): Promise<void> => {
    if (jobId !== undefined && !over) await vault.job.cancel({ jobId });
  };
  const begin = async (): Promise<void> => {
    try {
      ({ jobId } = await job.start());
    } catch (caught) {
      stop();
      throw caught;
    }
    const { sessionId, label, state } = job;
    running.set([...running.snapshot(), { jobId, sessionId, label, state }]);
    for (const replay of early) replay();
    if (dropped) await cancel();
  };
  return {
    started: begin(),
    cancel,
    drop: () => {
      if (dropped) return;
      dropped = true;
      // Main ends it with the session anyway.
      void cancel().catch(() => undefined);
    },
  };
}

/** All running jobs, oldest first. */
export function useRunningJobs(): readonly RunningJob[] {
  return useStore(running);
}
