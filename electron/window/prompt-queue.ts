/**
 * Who is asked, and in which order: one prompt is on screen, one may wait, and whoever asks a third thing is told so. A
 * queue without end would let a broken page wear a person down by one question after another.
 *
 * How a prompt ends depends on who ends it. The person answers it. Main takes it away when what it waited for has come
 * (`promptSettled`) or on a lock. The page that asked can only withdraw it: the prompt then stays, says so and is closed
 * by the person, because a page that could swap prompts would have one read and another answered.
 */
import { AppFailure } from '../../shared/ipc/result.ts';
import type { Ask } from '../core/platform.ts';
import { promptSettled, type TrustedAnswer, type TrustedRequest } from '../../shared/ipc/trusted-contract.ts';

/** A prompt on screen. */
export interface ShownPrompt {
  /** The person's answer, once the prompt is gone; `cancel` for everything else that ends it. */
  readonly closed: Promise<TrustedAnswer>;
  /** Says that the request was withdrawn, and leaves it to the person to close it. */
  readonly withdraw: () => void;
  readonly takeAway: () => void;
}

export interface PromptQueue {
  readonly ask: Ask;
  /** Whether a prompt is on screen. */
  readonly isAsking: () => boolean;
  /** Answers `cancel` to all that is asked and takes away what is shown. */
  readonly cancelAll: () => void;
}

interface Turn {
  readonly request: TrustedRequest;
  readonly answer: (answer: TrustedAnswer) => void;
}

const cancel: TrustedAnswer = { kind: 'cancel' };

/** Makes the queue; `show` answers undefined where there is no window to show it in. */
export function makePromptQueue(show: (request: TrustedRequest) => ShownPrompt | undefined): PromptQueue {
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
