/**
 * Order of the prompts: one is on screen, one can wait, and a third request is refused. An endless queue would let a
 * broken page wear the user down with one question after another.
 *
 * The end of a prompt depends on its cause. The user answers it. Main takes it away when the awaited event has come
 * (`promptSettled`) or on a lock. The page that asked can only withdraw it: the prompt then stays, says so and is
 * closed by the user, because a page that could swap prompts would have one read and another answered.
 */
import { AppFailure } from '../../shared/ipc/result.ts';
import type { Ask } from '../core/platform.ts';
import { promptSettled, type TrustedAnswer, type TrustedRequest } from '../../shared/ipc/trusted-contract.ts';

/** A prompt on screen. */
export interface ShownPrompt {
  /** The user's answer, once the prompt is gone; `cancel` for every other end. */
  readonly closed: Promise<TrustedAnswer>;
  /** Shows that the request was withdrawn; the user closes the prompt. */
  readonly withdraw: () => void;
  readonly takeAway: () => void;
}

export interface PromptQueue {
  readonly ask: Ask;
  /** True while a prompt is on screen. */
  readonly isAsking: () => boolean;
  /** Answers all requests with `cancel` and takes the shown prompt away. */
  readonly cancelAll: () => void;
}

interface Turn {
  readonly request: TrustedRequest;
  readonly answer: (answer: TrustedAnswer) => void;
}

const cancel: TrustedAnswer = { kind: 'cancel' };

/**
 * Makes the queue; `show` returns undefined if it has no window to show the prompt in, and `makeWay` is called before
 * every request: nothing of ours may lie over a prompt.
 */
export function makePromptQueue(
  show: (request: TrustedRequest) => ShownPrompt | undefined,
  makeWay: () => void,
): PromptQueue {
  let current: { readonly turn: Turn; readonly prompt: ShownPrompt } | undefined;
  let waiting: Turn | undefined;

  function begin(turn: Turn): void {
    const prompt = show(turn.request);
    if (prompt === undefined) {
      turn.answer(cancel);
      return;
    }
    current = { turn, prompt };
    void prompt.closed.then((answer) => {
      current = undefined;
      turn.answer(answer);
      const next = waiting;
      waiting = undefined;
      if (next !== undefined) begin(next);
    });
  }

  function abandon(turn: Turn, reason: unknown): void {
    turn.answer(cancel);
    if (waiting === turn) waiting = undefined;
    if (current?.turn !== turn) return;
    if (reason === promptSettled) current.prompt.takeAway();
    else current.prompt.withdraw();
  }

  return {
    isAsking: () => current !== undefined,
    ask: (request, signal) => {
      makeWay();
      if (signal?.aborted === true) return Promise.resolve(cancel);
      if (current !== undefined && waiting !== undefined) return Promise.reject(new AppFailure(busy));
      return new Promise((resolve) => {
        const stop = (): void => abandon(turn, signal?.reason);
        const turn: Turn = {
          request,
          answer: (answer) => {
            signal?.removeEventListener('abort', stop);
            resolve(answer);
          },
        };
        signal?.addEventListener('abort', stop);
        if (current === undefined) begin(turn);
        else waiting = turn;
      });
    },
    cancelAll: () => {
      waiting?.answer(cancel);
      waiting = undefined;
      current?.turn.answer(cancel);
      current?.prompt.takeAway();
    },
  };
}

const busy = {
  kind: 'conflict',
  message: 'Another question is waiting for your answer.',
  hint: 'Answer it first, then try again.',
} as const;
