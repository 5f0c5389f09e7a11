/**
 * The gate on the way out to the page. Every call's answer or error and every event's payload passes here as the last
 * step in main, and leaves without any credential that main holds, however it is encoded. No handler can bypass it,
 * so none has to remember it: a server can repeat a token anywhere, in an error, a name, a header, a value.
 *
 * A text that is only shown gets `[redacted]` in its place. A value that the user can edit and save would carry that
 * back to the server, so it is refused as a whole, with a hint at what to do instead. Text that the page has itself
 * written (drafts, tabs, typed keys) goes back to it unchanged: a redaction would lose the user's work and hide
 * nothing from the page that wrote it.
 *
 * Credentials that are words (a development server's `root`) are not redacted here: the policy `root`, the path
 * `root` and half of every sentence would go with them. They are held back if a body's shape is unknown
 * (`short-words.ts`).
 *
 * Large values are searched off the main thread, with everything that main knows by then: the size of a server's
 * answer must not decide how long main blocks. A value that cannot be searched does not leave.
 */
import { eventsAsJson } from '../../../shared/ipc/contract.ts';
import type { CallName, EventCrossing, EventName } from '../../../shared/ipc/contract.ts';
import { AppFailure, fail } from '../../../shared/ipc/result.ts';
import type { AppError, Result } from '../../../shared/ipc/result.ts';
import type { Which } from '../credentials/credential-index.ts';
import type { KnownCredentials } from '../credentials/known-credentials.ts';
import { makeLeaving, notLookedThrough } from './leaving.ts';
import type { LeavingWork } from './outgoing-check.ts';

/** A result that can leave; `json` is its value's text, if it was made. */
export type LeftResult = Result<unknown> & { readonly json?: string };

/** Runs a call and lets its result out; credentials that a call notes are forgotten after it. */
export interface Outgoing {
  /** `isJson`: once the call has ended, true if its value crosses as JSON text; it does not unless told. */
  readonly result: (
    name: string,
    call: () => Promise<Result<unknown>>,
    isJson?: () => boolean,
  ) => Promise<LeftResult>;
  /**
   * Returns an event's payload as it crosses to the page. A promise if it is large; it rejects, and nothing leaves, if
   * the payload cannot be searched.
   */
  readonly event: <T>(name: EventName, payload: T) => EventCrossing<T> | Promise<EventCrossing<T>>;
}

interface Treatment {
  /** `redact`: credentials are removed; `refuse`: all or nothing; `own`: the page's own text. */
  readonly how: 'redact' | 'refuse' | 'own';
  /**
   * `in-use`: values of entries, which the user reveals on purpose. A credential known only from a repeatable answer
   * is such a value, seen another way; one that is in use is a credential everywhere.
   */
  readonly which?: Which;
  /** Alternative offered by `refuse`. */
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
  // Text that the page has typed or stored itself.
  'entry.parseKeys': { how: 'own' },
  'draft.list': { how: 'own' },
  'workspace.load': { how: 'own' },
};

/** The name is any text of the page: a member that every object has is not a treatment. */
function treatmentOf(name: string): Treatment {
  return (Object.hasOwn(treatments, name) ? treatments[name as CallName] : undefined) ?? redacting;
}

/** Makes the gate for credentials known now and later; large values are searched by `work`, without it in place. */
export function makeOutgoing(
  { index, list, during }: Pick<KnownCredentials, 'index' | 'list' | 'during'>,
  work?: LeavingWork,
): Outgoing {
  const { leftOf, eventLeft, jsonEventLeft } = makeLeaving({ index, list }, work);

  async function leave(name: string, result: Result<unknown>, isJson: boolean): Promise<LeftResult> {
    const { how, which = 'all', hint } = result.ok ? treatmentOf(name) : redacting;
    if (how === 'own' || index.size === 0) return result;
    try {
      const value = result.ok ? result.value : result.error;
      const left = await leftOf(value, how, which, isJson && result.ok);
      if (left === undefined) return fail(refusal(hint));
      return result.ok ? { ok: true, ...left } : fail(left.value as AppError);
    } catch (failure) {
      return fail(failure instanceof AppFailure ? failure.error : notLookedThrough);
    }
  }

  return {
    result: (name, call, isJson = () => false) =>
      during(async () => await leave(name, await call(), isJson())),
    event: (name, payload) => (eventsAsJson.has(name) ? jsonEventLeft(payload) : eventLeft(payload)),
  };
}

function refusal(hint: string | undefined): AppError {
  return {
    kind: 'forbidden',
    message: 'This contains a credential that Strongroom uses, such as your token. It is not shown here.',
    ...(hint === undefined ? {} : { hint }),
  };
}
