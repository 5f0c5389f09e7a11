/**
 * The answers that main holds for screens. A value crosses when the user reveals it, a credential never does. A
 * one-time answer is kept until the user dismisses it: across a lock (unseen), a crash of the page, and the end of
 * its session; a quit asks. Dismissing an answer that was never copied, saved or seen takes the user's agreement. A
 * dismissed one can be restored for ten minutes; if it was dismissed without a click, until the app ends or the user
 * agrees to its loss. Until then it counts as held: towards the budget, and in the question of a quit or a close.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { AnswerSummary, AnswerView } from '../../../shared/vault/answer.ts';
import { clientTokenOf } from '../../vault/api/login.ts';
import { Agreement } from './agreement.ts';
import { viewOf } from './answer-view.ts';
import type { NewAnswer } from './new-answer.ts';
import { hiddenValues, holdsCredential, maskedText, prepareWith, valueAt } from './prepare-answer.ts';
import type { AnswerBody } from './prepare-answer.ts';
import { unauthenticatedOwner } from './secrets.ts';
import type {
  AnswerStore,
  AnswerStoreParts,
  FoundCredential,
  Inside,
  Losing,
  StoredAnswer,
} from './answer-store.ts';
import { credentialsBelow, noValue, numberedRef, revealed, withRefs } from './answer-references.ts';

/** Time in which a dismissal can be undone, in milliseconds. */
export const RESTORABLE_MS = 10 * 60_000;

interface Dismissed {
  readonly one: StoredAnswer;
  /** Absent if it was dismissed without the user. */
  readonly ends?: { readonly atMs: number; readonly timer: NodeJS.Timeout };
}

/** Limits of repeatable answers: the oldest are dropped first. */
const MOST_AGAIN = 60;
const MOST_AGAIN_BYTES = 64 * 1024 * 1024;

/** One-time answers are never dropped to make room: a request for more is refused before it is sent. */
export const MOST_ONCE = 200;
const MOST_ONCE_BYTES = 256 * 1024 * 1024;

const noRoom: AppError = {
  kind: 'invalid-request',
  message: 'There are too many one-time results that are not saved yet. Nothing was sent.',
  hint: 'Save or discard some of them first. Discarded ones count as long as they can be restored.',
};

