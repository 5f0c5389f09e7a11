import { useState } from 'react';
import type { AppError } from '../../shared/ipc/result.ts';
import { appErrorOf } from './client.ts';

export interface Action {
  /** The last failure; a cancelled action is none. */
  readonly failure: AppError | undefined;
  readonly busy: boolean;
  /**
   * Runs one action at a time; answers what it answered, undefined where it failed. `failed` hears why, for what is to be
   * done beside saying so.
   */
  readonly run: <T>(action: () => Promise<T>, failed?: (error: AppError) => void) => Promise<T | undefined>;
  /** The failure is read, or what was asked is another thing now. */
  readonly forget: () => void;
}

/** Runs what a component does to the world, once, and keeps what went wrong beside it. */
export function useAction(): Action {
  const [failure, setFailure] = useState<AppError>();
  const [busy, setBusy] = useState(false);
  const run = async <T>(
    action: () => Promise<T>,
    failed?: (error: AppError) => void,
  ): Promise<T | undefined> => {
    if (busy) return undefined;
    setBusy(true);
    setFailure(undefined);
    try {
      return await action();
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
