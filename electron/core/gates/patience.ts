/**
 * Limits further prompts after a no. Every prompt covers the whole window, so a broken page that opens one after
 * another would keep the user from locking, from quitting and from reading the question. So a no invalidates every
 * key press and click before it, and the page's next question needs a new one. Without one it is refused unasked for
 * a while: five seconds after the first no, twice as long after each further one, five minutes at most. A yes ends
 * that.
 *
 * Before a no the page can ask without any key press or click: assistive technology makes none. Main's own questions
 * (a quit, the menu) always pass.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { promptSettled } from '../../../shared/ipc/trusted-contract.ts';
import type { Ask, Gestures } from '../platform.ts';
import { currentCall } from './call-scope.ts';

const FIRST_MS = 5_000;
const LONGEST_MS = 5 * 60_000;

export interface PatienceParts {
  readonly ask: Ask;
  readonly gestures: Pick<Gestures, 'isThere' | 'forget'>;
  /** Length of the quiet time after the first no. */
  readonly firstMs?: number | undefined;
  /** Reads a monotonic clock. */
  readonly nowMs?: () => number;
}

/** Puts the rule before every prompt. The result rejects with `cancelled` if the prompt is not shown. */
export function keepPatience(parts: PatienceParts): Ask {
  const { ask, gestures, firstMs = FIRST_MS, nowMs = () => performance.now() } = parts;
  let inARow = 0;
  let lastNoMs = Number.NEGATIVE_INFINITY;
  let quietUntilMs = Number.NEGATIVE_INFINITY;

  return async (request, signal) => {
    const call = currentCall();
    if (call === undefined) return ask(request, signal);
    const byHand = gestures.isThere() || (call.spentAtMs ?? Number.NEGATIVE_INFINITY) > lastNoMs;
    if (!byHand && nowMs() < quietUntilMs) throw new AppFailure(notAsked);
    const answer = await ask(request, signal);
    if (answer.kind !== 'cancel') {
      inARow = 0;
      quietUntilMs = Number.NEGATIVE_INFINITY;
    } else if (signal?.reason !== promptSettled) {
      lastNoMs = nowMs();
      quietUntilMs = lastNoMs + Math.min(firstMs * 2 ** inARow, LONGEST_MS);
      inARow++;
      gestures.forget();
    }
    return answer;
  };
}

const notAsked = {
  kind: 'cancelled',
  message: 'You just declined a question, so the next was not asked. Nothing was done.',
  hint: 'Press the button again.',
} as const;
