/** Runs palette items: one at a time, aborted when the text changes. */
import { useEffect, useRef, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { appErrorOf } from '../../api/client.ts';
import type { Run, RunContext } from './palette-item.ts';

export interface Running {
  readonly busy: boolean;
  /** Error of the last run. */
  readonly problem: AppError | undefined;
  /** Runs at once if the palette `stays` open, otherwise after it has closed. */
  readonly perform: (run: Run, stays: boolean) => void;
  /** Aborts the current run, and clears the last error. */
  readonly stop: () => void;
}

/** Runs items; `onDone` closes the palette. */
export function useRun(onDone: () => void): Running {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<AppError>();
  const current = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      current.current?.abort();
    },
    [],
  );
  const perform = (run: Run, stays: boolean): void => {
    const controller = new AbortController();
    const { signal } = controller;
    // Work for after the palette has closed and returned the focus.
    let then: (() => void) | undefined;
    let staying = false;
    const context: RunContext = {
      signal,
      afterwards: (next) => {
        then = next;
      },
      stay: () => {
        staying = true;
      },
    };
    // The palette returns the focus first: an action can move it elsewhere, or open a dialog that restores it.
    if (!stays) {
      onDone();
      setTimeout(() => void run(context));
      return;
    }
    current.current = controller;
    setBusy(true);
    setProblem(undefined);
    Promise.resolve(run(context))
      .then(
        () => {
          if (signal.aborted || staying) return;
          onDone();
          setTimeout(() => then?.());
        },
        (caught: unknown) => {
          const error = appErrorOf(caught);
          if (error.kind !== 'cancelled') setProblem(error);
        },
      )
      .finally(() => {
        if (current.current === controller) setBusy(false);
      });
  };
  return {
    busy,
    problem,
    perform,
    stop: () => {
      current.current?.abort();
      current.current = undefined;
      setBusy(false);
      setProblem(undefined);
    },
  };
}
