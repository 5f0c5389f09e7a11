/**
 * So many calls, and so many bytes of their inputs, are in flight for a page at once. Main keeps every one-time result, draft
 * and session in the same memory, and a page that fills it ends them all. Counted as soon as an input has reached main,
 * before it is parsed or kept, and until its call has ended, page or no page; more is `rate-limited`. What a person's work
 * brings stays far below: the screens ask some tens of calls at once, and the largest input of all is a draft of 136 MiB.
 */
import type { AppError } from '../../../shared/ipc/result.ts';

export const MOST_CALLS = 512;
export const MOST_BYTES = 384 * 1024 * 1024;

export interface Budget {
  /** Takes a call in; answers what lets it go, or why it is not begun. */
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

/** The page asks for more than is worked off. */
export const tooMuchAtOnce: AppError = {
  kind: 'rate-limited',
  by: 'strongroom',
  message: 'The window has asked for more at once than Strongroom does. This was not begun.',
  hint: 'Wait until what is under way has ended, then try again.',
};
