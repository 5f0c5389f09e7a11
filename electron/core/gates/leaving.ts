/**
 * Removes credentials from a value on its way out, to the page or to the clipboard: both use one index of what main
 * holds. Large values are searched off the main thread, and again if more credentials become known meanwhile.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Which } from '../credentials/credential-index.ts';
import type { KnownCredentials } from '../credentials/known-credentials.ts';
import { fewTextsOf, isFreeJson, isLarge, makeCheck } from './outgoing-check.ts';
import type { LeavingWork } from './outgoing-check.ts';

export interface Leaving {
  /**
   * Returns the value without credentials; undefined if `how` is `refuse` and it holds one. `isJson`: it crosses as
   * JSON text, which is returned, too, if it was made. Rejects if it could not be searched.
   */
  readonly leftOf: (
    value: unknown,
    how: 'redact' | 'refuse',
    which: Which,
    isJson: boolean,
  ) => Promise<Left | undefined>;
  /** Returns an event's payload without credentials; a promise if it is large. */
  readonly eventLeft: <T>(payload: T) => T | Promise<T>;
  /** Works as `eventLeft`, and returns the payload as JSON text. */
  readonly jsonEventLeft: (payload: unknown) => JsonText | Promise<JsonText>;
}

/** A value without credentials, and its JSON text if that was made. */
export interface Left {
  readonly value: unknown;
  readonly json?: string;
}

export interface JsonText {
  readonly json: string;
}

/** A large value is searched again if credentials became known meanwhile, at most this many times in all. */
const MOST_ROUNDS = 5;

/** Makes it for credentials known now and later; large values are searched by `work`, without it in place. */
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
  ): Promise<Left | undefined> {
    const json = isJson ? JSON.stringify(value) : undefined;
    if (json !== undefined && isFreeJson(json, index, which)) return { value, json };
    if (work !== undefined && isLarge(value)) {
      const isFree = fewTextsOf(value)?.every((text) => index.isFree(text, which)) === true;
      return isFree ? withText(value, json) : largeLeftOf(work, value, json, how, which);
    }
    if (!check.isIn(value, which)) return { value };
    return how === 'refuse' ? undefined : { value: check.redacted(value, which) };
  }

  async function largeLeftOf(
    look: LeavingWork,
    value: unknown,
    json: string | undefined,
    how: 'redact' | 'refuse',
    which: Which,
  ): Promise<Left | undefined> {
    let left = value;
    let text = json;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      // Yields between receiving and handing over: two short pauses of the main thread, not one long.
      await nextTurn();
      const { revision } = index;
      const found = await look(
        'lookThrough',
        { value: text ?? left, isJson: text !== undefined, how, which, known: list() },
        LARGE_TASK,
      );
      if (found.holds && how === 'refuse') return undefined;
      if (found.holds) {
        left = found.redacted;
        if (text !== undefined) text = JSON.stringify(left);
      }
      if (index.revision === revision) return withText(left, text);
    }
    throw new AppFailure(notLookedThrough);
  }

  function eventLeft<T>(payload: T): T | Promise<T> {
    if (index.size === 0) return payload;
    if (work !== undefined && isLarge(payload))
      return largeLeftOf(work, payload, undefined, 'redact', 'all').then((left) => left?.value as T);
    return check.isIn(payload, 'all') ? (check.redacted(payload, 'all') as T) : payload;
  }

  return {
    leftOf,
    eventLeft,
    jsonEventLeft: (payload) => {
      const json = JSON.stringify(payload);
      if (index.size === 0 || isFreeJson(json, index, 'all')) return { json };
      if (work !== undefined && isLarge(payload))
        return largeLeftOf(work, payload, json, 'redact', 'all').then((left) => {
          if (left?.json === undefined) throw new AppFailure(notLookedThrough);
          return { json: left.json };
        });
      return { json: check.isIn(payload, 'all') ? JSON.stringify(check.redacted(payload, 'all')) : json };
    },
  };
}

function withText(value: unknown, json: string | undefined): Left {
  return json === undefined ? { value } : { value, json };
}

/** Size above the limit for work in place. */
const LARGE_TASK = Number.MAX_SAFE_INTEGER;

/** Error for a value that was not searched. */
export const notLookedThrough: AppError = {
  kind: 'bad-answer',
  message: 'This could not be searched for credentials. It is not shown here.',
  hint: 'Ask for less of it at once.',
};
