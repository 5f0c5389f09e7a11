/**
 * Later changes of shown responses, kept outside the components: a tab that returns to the front must still know that
 * another response has replaced this one. Contains no values.
 */
import type { AnswerView } from '../../../shared/vault/answer.ts';
import { Store, useStore } from '../../api/store.ts';

export interface AnswerChange {
  /** Response that replaced it by a rewrap: this one's token is used up. */
  readonly next?: AnswerView;
  /** True once its wrapping token was revoked. */
  readonly cancelled?: boolean;
  /** The server's warnings about the revocation. */
  readonly warnings?: readonly string[];
  /** True once it was dismissed: main no longer holds it. */
  readonly gone?: boolean;
}

const nothing: AnswerChange = {};
const changes = new Store<Readonly<Record<string, AnswerChange>>>({});

/** Records a change of a response. */
export function noteChange(answerId: string, change: AnswerChange): void {
  changes.change({ [answerId]: { ...changes.snapshot()[answerId], ...change } });
}

/** Recorded changes of a response. */
export function useChange(answerId: string): AnswerChange {
  return useStore(changes)[answerId] ?? nothing;
}
