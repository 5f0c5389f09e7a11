/**
 * Follows one job from before it starts: a short one may have ended before its id is known. What belongs to other jobs
 * passes by. Batches that come quickly one after the other are handed on as one: a table is sorted and drawn anew with
 * each, rows that jump into place more often are no help to the eye, and drawing takes from the work itself where there
 * are few cores.
 */
import type { JobEnd } from '../../../shared/ipc/contract.ts';
import type { RowListener } from '../../api/tokens.ts';

export interface FollowedJob {
  /** Throws why it could not be started. */
  readonly start: (begin: () => Promise<string>) => Promise<void>;
  /** Asks main to stop it; its end still arrives. */
  readonly cancel: () => Promise<void>;
  /** Stops it and hears no more of it. */
  readonly drop: () => void;
}

/** Some rows of a job, and where it stands with them. */
interface Batch<Row> {
  readonly jobId: string;
  readonly rows: readonly Row[];
  readonly done: number;
  readonly total: number;
}

const HAND_ON_MS = 500;

/** Prepares to follow a job; `listen` is called at once. */
export function followJob<Row>(
  runner: { readonly cancel: (jobId: string) => Promise<void> },
  listen: (listener: RowListener<Batch<Row>>) => () => void,
  take: { readonly progressed: (batch: Batch<Row>) => void; readonly ended: (end: JobEnd) => void },
): FollowedJob {
  let waiting: Batch<Row> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let handedMs = -Infinity;
  const handOn = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    if (batch === undefined) return;
    waiting = undefined;
    take.progressed(batch);
    handedMs = performance.now();
  };
  const gather = (batch: Batch<Row>): void => {
    waiting = waiting === undefined ? batch : { ...batch, rows: [...waiting.rows, ...batch.rows] };
    const restMs = handedMs + HAND_ON_MS - performance.now();
    if (restMs <= 0) handOn();
    else timer ??= setTimeout(handOn, restMs);
  };
  const early: (() => void)[] = [];
  let jobId: string | undefined;
  let over = false;
  const forUs = (id: string, act: () => void): void => {
    if (over) return;
    if (jobId === undefined)
      early.push(() => {
        if (id === jobId && !over) act();
      });
    else if (id === jobId) act();
  };
  const stop = listen({
    progressed: (batch) => {
      forUs(batch.jobId, () => {
        gather(batch);
      });
    },
    ended: (end) => {
      forUs(end.jobId, () => {
        finish();
        handOn();
        take.ended(end);
      });
    },
  });
  const finish = (): void => {
    over = true;
    stop();
  };
  const cancel = async (): Promise<void> => {
    if (jobId !== undefined) await runner.cancel(jobId);
  };
  return {
    start: async (begin) => {
      let id: string;
      try {
        id = await begin();
      } catch (caught) {
        finish();
        throw caught;
      }
      jobId = id;
      if (over) await cancel();
      else for (const replay of early) replay();
    },
    cancel,
    drop: () => {
      if (over) return;
      finish();
      clearTimeout(timer);
      // Main ends it with the session anyway.
      void cancel().catch(() => undefined);
    },
  };
}
