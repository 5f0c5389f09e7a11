/**
 * Long work that runs in main. Progress comes as events; the status bar shows whatever is running, so what it says lives
 * in one small store, and a screen that wants the findings listens for itself.
 */
import { useSyncExternalStore } from 'react';
import type { EventName, Events, Input, JobEnd, JobProgress } from '../../shared/ipc/contract.ts';
import { call, on } from './client.ts';

/** How far a job is: a walk does not know how many folders are to come, a list knows its length once it was read. */
export type JobState =
  | {
      readonly kind: 'folders';
      readonly foldersRead: number;
      readonly foldersWaiting: number;
      readonly namesSeen: number;
    }
  /** `total` 0: not known yet. `things`: what is counted, e.g. `tokens`. */
  | { readonly kind: 'list'; readonly things: string; readonly done: number; readonly total: number };

export interface RunningJob {
  readonly jobId: string;
  readonly sessionId: string;
  /** E.g. `Searching “stripe”`. */
  readonly label: string;
  readonly state: JobState;
}

/** Events that carry one batch of a job. */
export type BatchEvent = 'job.progressed' | 'token.accessorsFound' | 'token.revoked';

let running: readonly RunningJob[] = [];
let connected = false;
const listeners = new Set<() => void>();

/** Starts a walk below a folder; `label` is what the status bar calls it. Findings arrive through `onJob`. */
export function startSearch(input: Input<'search.start'>, label: string): Promise<string> {
  const state: JobState = { kind: 'folders', foldersRead: 0, foldersWaiting: 1, namesSeen: 0 };
  return startJob(() => call('search.start', input), { sessionId: input.sessionId, label, state });
}

/** Starts a job and shows it in the status bar until its end; answers its id. Throws why it could not be started. */
export async function startJob(
  start: () => Promise<{ readonly jobId: string }>,
  job: Omit<RunningJob, 'jobId'>,
): Promise<string> {
  connect();
  const { jobId } = await start();
  if (!ended.delete(jobId)) publish([...running, { ...job, jobId }]);
  return jobId;
}

/** Asks main to stop a job; its end still arrives. */
export async function cancelJob(jobId: string): Promise<void> {
  await call('job.cancel', { jobId });
}

/** Listens to the progress and the end of every job; the returned function ends it. */
export function onJob({
  progressed,
  ended,
}: {
  readonly progressed: (progress: JobProgress) => void;
  readonly ended: (end: JobEnd) => void;
}): () => void {
  return onBatches('job.progressed', { progressed, ended });
}

/** Listens to one kind of batches and the end of every job; the returned function ends it. */
export function onBatches<N extends BatchEvent & EventName>(
  event: N,
  {
    progressed,
    ended,
  }: { readonly progressed: (batch: Events[N]) => void; readonly ended: (end: JobEnd) => void },
): () => void {
  const stops = [on(event, progressed), on('job.ended', ended)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** All running jobs, oldest first. */
export function useRunningJobs(): readonly RunningJob[] {
  return useSyncExternalStore(subscribe, () => running);
}

/** A short job may end before the call that starts it has answered; its end must not be missed. */
const ended = new Set<string>();

function connect(): void {
  if (connected) return;
  connected = true;
  on('job.progressed', ({ jobId, foldersRead, foldersWaiting, namesSeen }) => {
    advance(jobId, (state) =>
      state.kind === 'folders' ? { kind: 'folders', foldersRead, foldersWaiting, namesSeen } : state,
    );
  });
  for (const event of ['token.accessorsFound', 'token.revoked'] as const) {
    on(event, ({ jobId, done, total }) => {
      advance(jobId, (state) => (state.kind === 'list' ? { ...state, done, total } : state));
    });
  }
  on('job.ended', ({ jobId }) => {
    if (!running.some((job) => job.jobId === jobId)) ended.add(jobId);
    publish(running.filter((job) => job.jobId !== jobId));
  });
}

function advance(jobId: string, by: (state: JobState) => JobState): void {
  publish(running.map((job) => (job.jobId === jobId ? { ...job, state: by(job.state) } : job)));
}

function publish(next: readonly RunningJob[]): void {
  running = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
