/**
 * Wrapping tokens made in this run for other users, by session and accessor. The tokens themselves are stored answers
 * and not in this list.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AnswerView } from '../../../shared/vault/answer.ts';
import { wrapEndsAt } from '../../../shared/vault/wrap-end.ts';
import type { SharedWrap } from '../../../shared/vault/wrapping.ts';

export interface SharedWraps {
  /** Notes a response with a wrapping token; ignores others. */
  readonly note: (view: AnswerView) => void;
  /** Newest first; `isStored` tells if an answer is still there. */
  readonly list: (sessionId: string, isStored: (answerId: string) => boolean) => readonly SharedWrap[];
  /** Throws `invalid-input` if this accessor was not wrapped in the session. */
  readonly find: (sessionId: string, accessor: string) => SharedWrap;
  /** The one whose token has this reference, if any. */
  readonly byToken: (secretRef: string) => SharedWrap | undefined;
  readonly end: (accessor: string, state: 'cancelled' | 'rewrapped') => void;
  readonly closeSession: (sessionId: string) => void;
}

interface Noted {
  readonly sessionId: string;
  readonly secretRef: string;
  wrap: SharedWrap;
}

/** Most per session; the oldest beyond it are forgotten. */
const MOST_WRAPS = 1000;

/** Makes an empty list; `usedUp` gets the stored answers whose token is used up. */
export function createSharedWraps(usedUp: (answerId: string) => void = () => undefined): SharedWraps {
  let noted: Noted[] = [];
  return {
    note: (answer) => {
      const { sessionId, answerId, title, wrap, path } = answer;
      // A wrapping token that came out of another one was not made here.
      if (sessionId === undefined || wrap === undefined || path === 'sys/wrapping/unwrap') return;
      const { accessor, creationPath, creationTime, token } = wrap;
      const endsAt = wrapEndsAt(answer, wrap);
      noted.push({
        sessionId,
        secretRef: token.secretRef,
        wrap: { accessor, answerId, creationPath, creationTime, endsAt, title, state: 'shared' },
      });
      const mine = noted.filter((one) => one.sessionId === sessionId);
      if (mine.length > MOST_WRAPS) noted = noted.filter((one) => one !== mine[0]);
    },
    list: (sessionId, isStored) =>
      noted
        .filter((one) => one.sessionId === sessionId)
        .map(({ wrap: { answerId = '', ...wrap } }) => (isStored(answerId) ? { ...wrap, answerId } : wrap))
        .reverse(),
    find: (sessionId, accessor) => {
      const found = noted.find((one) => one.sessionId === sessionId && one.wrap.accessor === accessor);
      if (found !== undefined) return found.wrap;
      throw new AppFailure({
        kind: 'invalid-input',
        field: 'accessor',
        message: 'Nothing with this accessor was wrapped in this session. Nothing was sent.',
        hint: 'Revoke other tokens under Tokens.',
      });
    },
    byToken: (secretRef) => noted.find((one) => one.secretRef === secretRef)?.wrap,
    end: (accessor, state) => {
      for (const one of noted) {
        if (one.wrap.accessor !== accessor || one.wrap.state !== 'shared') continue;
        one.wrap = { ...one.wrap, state };
        if (one.wrap.answerId !== undefined) usedUp(one.wrap.answerId);
      }
    },
    closeSession: (sessionId) => {
      noted = noted.filter((one) => one.sessionId !== sessionId);
    },
  };
}
