/**
 * Follows one job from before it starts: a short one may have ended before its id is known. What belongs to other jobs
 * passes by.
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

/** Prepares to follow a job; `listen` is called at once. */
export function followJob<B extends { readonly jobId: string }>(
  runner: { readonly cancel: (jobId: string) => Promise<void> },
  listen: (listener: RowListener<B>) => () => void,
  take: { readonly progressed: (batch: B) => void; readonly ended: (end: JobEnd) => void },
): FollowedJob {
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
        take.progressed(batch);
      });
    },
    ended: (end) => {
      forUs(end.jobId, () => {
        finish();
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
      // Main ends it with the session anyway.
      void cancel().catch(() => undefined);
    },
  };
}
