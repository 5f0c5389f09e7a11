/**
 * Limits the calls, and the bytes of their inputs, that a page has in flight at once. Main keeps every one-time
 * result, draft and session in the same memory, and a page that fills it ends them all. An input counts as soon as it
 * has reached main, before it is parsed or kept, until its call has ended, even if the page is gone; more is
 * `rate-limited`. Normal work stays far below: the screens make some tens of calls at once, and the largest input is
 * a draft of 136 MiB.
 */
import type { AppError } from '../../../shared/ipc/result.ts';

export const MOST_CALLS = 512;
export const MOST_BYTES = 384 * 1024 * 1024;

export interface Budget {
  /** Admits a call; returns the function that releases it, or the error if it is not begun. */
  readonly take: (bytes: number) => (() => void) | AppError;
}

/** Makes the budget of one page. */
export function createBudget(mostCalls = MOST_CALLS, mostBytes = MOST_BYTES): Budget {
  const inFlight = { calls: 0, bytes: 0 };
  return {
    take: (bytes) => {
      if (inFlight.calls >= mostCalls || inFlight.bytes + bytes > mostBytes) return tooMuchAtOnce;
      inFlight.calls++;
      inFlight.bytes += bytes;
      return () => {
        inFlight.calls--;
        inFlight.bytes -= bytes;
      };
    },
  };
}

/** Refusal of a call over the budget. */
export const tooMuchAtOnce: AppError = {
  kind: 'rate-limited',
  by: 'strongroom',
  message: 'Too many requests at once. This one was not started.',
  hint: 'Wait until something has finished, then retry.',
};
