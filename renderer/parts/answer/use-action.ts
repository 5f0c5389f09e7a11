import { useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { appErrorOf } from '../../api/client.ts';

export interface Action {
  /** The last failure; a cancelled action is none. */
  readonly failure: AppError | undefined;
  readonly busy: boolean;
  /** Runs one action at a time; answers what it answered, undefined where it failed. */
  readonly run: <T>(action: () => Promise<T>) => Promise<T | undefined>;
}

/** Runs small actions of a card and keeps what went wrong beside it. */
export function useAction(): Action {
  const [failure, setFailure] = useState<AppError>();
  const [busy, setBusy] = useState(false);
  const run = async <T>(action: () => Promise<T>): Promise<T | undefined> => {
    if (busy) return undefined;
    setBusy(true);
    setFailure(undefined);
    try {
      return await action();
    } catch (caught) {
      const error = appErrorOf(caught);
      if (error.kind !== 'cancelled') setFailure(error);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { failure, busy, run };
}
