/**
 * The answers that main holds for screens. A value crosses when the user reveals it, a credential never does. A
 * one-time answer is kept until the user dismisses it: across a lock (unseen), a crash of the page, and the end of
 * its session; a quit asks. Dismissing an answer that was never copied, saved or seen takes the user's agreement. A
 * dismissed one can be restored for ten minutes; if it was dismissed without a click, until the app ends or the user
 * agrees to its loss. Until then it counts as held: towards the budget, and in the question of a quit or a close.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { AnswerView, AnswerSummary } from '../../../shared/vault/answer.ts';
import { Agreement } from './agreement.ts';
import { viewOf } from './answer-view.ts';
import { bodyOf } from './new-answer.ts';
import type { NewAnswer } from './new-answer.ts';
import { createAnswerShelf } from './answer-shelf.ts';
import { readAnswers } from './answer-reading.ts';
import { prepareWith } from './prepare-answer.ts';
import { unauthenticatedOwner } from './secrets.ts';
import type {
  AnswerStore,
  AnswerStoreParts,
  FoundCredential,
  Inside,
  Losing,
  StoredAnswer,
} from './answer-store.ts';
import { numberedRef, withRefs } from './answer-references.ts';
import type { AnswerShelf } from './answer-shelf.ts';

const noRoom: AppError = {
  kind: 'invalid-request',
  message: 'There are too many one-time results that are not saved yet. Nothing was sent.',
  hint: 'Save or discard some of them first. Discarded ones count as long as they can be restored.',
};

/** Makes an empty store. */
export function createAnswerStore(parts: AnswerStoreParts): AnswerStore {
  const { secrets, known, changed, targetOf } = parts;
  const tell = (): void => changed(lists.listWithDismissed());
  const shelf = createAnswerShelf(secrets, tell);
  const lists = listsOf(shelf);
  const { find, forget } = shelf;

  /** Includes dismissed answers: it can be dismissed meanwhile. */
  function noteSeen(answerId: string): void {
    const one = shelf.peek(answerId);
    if (one !== undefined) one.seen = true;
  }

  /** The gate for outgoing answers can still hold the value back. */
  function noteShown(answerId: string): void {
    const note = (): void => noteSeen(answerId);
    if (parts.onceAnswered === undefined) note();
    else parts.onceAnswered(note);
  }

  function losing(answerId: string): Losing | undefined {
    const one = shelf.listed(answerId);
    if (one === undefined || !one.taken.once || one.had || one.view.form === 'empty') return undefined;
    const own = new Set(one.refs.map(({ secretRef }) => secretRef));
    const untaken = [...own].filter((secretRef) => !secrets.isTaken(secretRef)).length;
    if (own.size === 0 ? one.seen : untaken === 0) return undefined;
    const { title, path } = one.view;
    return { title, path, credentials: own.size, untaken };
  }

  /** Stores the credentials, and replaces their numbers in the view with references. */
  function keep(taken: NewAnswer, numbered: AnswerView, { prepared, found }: Inside): AnswerView {
    const target = taken.target ?? (taken.sessionId === undefined ? undefined : targetOf?.(taken.sessionId));
    const owner = taken.sessionId ?? (target === undefined ? '' : unauthenticatedOwner(target));
    const refs = found.map(({ kind, itself, secret }) =>
      secrets.holdAnswer(owner, kind, secret, { once: taken.once, itself }),
    );
    const view = withRefs(numbered, refs);
    const { answerId } = view;
    const before = shelf.peek(answerId);
    shelf.put({
      taken,
      view,
      target,
      prepared,
      refs,
      had: before?.had ?? false,
      seen: before?.seen ?? false,
    });
    if (taken.once) tell();
    else shelf.makeRoom();
    parts.onStored?.(view);
    return view;
  }

  return {
    hold: (taken) => {
      const prepared = prepareWith(bodyOf(taken), known.index);
      const found: FoundCredential[] = [];
      const view = viewOf(taken, prepared, known.index, (credential, secret) =>
        numberedRef(found, credential, secret),
      );
      return keep(taken, view, { prepared, found });
    },
    view: (answerId) => find(answerId).view,
    ...lists,
    ...readAnswers({ find, known, noteShown }),
    noteSeen,
    noteShown,
    sessionOf: (answerId) => shelf.peek(answerId)?.taken.sessionId,
    targetOf: (answerId) => find(answerId).target,
    losing,
    noteTaken: (answerId) => {
      const one = shelf.listed(answerId);
      if (one !== undefined) one.had = true;
    },
    dismiss: (answerId, by) => {
      const one = shelf.listed(answerId);
      if (one === undefined) return;
      if (!one.taken.once) {
        forget(answerId);
        return;
      }
      if (losing(answerId) !== undefined && !(by instanceof Agreement)) throw notAgreed();
      shelf.dismiss(one, by !== undefined || one.had || one.view.form === 'empty');
      tell();
    },
    restore: (answerId) => {
      const one = shelf.restore(answerId);
      if (one === undefined) return find(answerId).view;
      tell();
      return one.view;
    },
    discard: (answerIds) => {
      for (const answerId of answerIds) forget(answerId);
      tell();
    },
    forgetDismissed: (ofSession) => {
      const forgotten = shelf.dismissed().filter(({ one }) => ofSession(one.taken.sessionId));
      for (const { one } of forgotten) forget(one.view.answerId);
      if (forgotten.length > 0) tell();
    },
    lockSession: (sessionId) => {
      for (const { taken, view } of shelf.all())
        if (!taken.once && (taken.sessionId ?? sessionId) === sessionId) forget(view.answerId);
    },
    full: () => (shelf.isFull() ? noRoom : undefined),
    keep,
    opened: find,
    holds: (answerId) => shelf.peek(answerId) !== undefined,
  };
}

function notAgreed(): AppFailure {
  return new AppFailure({
    kind: 'forbidden',
    message: 'This one-time result was not copied, saved or shown yet. It was kept.',
  });
}

/** Makes the lists. */
function listsOf(
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
