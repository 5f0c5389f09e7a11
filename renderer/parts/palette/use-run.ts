/** Running a line of the palette: one at a time, given up with the text it was about. */
import { useEffect, useRef, useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { appErrorOf } from '../../api/client.ts';
import type { Run, RunContext } from './palette-item.ts';

export interface Running {
  readonly busy: boolean;
  /** Why the last one failed. */
  readonly problem: AppError | undefined;
  /** Runs at once where the palette `stays` open for it, else once it has closed. */
  readonly perform: (run: Run, stays: boolean) => void;
  /** Gives up what runs, and forgets why the last one failed. */
  readonly stop: () => void;
}

/** `onDone` closes the palette. */
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
    // The palette gives the focus back first: an action may move it elsewhere, or open a dialog that returns it.
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
    // The palette gives the focus back first: an action may move it elsewhere, or open a dialog that returns it.
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
    ...{ busy, problem, perform },
    stop: () => {
      current.current?.abort();
      current.current = undefined;
      setBusy(false);
      setProblem(undefined);
    },
  };
}
