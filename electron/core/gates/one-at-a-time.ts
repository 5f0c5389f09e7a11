/** Work on the same thing happens one after the other, so that what is judged is still so when it is sent. */
import { AppFailure } from '../../../shared/ipc/result.ts';

export type OneAtATime = <T>(
  key: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
) => Promise<T>;

/** Makes a queue for every key; an empty one is forgotten. Rejects with `cancelled` where the signal fired while waiting. */
export function createOneAtATime(): OneAtATime {
  const last = new Map<string, Promise<unknown>>();
  return async (key, signal, work) => {
    const before = last.get(key);
    const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();
    last.set(key, ended);
    try {
      await before;
      if (signal?.aborted === true)
        throw new AppFailure({ kind: 'cancelled', message: 'Cancelled. Nothing was sent.' });
      return await work();
    } finally {
      end(undefined);
      if (last.get(key) === ended) last.delete(key);
    }
  };
}
