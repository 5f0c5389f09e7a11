/** Answers in memory: the listed ones, and the dismissed ones as long as they can be restored. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { StoredAnswer } from './answer-store.ts';
import type { SecretStore } from './secrets.ts';

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

export interface AnswerShelf {
  /** A listed answer. Throws `invalid-input` if there is none. */
  readonly find: (answerId: string) => StoredAnswer;
  /** Listed or dismissed; undefined if it is gone. */
  readonly peek: (answerId: string) => StoredAnswer | undefined;
  /** Undefined if it is not on the list. */
  readonly listed: (answerId: string) => StoredAnswer | undefined;
  /** Every listed answer, the oldest first. */
  readonly all: () => StoredAnswer[];
  /** In the order of their dismissal. */
  readonly dismissed: () => Dismissed[];
  /** Stores an answer, or replaces it; one that was dismissed while it was read stays dismissed. */
  readonly put: (one: StoredAnswer) => void;
  /** Takes a listed answer off the list; `endsByItself`: it is forgotten after a while. */
  readonly dismiss: (one: StoredAnswer, endsByItself: boolean) => void;
  /** Lists a dismissed answer again; undefined if it is not dismissed. */
  readonly restore: (answerId: string) => StoredAnswer | undefined;
  /** Drops an answer for good, with its credentials. */
  readonly forget: (answerId: string) => void;
  /** Drops the oldest repeatable answers beyond the limits. */
  readonly makeRoom: () => void;
  /** True if another one-time answer has no room. */
  readonly isFull: () => boolean;
}

/** Makes an empty shelf; `ended` is called when a dismissed answer was forgotten by itself. */
export function createAnswerShelf(secrets: SecretStore, ended: () => void): AnswerShelf {
  /** Oldest first. */
  const stored = new Map<string, StoredAnswer>();
  /** Dismissed answers, not shown, until their time is over. */
  const dismissed = new Map<string, Dismissed>();

  function forget(answerId: string): void {
    const off = dismissed.get(answerId);
    const one = stored.get(answerId) ?? off?.one;
    clearTimeout(off?.ends?.timer);
    dismissed.delete(answerId);
    stored.delete(answerId);
    for (const { secretRef } of one?.refs ?? []) secrets.dismissOfAnswer(secretRef);
  }

  function endOf(answerId: string): NonNullable<Dismissed['ends']> {
    const timer = setTimeout(() => {
      forget(answerId);
      ended();
    }, RESTORABLE_MS);
    timer.unref();
    return { atMs: Date.now() + RESTORABLE_MS, timer };
  }

  function setAside({ refs }: StoredAnswer, aside: boolean): void {
    for (const { secretRef } of refs) secrets.setAside(secretRef, aside);
  }

  return {
    find: (answerId) => {
      const one = stored.get(answerId);
      if (one !== undefined) return one;
      throw new AppFailure({
        kind: 'invalid-input',
        field: 'answerId',
        message: 'This response is gone.',
        hint: 'Send the request again, if it can be sent twice.',
      });
    },
    peek: (answerId) => stored.get(answerId) ?? dismissed.get(answerId)?.one,
    listed: (answerId) => stored.get(answerId),
    all: () => [...stored.values()],
    dismissed: () => [...dismissed.values()],
    put: (one) => {
      const { answerId } = one.view;
      const off = dismissed.get(answerId);
      if (off === undefined) {
        stored.set(answerId, one);
        return;
      }
      // Its credentials stay off the list, too.
      setAside(one, true);
      dismissed.set(answerId, { ...off, one });
    },
    dismiss: (one, endsByItself) => {
      const { answerId } = one.view;
      stored.delete(answerId);
      setAside(one, true);
      dismissed.set(answerId, { one, ...(endsByItself ? { ends: endOf(answerId) } : {}) });
    },
    restore: (answerId) => {
      const off = dismissed.get(answerId);
      if (off === undefined) return undefined;
      clearTimeout(off.ends?.timer);
      dismissed.delete(answerId);
      setAside(off.one, false);
      stored.set(answerId, off.one);
      return off.one;
    },
    forget,
    makeRoom: () => {
      const again = [...stored].filter(([, { taken }]) => !taken.once).reverse();
      let bytes = 0;
      for (const [index, [answerId, one]] of again.entries()) {
        bytes += sizeOf(one);
        // The newest stays, regardless of its size.
        if (index > 0 && (index >= MOST_AGAIN || bytes > MOST_AGAIN_BYTES)) forget(answerId);
      }
    },
    isFull: () => {
      const off = [...dismissed.values()].map(({ one }) => one);
      const once = [...stored.values(), ...off].filter(({ taken }) => taken.once);
      const bytes = once.reduce((sum, one) => sum + sizeOf(one), 0);
      return once.length >= MOST_ONCE || bytes >= MOST_ONCE_BYTES;
    },
  };
}

/** Approximate bytes of the body and its tree; a large body is not decoded for it. */
function sizeOf({ taken: { answer }, prepared: { tree } }: Pick<StoredAnswer, 'taken' | 'prepared'>): number {
  const ofTree = tree === undefined ? 0 : 7 * tree.parent.byteLength + tree.replaced.byteLength;
  return (answer.large?.bytes.length ?? answer.text.length) + ofTree;
}
