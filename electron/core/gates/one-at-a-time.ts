/** Serializes work by key, so that a judgement still holds when its request is sent. */
import { AppFailure } from '../../../shared/ipc/result.ts';

export type OneAtATime = <T>(
  key: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
) => Promise<T>;

/**
 * Makes a queue for every key; an empty one is dropped. Rejects with `cancelled` if the signal fired while waiting.
 */
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
