/**
 * Follows a job of rows. Batches in quick succession are delivered together: each one sorts and redraws a table, more
 * frequent row jumps do not help the eye, and drawing slows the job itself on machines with few cores.
 */
import type { Events, JobEnd } from '../../shared/ipc/contract.ts';
import { followJob, type FollowedJob, type Job } from './jobs.ts';

type RowEvent =
  | 'folder.found'
  | 'token.accessorsFound'
  | 'token.revoked'
  | 'lease.revoked'
  | 'plan.found'
  | 'plan.ran'
  | 'comparison.found';

interface RowsListener<N extends RowEvent> {
  /** Oldest first; never empty. */
  readonly progressed: (batches: readonly Events[N][]) => void;
  readonly ended: (end: JobEnd) => void;
}

const HAND_ON_MS = 500;

/** As `followJob`, but rows are delivered at most twice a second and before the end. */
export function followRows<N extends RowEvent>(job: Job<N>, listener: RowsListener<N>): FollowedJob {
  let waiting: Events[N][] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let handedMs = -Infinity;
  const handOn = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const batches = waiting;
    waiting = [];
    if (batches.length === 0) return;
    listener.progressed(batches);
    handedMs = performance.now();
  };
  const followed = followJob(job, {
    progressed: (batch) => {
      waiting.push(batch);
      const restMs = handedMs + HAND_ON_MS - performance.now();
      if (restMs <= 0) handOn();
      else timer ??= setTimeout(handOn, restMs);
    },
    ended: (end) => {
      handOn();
      listener.ended(end);
    },
  });
  return {
    ...followed,
    drop: () => {
      waiting = [];
      followed.drop();
    },
  };
}
