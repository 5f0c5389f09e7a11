/**
 * What became of the answers on screen, kept outside the components: a tab that goes to the back and comes again must
 * still know that another answer has taken the place of this one. No value is in it.
 */
import { useSyncExternalStore } from 'react';
import type { AnswerView } from '../../../shared/vault/answer.ts';

export interface AnswerFate {
  /** It was rewrapped: this one opens nothing any more. */
  readonly next?: AnswerView;
  /** Its wrapping token was revoked. */
  readonly cancelled?: boolean;
  /** What the server said of that. */
  readonly warnings?: readonly string[];
  /** It was dismissed: main holds it no more. */
  readonly gone?: boolean;
}

const nothing: AnswerFate = {};
const fates = new Map<string, AnswerFate>();
const listeners = new Set<() => void>();

/** Notes what became of an answer. */
export function noteFate(answerId: string, fate: AnswerFate): void {
  fates.set(answerId, { ...fates.get(answerId), ...fate });
  for (const listener of listeners) listener();
}

/** What became of an answer so far. */
export function useFate(answerId: string): AnswerFate {
  return useSyncExternalStore(subscribe, () => fates.get(answerId) ?? nothing);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