/** Makes an empty store. */
export function createAnswerStore(parts: AnswerStoreParts): AnswerStore {
  const { secrets, changed, targetOf } = parts;
  const { index } = parts.known;
  /** Oldest first. */
  const stored = new Map<string, StoredAnswer>();
  /** Dismissed answers, not shown, until their time is over. */
  const dismissed = new Map<string, Dismissed>();

  function find(answerId: string): StoredAnswer {
    const one = stored.get(answerId);
    if (one !== undefined) return one;
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'answerId',
      message: 'This response is gone.',
      hint: 'Send the request again, if it can be sent twice.',
    });
  }

  function forget(answerId: string): void {
    const off = dismissed.get(answerId);
    const one = stored.get(answerId) ?? off?.one;
    clearTimeout(off?.ends?.timer);
    dismissed.delete(answerId);
    stored.delete(answerId);
    for (const { secretRef } of one?.refs ?? []) secrets.dismissOfAnswer(secretRef);
  }

  /** Includes dismissed answers: it can be dismissed meanwhile. */
  function noteSeen(answerId: string): void {
    const one = stored.get(answerId) ?? dismissed.get(answerId)?.one;
    if (one !== undefined) one.seen = true;
  }

  /** The gate for outgoing answers can still hold the value back. */
  function noteShown(answerId: string): void {
    const note = (): void => noteSeen(answerId);
    if (parts.onceAnswered === undefined) note();
    else parts.onceAnswered(note);
  }

  function oneTimeResults(): readonly StoredAnswer[] {
    return [...stored.values()].filter(({ taken }) => taken.once).reverse();
  }

  function list(): readonly AnswerSummary[] {
    return oneTimeResults().map(summaryOf);
  }

  function listWithDismissed(): readonly AnswerSummary[] {
    const off = [...dismissed.values()].reverse().map(({ one, ends }) => ({
      ...summaryOf(one),
      restorableUntil: ends === undefined ? '' : new Date(ends.atMs).toISOString(),
    }));
    return [...list(), ...off];
  }

  function listAtRisk(): readonly AnswerSummary[] {
    const unasked = [...dismissed.values()].filter(({ ends }) => ends === undefined).reverse();
    return [...list(), ...unasked.map(({ one }) => summaryOf(one))];
  }

  const tell = (): void => changed(listWithDismissed());

  function losing(answerId: string): Losing | undefined {
    const one = stored.get(answerId);
    if (one === undefined || !one.taken.once || one.had || one.view.form === 'empty') return undefined;
    const own = new Set(one.refs.map(({ secretRef }) => secretRef));
    const untaken = [...own].filter((secretRef) => !secrets.isTaken(secretRef)).length;
    if (own.size === 0 ? one.seen : untaken === 0) return undefined;
    const { title, path } = one.view;
    return { title, path, credentials: own.size, untaken };
  }

  /** True for a text of unknown shape whose credential became known only after it arrived. */
  function isCredentialByNow({ taken, prepared }: StoredAnswer): boolean {
    return prepared.form === 'text' && holdsCredential(bodyOf(taken), index);
  }

  function endOf(answerId: string): NonNullable<Dismissed['ends']> {
    const timer = setTimeout(() => {
      forget(answerId);
      tell();
    }, RESTORABLE_MS);
    timer.unref();
    return { atMs: Date.now() + RESTORABLE_MS, timer };
  }

  function isFull(): boolean {
    const off = [...dismissed.values()].map(({ one }) => one);
    const once = [...stored.values(), ...off].filter(({ taken }) => taken.once);
    const bytes = once.reduce((sum, one) => sum + sizeOf(one), 0);
    return once.length >= MOST_ONCE || bytes >= MOST_ONCE_BYTES;
  }

  function makeRoom(): void {
    const again = [...stored].filter(([, { taken }]) => !taken.once).reverse();
    let bytes = 0;
    for (const [index, [answerId, one]] of again.entries()) {
      bytes += sizeOf(one);
      // The newest stays, regardless of its size.
      if (index > 0 && (index >= MOST_AGAIN || bytes > MOST_AGAIN_BYTES)) forget(answerId);
    }
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
    const off = dismissed.get(answerId);
    const before = stored.get(answerId) ?? off?.one;
    const one: StoredAnswer = {
      taken,
      view,
      target,
      prepared,
      refs,
      had: before?.had ?? false,
      seen: before?.seen ?? false,
    };
    if (off === undefined) stored.set(answerId, one);
    else {
      // Dismissed while it was read: it stays off the list, and so do its credentials.
      for (const { secretRef } of refs) secrets.setAside(secretRef, true);
      dismissed.set(answerId, { ...off, one });
    }
    if (taken.once) tell();
    else makeRoom();
    parts.onStored?.(view);
    return view;
  }

  return {
    hold: (taken) => {
      const prepared = prepareWith(bodyOf(taken), index);
      const found: FoundCredential[] = [];
      const view = viewOf(taken, prepared, index, (credential, secret) =>
        numberedRef(found, credential, secret),
      );
      return keep(taken, view, { prepared, found });
    },
    view: (answerId) => find(answerId).view,
    list,
    listWithDismissed,
    listAtRisk,
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
    noteSeen,
    noteShown,
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
    sessionOf: (answerId) => (stored.get(answerId) ?? dismissed.get(answerId)?.one)?.taken.sessionId,
    targetOf: (answerId) => find(answerId).target,
    losing,
    noteTaken: (answerId) => {
      const one = stored.get(answerId);
      if (one !== undefined) one.had = true;
    },
    dismiss: (answerId, by) => {
      const one = stored.get(answerId);
      if (one === undefined) return;
      if (!one.taken.once) {
        forget(answerId);
        return;
      }
      if (losing(answerId) !== undefined && !(by instanceof Agreement)) throw notAgreed();
      stored.delete(answerId);
      for (const { secretRef } of one.refs) secrets.setAside(secretRef, true);
      const endsByItself = by !== undefined || one.had || one.view.form === 'empty';
      dismissed.set(answerId, { one, ...(endsByItself ? { ends: endOf(answerId) } : {}) });
      tell();
    },
    restore: (answerId) => {
      const off = dismissed.get(answerId);
      if (off === undefined) return find(answerId).view;
      clearTimeout(off.ends?.timer);
      dismissed.delete(answerId);
      for (const { secretRef } of off.one.refs) secrets.setAside(secretRef, false);
      stored.set(answerId, off.one);
      tell();
      return off.one.view;
    },
    discard: (answerIds) => {
      for (const answerId of answerIds) forget(answerId);
      tell();
    },
    forgetDismissed: (ofSession) => {
      const forgotten = [...dismissed].filter(([, { one }]) => ofSession(one.taken.sessionId));
      for (const [answerId] of forgotten) forget(answerId);
      if (forgotten.length > 0) tell();
    },
    lockSession: (sessionId) => {
      for (const [answerId, { taken }] of [...stored])
        if (!taken.once && (taken.sessionId ?? sessionId) === sessionId) forget(answerId);
    },
    count: () => listAtRisk().length,
    full: () => (isFull() ? noRoom : undefined),
    keep,
    opened: find,
    holds: (answerId) => stored.has(answerId) || dismissed.has(answerId),
  };
}

/** Approximate bytes of the body and its tree; a large body is not decoded for it. */
function sizeOf({ taken: { answer }, prepared: { tree } }: Pick<StoredAnswer, 'taken' | 'prepared'>): number {
  const ofTree = tree === undefined ? 0 : 7 * tree.parent.byteLength + tree.replaced.byteLength;
  return (answer.large?.bytes.length ?? answer.text.length) + ofTree;
}

function bodyOf({ answer, method, path, values }: NewAnswer): AnswerBody {
  return { text: answer.text, binary: answer.bytes !== undefined, method, path, values };
}

function summaryOf({ view: { answerId, kind, sessionId, title, path, at } }: StoredAnswer): AnswerSummary {
  return { answerId, kind, title, path, at, ...(sessionId === undefined ? {} : { sessionId }) };
}

function notAgreed(): AppFailure {
  return new AppFailure({
    kind: 'forbidden',
    message: 'Nobody has copied, saved or seen this one-time result yet. It was kept.',
  });
}
