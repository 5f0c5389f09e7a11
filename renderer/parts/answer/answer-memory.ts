/**
 * What became of the answers on screen, kept outside the components: a tab that goes to the back and comes again must
 * still know that another answer has taken the place of this one. No value is in it.
 */
import type { AnswerView } from '../../../shared/vault/answer.ts';
import { Store, useStore } from '../../api/store.ts';

export interface AnswerChange {
  /** It was rewrapped: this one opens nothing any more. */
  readonly next?: AnswerView;
  /** Its wrapping token was revoked. */
  readonly cancelled?: boolean;
  /** What the server said of that. */
  readonly warnings?: readonly string[];
  /** It was dismissed: main holds it no more. */
  readonly gone?: boolean;
}

const nothing: AnswerChange = {};
const changes = new Store<Readonly<Record<string, AnswerChange>>>({});

/** Notes what became of an answer. */
export function noteChange(answerId: string, change: AnswerChange): void {
  changes.change({ [answerId]: { ...changes.snapshot()[answerId], ...change } });
}

/** What became of an answer so far. */
export function useChange(answerId: string): AnswerChange {
  return useStore(changes)[answerId] ?? nothing;
}
