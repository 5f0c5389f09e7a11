/**
 * Arming: the moment from which a prompt accepts answers. One that accepted them at once would be answered by the
 * user's previous action: a space typed into a sentence, the second click of a double click. So it is armed once:
 * some time after it was painted and after some time without input. Main decides this, because the prompt's page sees
 * only its own input, and because one rule here holds for every kind of prompt.
 *
 * A key or button pressed before that and released (or repeated) afterwards does not answer. A button that assistive
 * technology presses makes no input at all, and does answer.
 *
 * Ctrl+Enter answers from anywhere in a prompt, so both of its keys must be pressed for this prompt. Enter with a
 * Ctrl that was down before it was armed comes from a user who saves, and whose first press seemed to do nothing.
 */

/**
 * `press`: a click or a key that can press a button; `repeat`: such a key held; `release`: either let go. `hold` and
 * `letGo`: Ctrl or Cmd; `chord`: Enter pressed with one of them.
 */
export type PromptInput = 'press' | 'repeat' | 'release' | 'hold' | 'letGo' | 'chord';

/** Milliseconds. */
export interface ArmingTimes {
  /** Time since the prompt was painted. */
  readonly paintedMs: number;
  /** Time since the last input. */
  readonly quietMs: number;
}

/** Time that the user needs to see that the screen has changed. */
export const armingTimes: ArmingTimes = { paintedMs: 1_000, quietMs: 500 };

/** A monotonic clock. */
export interface Clock {
  readonly nowMs: () => number;
  /** Runs it once; returns a cancel function. */
  readonly after: (ms: number, run: () => void) => () => void;
}

export interface Arming {
  /** The prompt is on screen; resolves once it is armed. Later calls have no effect. */
  readonly painted: () => Promise<void>;
  readonly input: (what: PromptInput) => void;
  /** True if an answer that arrives now is the user's answer to this prompt. */
  readonly mayAnswer: () => boolean;
  /** Stops its timer; it never arms then. */
  readonly stop: () => void;
}

/** Makes the arming of one prompt. */
export function makeArming({ paintedMs, quietMs }: ArmingTimes, clock: Clock): Arming {
  const whenArmed = Promise.withResolvers<undefined>();
  let paintedAtMs: number | undefined;
  let quietSinceMs = Number.NEGATIVE_INFINITY;
  let armed = false;
  /** The last press began before arming, or repeats. */
  let stale = false;
  /** Ctrl or Cmd is down, and was pressed after arming. */
  let holds = false;
  let stop = (): void => undefined;

  function wait(): void {
    stop();
    if (paintedAtMs === undefined) return;
    const dueMs = Math.max(paintedAtMs + paintedMs, quietSinceMs + quietMs);
    const restMs = dueMs - clock.nowMs();
    if (restMs > 0) {
      stop = clock.after(restMs, wait);
      return;
    }
    armed = true;
    whenArmed.resolve(undefined);
  }

  return {
    painted: () => {
      if (paintedAtMs === undefined) {
        paintedAtMs = clock.nowMs();
        wait();
      }
      return whenArmed.promise;
    },
    input: (what) => {
      if (what === 'hold' || what === 'letGo') {
        holds = armed && what === 'hold';
        return;
      }
      if (armed) {
        if (what !== 'release') stale = what === 'repeat' || (what === 'chord' && !holds);
        return;
      }
      stale = what !== 'release';
      quietSinceMs = clock.nowMs();
      wait();
    },
    mayAnswer: () => armed && !stale,
    stop: () => stop(),
  };
}
