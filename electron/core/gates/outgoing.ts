/**
 * The gate on the way out to the page. Whatever a call answers, whatever it fails with and whatever an event tells passes
 * here as the last thing in main, and leaves without any credential that main holds, in whatever form it is written. No
 * handler can go round it, so none has to remember it: a server may repeat a token wherever it likes, in an error, a
 * name, a header, a value.
 *
 * A text that is only shown gets `[redacted]` in its place. A value that a person may edit and save would carry that
 * back to the server, so it is refused as a whole, with words that say what to do instead. What a page has itself written
 * (drafts, tabs, typed keys) goes back to it as it was: taking something out of it would lose a person's work and hide
 * nothing from the page that wrote it.
 *
 * Credentials that are words (a development server's `root`) are not taken out here: the policy `root`, the path `root`
 * and half of every sentence would go with them. They are kept in where a body's shape is unknown (`short-words.ts`).
 *
 * What is large is looked through away from main, with everything that main knows by then: how much a server says must
 * not decide how long main stands still. What cannot be looked through does not leave.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crossesAsJson, eventsAsJson } from '../../../shared/ipc/contract.ts';
import type { CallName, EventName } from '../../../shared/ipc/contract.ts';
import { AppFailure, fail } from '../../../shared/ipc/result.ts';
import type { AppError, Result } from '../../../shared/ipc/result.ts';
import type { Which } from '../credentials/credential-index.ts';
import type { KnownCredentials } from '../credentials/known-credentials.ts';
import { fewTextsOf, isLarge, makeCheck } from './outgoing-check.ts';
import type { LeavingWork } from './outgoing-check.ts';

/** Runs a call and lets out what comes of it; nothing that a call notes outlives it. */
export interface Outgoing {
  readonly result: (name: CallName, call: () => Promise<Result<unknown>>) => Promise<Result<unknown>>;
  /** A promise where there is much to look through; it rejects where that cannot be done, and nothing leaves. */
  readonly event: <T>(name: EventName, payload: T) => T | Promise<T>;
}

interface Treatment {
  /** `redact`: credentials are taken out; `refuse`: it goes as it is or not at all; `own`: the page's own words. */
  readonly how: 'redact' | 'refuse' | 'own';
  /**
   * `in-use`: values of entries, which a person reveals on purpose. What an answer that can be had again has shown is
   * such a value, seen another way; what is in use is a credential wherever it stands.
   */
  readonly which?: Which;
  /** What to do instead, with `refuse`. */
  readonly hint?: string;
}

const redacting: Treatment = { how: 'redact' };

const treatments: Partial<Record<CallName, Treatment>> = {
  'entry.reveal': {
    how: 'refuse',
    which: 'in-use',
    hint: 'Copy it, or save it to a file: neither shows it here.',
  },
  'entry.revealAll': {
    how: 'refuse',
    which: 'in-use',
    hint: 'Edit the other keys one by one: this value is saved as it is. To replace it, type a new one.',
  },
  'entry.raw': { how: 'redact', which: 'in-use' },
  'entry.valueFromFile': { how: 'refuse', hint: 'Save it with another tool, or close the session first.' },
  'answer.reveal': { how: 'refuse', hint: 'Copy it, or open it in the secure prompt.' },
  'answer.revealAll': { how: 'refuse', hint: 'Reveal the values one by one.' },
  // What a page has typed or put away itself.
  'entry.parseKeys': { how: 'own' },
  'draft.list': { how: 'own' },
  'workspace.load': { how: 'own' },
};

/** While something large is looked through more may come to be known; it is looked through again so often. */
const MOST_ROUNDS = 5;

/** Makes the gate for what is known now and later; `work` looks through what is large, without it that is done in place. */
export function makeOutgoing(
  { index, list, during }: Pick<KnownCredentials, 'index' | 'list' | 'during'>,
  work?: LeavingWork,
): Outgoing {
  const check = makeCheck(index);

  /** What is left of a value; undefined where `how` is to refuse and it holds a credential. */
  async function leftOf(
    name: CallName,
    value: unknown,
    how: 'redact' | 'refuse',
    which: Which,
  ): Promise<{ readonly value: unknown } | undefined> {
    if (work !== undefined && isLarge(value)) {
      const isFree = fewTextsOf(value)?.every((text) => index.isFree(text, which)) === true;
      return isFree ? { value } : largeLeftOf(work, value, crossesAsJson.has(name), how, which);
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

  async function leave(name: CallName, result: Result<unknown>): Promise<Result<unknown>> {
    const { how, which = 'all', hint } = result.ok ? (treatments[name] ?? redacting) : redacting;
    if (how === 'own' || index.size === 0) return result;
    try {
      const left = await leftOf(name, result.ok ? result.value : result.error, how, which);
      if (left === undefined) return fail(refusal(hint));
      return result.ok ? { ok: true, value: left.value } : fail(left.value as AppError);
    } catch (failure) {
      return fail(failure instanceof AppFailure ? failure.error : notLookedThrough);
    }
  }

  return {
    result: (name, call) => during(async () => await leave(name, await call())),
    event: (name, payload) => {
      type Payload = typeof payload;
      if (index.size === 0) return payload;
      if (work !== undefined && isLarge(payload))
        return largeLeftOf(work, payload, eventsAsJson.has(name), 'redact', 'all').then(
          (left) => left?.value as Payload,
        );
      return check.isIn(payload, 'all') ? (check.redacted(payload, 'all') as Payload) : payload;
    },
  };
}

/** More than is done in place, whatever it is. */
const LARGE_TASK = Number.MAX_SAFE_INTEGER;

const notLookedThrough: AppError = {
  kind: 'bad-answer',
  message: 'This could not be looked through for credentials. It is not shown here.',
  hint: 'Ask for less of it at once.',
};

function refusal(hint: string | undefined): AppError {
  return {
    kind: 'forbidden',
    message: 'This holds a credential that Strongroom has in use, such as your token. It is not shown here.',
    ...(hint === undefined ? {} : { hint }),
  };
}
