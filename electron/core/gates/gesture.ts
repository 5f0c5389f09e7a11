/**
 * A page is as fast as the person's own hands, and no faster. What changes something on a server or in main's own keeping,
 * what copies and what opens a dialog or a prompt spends one real input event of the window: Electron reports those to main
 * from the browser process, and never one that script in the page has dispatched. An event is worth one call and five
 * seconds: a call that began in time may spend it when it comes to its prompt.
 *
 * Beside that an event is worth one keystroke, for a minute: the draft of what was typed, the tabs as they are now. Without
 * one those are refused, and nobody is asked.
 *
 * What comes without one is asked about, not refused: assistive technology presses buttons without input events. Who
 * works that way may drop the question by a setting that only the secure prompt changes; a broken page may then act
 * without a hand on the keyboard, within what the other gates allow.
 */
import { AppFailure, type AppError } from '../../../shared/ipc/result.ts';
import type { Ask, Gestures } from '../platform.ts';
import { currentCall } from './call-scope.ts';

/** How long an input event is worth something. */
const LIFE_MS = 5_000;
/** How long a call may take until it comes to the prompt that spends the event it began with. */
const LONGEST_CALL_MS = 2 * 60_000;
/** More than a person makes in a minute. */
const MOST = 1_000;
/** How long an input event pays for what a page saves. */
const KEYSTROKE_MS = 60_000;

/** Counts the gestures of one window; `nowMs` is the time on a clock that never goes back. */
export function createGestures(nowMs: () => number = () => performance.now()): Gestures {
  let times: number[] = [];
  let keystrokes: number[] = [];
  return {
    note: () => {
      const now = nowMs();
      times = [...times.filter((time) => time >= now - LIFE_MS - LONGEST_CALL_MS), now].slice(-MOST);
      keystrokes = [...keystrokes, now].slice(-MOST);
    },
    take: (asOfMs = nowMs()) => {
      const first = times.findIndex((time) => time >= asOfMs - LIFE_MS);
      return first >= 0 && times.splice(first, 1).length > 0;
    },
    takeKeystroke: () => {
      const oldest = nowMs() - KEYSTROKE_MS;
      keystrokes = keystrokes.filter((time) => time >= oldest);
      return keystrokes.shift() !== undefined;
    },
    isThere: () => times.some((time) => time >= nowMs() - LIFE_MS),
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
  /** Lets the running call go on for a keystroke. Throws `cancelled` where nobody has pressed anything of late. */
  readonly keystroke: (doing: string) => void;
  /**
   * Lets one later call go on that the running one leads to, e.g. the login by a connection that was just saved: it names
   * it, and has to come within five seconds. Where the running call has spent nothing, nothing is left.
   */
  readonly leave: (next: string) => void;
  /** Takes what an earlier call has left for the running one; false where there is nothing. */
  readonly follow: (next: string) => boolean;
}

export interface GestureGateParts {
  readonly gestures: Pick<Gestures, 'take' | 'takeKeystroke'>;
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
    if (gestures.take(call.startedMs)) call.spentAtMs = nowMs();
    else if (!withoutQuestion()) return false;
    call.gestureSpent = true;
    return true;
  };
  /** Until when something may follow. */
  const left = new Map<string, number>();
  return {
    asked,
    keystroke: (doing) => {
      const call = currentCall();
      if (call === undefined || call.gestureSpent || withoutQuestion()) return;
      if (!gestures.takeKeystroke()) throw new AppFailure(nobodyTyped(doing));
    },
    leave: (next) => {
      if (currentCall()?.gestureSpent === true) left.set(next, nowMs() + LIFE_MS);
    },
    follow: (next) => {
      const untilMs = left.get(next) ?? Number.NEGATIVE_INFINITY;
      left.delete(next);
      const call = currentCall();
      if (call === undefined || untilMs < nowMs()) return false;
      call.spentAtMs = nowMs();
      return (call.gestureSpent = true);
    },
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

function nobodyTyped(doing: string): AppError {
  return {
    kind: 'cancelled',
    message: `Nobody pressed a key or clicked, so this was not done: ${doing}.`,
    hint: 'Press a key in the window. If you work with a screen reader or another assistive tool, allow it in the settings.',
  };
}
