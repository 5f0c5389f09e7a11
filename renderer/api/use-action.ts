/**
 * The one way a component does something to the world: what of this folder makes a call that changes something is a plain
 * function, and this runs it. Lint keeps `useMutation` out.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppError } from '../../shared/ipc/result.ts';
import { appErrorOf } from './client.ts';

export interface Action {
  /** The last failure; a cancelled action is none. */
  readonly failure: AppError | undefined;
  readonly busy: boolean;
  /**
   * Runs one action at a time; answers what it answered, undefined where it failed. It gets the cache, to write into it
   * what it has learnt. `failed` hears why, for what is to be done beside saying so.
   */
  readonly run: <T>(
    action: (client: QueryClient) => Promise<T>,
    failed?: (error: AppError) => void,
  ) => Promise<T | undefined>;
  /** The failure is read, or what was asked is another thing now. */
  readonly forget: () => void;
}

/** Runs what a component does to the world, once, and keeps what went wrong beside it. */
export function useAction(): Action {
  const client = useQueryClient();
  const [failure, setFailure] = useState<AppError>();
  const [busy, setBusy] = useState(false);
  const run = async <T>(
    action: (client: QueryClient) => Promise<T>,
    failed?: (error: AppError) => void,
  ): Promise<T | undefined> => {
    if (busy) return undefined;
    setBusy(true);
    setFailure(undefined);
    try {
      return await action(client);
    } catch (caught) {
      const error = appErrorOf(caught);
      failed?.(error);
      if (error.kind !== 'cancelled') setFailure(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return {
    ...{ failure, busy, run },
    forget: () => setFailure(undefined),
  };
}
