/**
 * Limits a page to the speed of the user's own hands. A call that changes something on a server or in main, copies,
 * or opens a dialog or a prompt spends one real input event of the window: Electron reports those to main from the
 * browser process, and never one that script in the page has dispatched. An event is worth one call and five seconds:
 * a call that began in time can spend it once it comes to its prompt.
 *
 * An event is also worth one keystroke, for a minute: the draft of the typed text, the current tabs. Without one
 * those calls are refused without a question.
 *
 * Other calls without an event are asked about, not refused: assistive technology presses buttons without input
 * events. Its users can drop the question by a setting that only the secure prompt changes; a broken page can then
 * act without a hand on the keyboard, within the limits of the other gates.
 */
import { prose } from '../../../shared/ipc/prompt-notes.ts';
import { AppFailure, type AppError } from '../../../shared/ipc/result.ts';
import type { Ask, Gestures } from '../platform.ts';
import { currentCall } from './call-scope.ts';

/** Validity of an input event. */
const LIFE_MS = 5_000;
/** Time that a call can take until the prompt that spends the event it began with. */
const LONGEST_CALL_MS = 2 * 60_000;
/** More than a user makes in a minute. */
const MOST = 1_000;
/** Validity of an input event for what a page saves. */
const KEYSTROKE_MS = 60_000;

/** Counts the gestures of one window; `nowMs` reads a monotonic clock. */
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
   * Lets the running call do what `doing` names, e.g. `Copy a value`: it spends its gesture, or the user agrees.
   * Rejects with `cancelled` if the user does not. Code outside a call passes.
   */
  readonly spend: (doing: string, signal?: AbortSignal) => Promise<void>;
  /**
   * True if the user asked for the running call, which spends its gesture. For calls that only cost something, a use
   * of a token: without a gesture, or if a screen calls by itself, they are refused, not asked about. Code outside a
   * call passes.
   */
  readonly asked: () => boolean;
  /** Spends a keystroke on the running call. Throws `cancelled` if no key was pressed recently. */
  readonly keystroke: (doing: string) => void;
  /**
   * Lets one later call pass that the running one leads to, e.g. the login by a connection that was just saved: it
   * uses the same name and has to come within five seconds. Does nothing if the running call has not spent a gesture.
   */
  readonly leave: (next: string) => void;
  /** Uses up the permission that an earlier call has left; false without one. */
  readonly follow: (next: string) => boolean;
}

export interface GestureGateParts {
  readonly gestures: Pick<Gestures, 'take' | 'takeKeystroke'>;
  readonly ask: Ask;
  /** True if the user works with assistive technology and has dropped the question. */
  readonly withoutQuestion: () => boolean;
  /** Reads a monotonic clock. */
  readonly nowMs?: () => number;
}

/** Makes the gate. */
export function createGestureGate(parts: GestureGateParts): GestureGate {
  const { gestures, ask, withoutQuestion, nowMs = () => performance.now() } = parts;
  const asked = (): boolean => {
    const call = currentCall();
    if (call === undefined || call.gestureSpent) return true;
    if (call.byItself === true) return false;
    if (gestures.take(call.startedMs)) call.spentAtMs = nowMs();
    else if (!withoutQuestion()) return false;
    call.gestureSpent = true;
    return true;
  };
  /** Deadlines of follow-up calls, by name. */
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
            title: 'Allow this without a key press or click?',
            facts: [prose('Action', doing)],
            body: ['Allow it only if a screen reader or another assistive tool asked for you.'],
            action: 'Allow',
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
    message: `Not done, as there was no key press or click: ${doing}.`,
    hint: 'Press a key in the window. If you use an assistive tool, allow it in the settings.',
  };
}
