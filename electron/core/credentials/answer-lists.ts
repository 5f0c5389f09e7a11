/** Lists of the one-time answers on a shelf, for screens. */
import type { AnswerSummary } from '../../../shared/vault/answer.ts';
import type { AnswerShelf } from './answer-shelf.ts';
import type { AnswerStore, StoredAnswer } from './answer-store.ts';

/** Makes the lists. */
export function listsOf(
  shelf: Pick<AnswerShelf, 'all' | 'dismissed'>,
): Pick<AnswerStore, 'list' | 'listWithDismissed' | 'listAtRisk' | 'count'> {
  function list(): readonly AnswerSummary[] {
    const once = shelf.all().filter(({ taken }) => taken.once);
    return once.reverse().map(summaryOf);
  }

  function listWithDismissed(): readonly AnswerSummary[] {
    const off = shelf
      .dismissed()
      .reverse()
      .map(({ one, ends }) => ({
        ...summaryOf(one),
        restorableUntil: ends === undefined ? '' : new Date(ends.atMs).toISOString(),
      }));
    return [...list(), ...off];
  }

  function listAtRisk(): readonly AnswerSummary[] {
    const unasked = shelf
      .dismissed()
      .filter(({ ends }) => ends === undefined)
      .reverse();
    return [...list(), ...unasked.map(({ one }) => summaryOf(one))];
  }

  return { list, listWithDismissed, listAtRisk, count: () => listAtRisk().length };
}

function summaryOf({ view: { answerId, kind, sessionId, title, path, at } }: StoredAnswer): AnswerSummary {
  return { answerId, kind, title, path, at, ...(sessionId === undefined ? {} : { sessionId }) };
}
