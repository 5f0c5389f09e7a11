/**
 * What is left of a value on its way out, to the page and to the clipboard: one index of what main holds is asked, whichever
 * way it goes. What is large is looked through away from main, and again while more comes to be known meanwhile.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Which } from '../credentials/credential-index.ts';
import type { KnownCredentials } from '../credentials/known-credentials.ts';
import { fewTextsOf, isLarge, makeCheck } from './outgoing-check.ts';
import type { LeavingWork } from './outgoing-check.ts';

export interface Leaving {
  /**
   * What is left of a value; undefined where `how` is to refuse and it holds a credential. `isJson`: handed over as JSON text
   * where it is large. Rejects where it could not be looked through.
   */
  readonly leftOf: (
    value: unknown,
    how: 'redact' | 'refuse',
    which: Which,
    isJson: boolean,
  ) => Promise<{ readonly value: unknown } | undefined>;
  /** What is left of the payload of an event; a promise where there is much to look through. */
  readonly eventLeft: <T>(payload: T, isJson: boolean) => T | Promise<T>;
}

/** While something large is looked through more may come to be known; it is looked through again so often. */
const MOST_ROUNDS = 5;

/** Makes it for what is known now and later; `work` looks through what is large, without it that is done in place. */
export function makeLeaving(
  { index, list }: Pick<KnownCredentials, 'index' | 'list'>,
  work?: LeavingWork,
): Leaving {
  const check = makeCheck(index);

  async function leftOf(
    value: unknown,
    how: 'redact' | 'refuse',
    which: Which,
    isJson: boolean,
  ): Promise<{ readonly value: unknown } | undefined> {
    if (work !== undefined && isLarge(value)) {
      const isFree = fewTextsOf(value)?.every((text) => index.isFree(text, which)) === true;
      return isFree ? { value } : largeLeftOf(work, value, isJson, how, which);
    }
    if (!check.isIn(value, which)) return { value };
    return how === 'refuse' ? undefined : { value: check.redacted(value, which) };
  }

  async function largeLeftOf(
    look: LeavingWork,
    value: unknown,
    isJson: boolean,
    how: 'redact' | 'refuse',
    which: Which,
  ): Promise<{ readonly value: unknown } | undefined> {
    let left = value;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      // What came just now and what is handed over now are two stops, not one.
      await nextTurn();
      const { revision } = index;
      const given = isJson ? JSON.stringify(left) : left;
      const found = await look(
        'lookThrough',
        { value: given, isJson, how, which, known: list() },
        LARGE_TASK,
      );
      if (found.holds && how === 'refuse') return undefined;
      if (found.holds) left = found.redacted;
      if (index.revision === revision) return { value: left };
    }
    throw new AppFailure(notLookedThrough);
  }

  return {
    leftOf,
    eventLeft: (payload, isJson) => {
      type Payload = typeof payload;
      if (work !== undefined && isLarge(payload))
        return largeLeftOf(work, payload, isJson, 'redact', 'all').then((left) => left?.value as Payload);
      return check.isIn(payload, 'all') ? (check.redacted(payload, 'all') as Payload) : payload;
    },
  };
}

/** More than is done in place, whatever it is. */
const LARGE_TASK = Number.MAX_SAFE_INTEGER;

/** Why something does not leave. */
export const notLookedThrough: AppError = {
  kind: 'bad-answer',
  message: 'This could not be looked through for credentials. It is not shown here.',
  hint: 'Ask for less of it at once.',
};
