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
 */
import type { CallName, EventName } from '../../../shared/ipc/contract.ts';
import { fail } from '../../../shared/ipc/result.ts';
import type { AppError, Result } from '../../../shared/ipc/result.ts';
import type { Which } from '../credentials/credential-index.ts';
import type { KnownCredentials } from '../credentials/known-credentials.ts';

/** Runs a call and lets out what comes of it; nothing that a call notes outlives it. */
export interface Outgoing {
  readonly result: (name: CallName, call: () => Promise<Result<unknown>>) => Promise<Result<unknown>>;
  readonly event: <T>(name: EventName, payload: T) => T;
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
  'entry.valueFromFile': { how: 'refuse', hint: 'Save it with another tool, or close the connection first.' },
  'answer.reveal': { how: 'refuse', hint: 'Copy it, or open it in the secure prompt.' },
  // What a page has typed or put away itself.
  'entry.parseKeys': { how: 'own' },
  'draft.list': { how: 'own' },
  'workspace.load': { how: 'own' },
  // A connection as a person has typed it: its headers are sent from there.
  'profile.list': { how: 'own' },
  'profile.save': { how: 'own' },
  'profile.import': { how: 'own' },
};

/** Makes the gate for what is known now and later. */
export function makeOutgoing({ index, during }: Pick<KnownCredentials, 'index' | 'during'>): Outgoing {
  /** Names of members that have been looked at and hold nothing, while nothing new is known. */
  const clean = new CleanNames(() => index.revision);

  function isClean(text: string, which: Which): boolean {
    return text.length < SHORTEST || !index.isIn(text, which);
  }

  /** Whether a value holds a credential anywhere. Without recursion: an answer may be nested deeply. */
  function isIn(value: unknown, which: Which): boolean {
    const waiting: unknown[] = [value];
    while (waiting.length > 0) {
      const one = waiting.pop();
      if (typeof one === 'string') {
        if (!isClean(one, which)) return true;
      } else if (Array.isArray(one)) {
        for (const item of one) waiting.push(item);
      } else if (ArrayBuffer.isView(one)) {
        if (!isClean(Buffer.from(one.buffer, one.byteOffset, one.byteLength).toString('latin1'), which))
          return true;
      } else if (typeof one === 'object' && one !== null) {
        for (const name in one) {
          if (!clean.has(name) && !clean.note(name, isClean(name, which))) return true;
          waiting.push((one as Record<string, unknown>)[name]);
        }
      }
    }
    return false;
  }

  function redacted(value: unknown, which: Which): unknown {
    if (typeof value === 'string') return isClean(value, which) ? value : index.redacted(value, which);
    if (Array.isArray(value)) return value.map((item) => redacted(item, which));
    if (ArrayBuffer.isView(value)) return isIn(value, which) ? new Uint8Array() : value;
    if (typeof value !== 'object' || value === null) return value;
    const copy: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value))
      define(copy, index.redacted(name, which), redacted(member, which));
    return copy;
  }

  function letOut<T>(value: T, which: Which): T {
    return index.size === 0 || !isIn(value, which) ? value : (redacted(value, which) as T);
  }

  function leave(name: CallName, result: Result<unknown>): Result<unknown> {
    if (!result.ok) return letOut(result, 'all');
    const { how, which = 'all', hint } = treatments[name] ?? redacting;
    if (how === 'own') return result;
    if (how === 'redact') return letOut(result, which);
    return index.size > 0 && isIn(result.value, which) ? fail(refusal(hint)) : result;
  }

  return {
    result: (name, call) => during(async () => leave(name, await call())),
    event: (_name, payload) => letOut(payload, 'all'),
  };
}

/** Shorter texts hold nothing that is looked for here. */
const SHORTEST = 8;

function refusal(hint: string | undefined): AppError {
  return {
    kind: 'forbidden',
    message: 'This holds a credential that Strongroom has in use, such as your token. It is not shown here.',
    ...(hint === undefined ? {} : { hint }),
  };
}

/** Sets a member as data even where it is named `__proto__`. */
function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}

/** The names of the contract's fields come again thousands of times; other names are few, or not worth keeping. */
const MOST_NAMES = 1000;

class CleanNames {
  readonly #names = new Set<string>();
  readonly #revision: () => number;
  #seen = -1;

  constructor(revision: () => number) {
    this.#revision = revision;
  }

  has(name: string): boolean {
    return this.#seen === this.#revision() && this.#names.has(name);
  }

  /** Notes a name that is clean; answers whether it is. */
  note(name: string, isClean: boolean): boolean {
    const revision = this.#revision();
    if (this.#seen !== revision || this.#names.size >= MOST_NAMES) this.#names.clear();
    this.#seen = revision;
    if (isClean) this.#names.add(name);
    return isClean;
  }
}
