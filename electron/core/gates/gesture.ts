/**
 * A page is as fast as the person's own hands, and no faster. What changes something on a server, what copies and what
 * opens a dialog spends one real input event of the window: Electron reports those to main from the browser process,
 * and never one that script in the page has dispatched. An event is worth one call and five seconds.
 *
 * What comes without one is asked about, not refused: assistive technology presses buttons without input events. Who
 * works that way may drop the question by a setting that only the secure prompt changes; a broken page may then act
 * without a hand on the keyboard, within what the other gates allow.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { Ask, Gestures } from '../platform.ts';
import { currentCall } from './call-scope.ts';

/** How long an input event is worth something. */
const LIFE_MS = 5_000;

/** Counts the gestures of one window; `nowMs` is the time on a clock that never goes back. */
export function createGestures(nowMs: () => number = () => performance.now()): Gestures {
  let times: number[] = [];
  const fresh = (): number[] => {
    const oldest = nowMs() - LIFE_MS;
    return (times = times.filter((time) => time >= oldest));
  };
  return {
    note: () => void times.push(nowMs()),
    take: () => fresh().shift() !== undefined,
    isThere: () => fresh().length > 0,
    forget: () => void (times = []),
  };
}

export interface GestureGate {
  /**
   * Lets the running call go on to what `doing` says, e.g. `Copy a value`: it spends its gesture, or a person agrees.
   * Rejects with `cancelled` where they do not. Main's own doing passes.
   */
  readonly spend: (doing: string, signal?: AbortSignal) => Promise<void>;
  /**
   * Whether a person asked for the running call: it spends its gesture. For what merely costs something, a use of a token:
   * nobody is asked about it, it is refused. Main's own doing passes.
   */
  readonly asked: () => boolean;
}

export interface GestureGateParts {
  readonly gestures: Pick<Gestures, 'take'>;
  readonly ask: Ask;
  /** True where the person works with assistive technology and has dropped the question. */
  readonly withoutQuestion: () => boolean;
  /** The time on a clock that never goes back. */
  readonly nowMs?: () => number;
}

/** Makes the gate. */
export function createGestureGate(parts: GestureGateParts): GestureGate {
  const { gestures, ask, withoutQuestion, nowMs = () => performance.now() } = parts;
  const asked = (): boolean => {
    const call = currentCall();
    if (call === undefined || call.gestureSpent) return true;
    if (gestures.take()) call.spentAtMs = nowMs();
    else if (!withoutQuestion()) return false;
    call.gestureSpent = true;
    return true;
  };
  return {
    asked,
    spend: async (doing, signal) => {
      if (!asked()) {
        const answer = await ask(
          {
            kind: 'confirm',
            title: 'Nobody pressed a key or clicked. Go on?',
            body: [
              `The window asked for this by itself: ${doing}.`,
              'Go on if you used a screen reader or another assistive tool to ask for it. If you did not, cancel: the page may be broken.',
            ],
            action: 'Go on',
            destructive: false,
          },
          signal,
        );
        if (answer.kind === 'cancel')
          throw new AppFailure({ kind: 'cancelled', message: 'Cancelled. Nothing was done.' });
        const call = currentCall();
        if (call !== undefined) call.gestureSpent = true;
      }
    },
  };
}
