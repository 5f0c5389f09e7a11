/** Reading of values in stored answers: shown, copied, saved. A credential is never shown. */
import { clientTokenOf } from '../../vault/api/login.ts';
import { credentialsBelow, noValue, revealed } from './answer-references.ts';
import type { AnswerStore, StoredAnswer } from './answer-store.ts';
import type { KnownCredentials } from './known-credentials.ts';
import { bodyOf } from './new-answer.ts';
import { hiddenValues, holdsCredential, maskedText, valueAt } from './prepare-answer.ts';

type AnswerReading = Pick<
  AnswerStore,
  'reveal' | 'revealAll' | 'textAt' | 'credentialsAt' | 'raw' | 'original' | 'clientTokenOf'
>;

export interface AnswerReadingParts {
  readonly find: (answerId: string) => StoredAnswer;
  readonly known: Pick<KnownCredentials, 'index'>;
  readonly noteShown: AnswerStore['noteShown'];
}

/** Makes the reading of the answers that `find` finds. */
export function readAnswers({ find, known, noteShown }: AnswerReadingParts): AnswerReading {
  const { index } = known;

  /** True for a text of unknown shape whose credential became known only after it arrived. */
  function isCredentialByNow({ taken, prepared }: StoredAnswer): boolean {
    return prepared.form === 'text' && holdsCredential(bodyOf(taken), index);
  }

  return {
    reveal: (answerId, pointer) => {
      const one = find(answerId);
      const { value, visibility } = valueAt(one.taken.answer.text, one.prepared, pointer);
      const told = revealed(value, isCredentialByNow(one) ? 'credential' : visibility, one.prepared);
      noteShown(answerId);
      return told;
    },
    revealAll: (answerId) => {
      const one = find(answerId);
      if (isCredentialByNow(one)) return [];
      const values = hiddenValues(one.taken.answer.text, one.prepared);
      // Values beyond the size limit are left out, so they do not count as seen.
      if (values.length > 0) noteShown(answerId);
      return values;
    },
    textAt: (answerId, pointer) => {
      const { taken, prepared } = find(answerId);
      return valueAt(taken.answer.text, prepared, pointer).copied;
    },
    credentialsAt: (answerId, pointer) => {
      const one = find(answerId);
      const { view, refs } = one;
      const { visibility } = valueAt(one.taken.answer.text, one.prepared, pointer);
      return credentialsBelow({ view, refs }, pointer, visibility, isCredentialByNow(one));
    },
    raw: (answerId, reveal) => {
      const one = find(answerId);
      const shown = reveal && !isCredentialByNow(one);
      if (shown) noteShown(answerId);
      return maskedText(one.taken.answer.text, one.prepared, shown);
    },
    original: (answerId) => {
      const { answer } = find(answerId).taken;
      return answer.bytes ?? Buffer.from(answer.large?.bytes ?? Buffer.from(answer.text, 'utf8'));
    },
    clientTokenOf: (answerId) => {
      const token = clientTokenOf(find(answerId).taken.answer);
      if (token === '') throw noValue('There is no client token in this response.');
      return token;
    },
  };
}
