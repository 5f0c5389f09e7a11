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
import { crossesAsJson, eventsAsJson } from '../../../shared/ipc/contract.ts';
import type { CallName, EventName } from '../../../shared/ipc/contract.ts';
import { AppFailure, fail } from '../../../shared/ipc/result.ts';
import type { AppError, Result } from '../../../shared/ipc/result.ts';
import type { Which } from '../credentials/credential-index.ts';
import type { KnownCredentials } from '../credentials/known-credentials.ts';
import { makeLeaving, notLookedThrough } from './leaving.ts';
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

/** Makes the gate for what is known now and later; `work` looks through what is large, without it that is done in place. */
export function makeOutgoing(
  { index, list, during }: Pick<KnownCredentials, 'index' | 'list' | 'during'>,
  work?: LeavingWork,
): Outgoing {
  const { leftOf, eventLeft } = makeLeaving({ index, list }, work);

  async function leave(name: CallName, result: Result<unknown>): Promise<Result<unknown>> {
    const { how, which = 'all', hint } = result.ok ? (treatments[name] ?? redacting) : redacting;
    if (how === 'own' || index.size === 0) return result;
    try {
      const value = result.ok ? result.value : result.error;
      const left = await leftOf(value, how, which, crossesAsJson.has(name));
      if (left === undefined) return fail(refusal(hint));
      return result.ok ? { ok: true, value: left.value } : fail(left.value as AppError);
    } catch (failure) {
      return fail(failure instanceof AppFailure ? failure.error : notLookedThrough);
    }
  }

  return {
    result: (name, call) => during(async () => await leave(name, await call())),
    event: (name, payload) => (index.size === 0 ? payload : eventLeft(payload, eventsAsJson.has(name))),
  };
}

function refusal(hint: string | undefined): AppError {
  return {
    kind: 'forbidden',
    message: 'This holds a credential that Strongroom has in use, such as your token. It is not shown here.',
    ...(hint === undefined ? {} : { hint }),
  };
}
