/**
 * The only way for components to run calls with effects: the changing calls of this folder are plain functions, run
 * by this hook. Lint forbids `useMutation`.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppError } from '../../shared/ipc/result.ts';
import { appErrorOf } from './client.ts';

export interface Action {
  /** Last failure; a cancelled action is not a failure. */
  readonly failure: AppError | undefined;
  readonly busy: boolean;
  /**
   * Runs one action at a time and returns its result, undefined if it failed. The action gets the cache, to write its
   * result there. `failed` receives the error, for work beyond showing it.
   */
  readonly run: <T>(
    action: (client: QueryClient) => Promise<T>,
    failed?: (error: AppError) => void,
  ) => Promise<T | undefined>;
  /** Clears the failure once it is read or the request has changed. */
  readonly forget: () => void;
}

/** Runs a component's action once at a time and keeps its failure. */
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
  return { failure, busy, run, forget: () => setFailure(undefined) };
}
