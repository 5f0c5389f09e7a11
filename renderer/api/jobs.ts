/**
 * Long work that runs in main. Progress comes as events; the status bar shows whatever is running, so the counts live
 * in one small store, and a screen that wants the findings listens for itself.
 */
import { useSyncExternalStore } from 'react';
import type { Input, JobEnd, JobProgress } from '../../shared/ipc/contract.ts';
import { call, on } from './client.ts';

export interface RunningJob {
  readonly jobId: string;
  readonly sessionId: string;
  /** E.g. `Searching “stripe”`. */
  readonly label: string;
  readonly foldersRead: number;
  readonly foldersWaiting: number;
  readonly namesSeen: number;
}

let running: readonly RunningJob[] = [];
let connected = false;
const listeners = new Set<() => void>();

/** Starts a walk below a folder; `label` is what the status bar calls it. Findings arrive through `onJob`. */
export async function startSearch(input: Input<'search.start'>, label: string): Promise<string> {
  connect();
  const { jobId } = await call('search.start', input);
  const counts = { foldersRead: 0, foldersWaiting: 1, namesSeen: 0 };
  if (!ended.delete(jobId)) publish([...running, { jobId, sessionId: input.sessionId, label, ...counts }]);
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
  const stops = [on('job.progressed', progressed), on('job.ended', ended)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** All running jobs, oldest first. */
export function useRunningJobs(): readonly RunningJob[] {
  return useSyncExternalStore(subscribe, () => running);
}

/** A short job may end before `search.start` has answered; its end must not be missed. */
const ended = new Set<string>();

function connect(): void {
  if (connected) return;
  connected = true;
  on('job.progressed', ({ jobId, foldersRead, foldersWaiting, namesSeen }) => {
    publish(
      running.map((job) => (job.jobId === jobId ? { ...job, foldersRead, foldersWaiting, namesSeen } : job)),
    );
  });
  on('job.ended', ({ jobId }) => {
    if (!running.some((job) => job.jobId === jobId)) ended.add(jobId);
    publish(running.filter((job) => job.jobId !== jobId));
  });
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
