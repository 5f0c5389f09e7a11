/**
 * A person who has said no is left alone. Every prompt covers the whole window, so a broken page that opens one after
 * another would keep a person from locking, from quitting and from reading what they answer. So a no makes every key press
 * and click before it worth nothing, and what a page asks after it needs a new one. Without one it is refused unasked for a
 * while: five seconds after the first no, twice as long after each further one, five minutes at most. A yes ends that.
 *
 * A page may still ask without any key press or click where nobody has said no: assistive technology makes none.
 * What main asks itself (a quit, the menu) always passes.
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
  /** How long nothing is asked unasked after the first no. */
  readonly firstMs?: number | undefined;
  /** The time on a clock that never goes back. */
  readonly nowMs?: () => number;
}

/** Puts the rule before every prompt. The result rejects with `cancelled` where nobody is asked. */
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
  message: 'You have just said no to a question, so the next one was not asked. Nothing was done.',
  hint: 'Press the button again.',
} as const;
