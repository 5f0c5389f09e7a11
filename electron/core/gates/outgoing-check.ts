/**
 * Searches outgoing values for credentials. A pure function of plain data, so that a worker can do it for large ones.
 */
import { CredentialIndex } from '../credentials/credential-index.ts';
import { hasEscapes } from '../credentials/encodings.ts';
import type { KnownCredential, Which } from '../credentials/credential-index.ts';

export interface Check {
  /** True if a value holds a credential at any depth. */
  readonly isIn: (value: unknown, which: Which) => boolean;
  /** Copies a value without its credentials. */
  readonly redacted: (value: unknown, which: Which) => unknown;
}

/** Makes the check for all credentials an index knows now and later. */
export function makeCheck(index: Pick<CredentialIndex, 'isIn' | 'redacted' | 'revision'>): Check {
  /** Member names known to be clean, until the index changes. */
  const clean = new CleanNames(() => index.revision);

  function isClean(text: string, which: Which): boolean {
    return text.length < SHORTEST || !index.isIn(text, which);
  }

  /** Iterative, not recursive: an answer can be nested deeply. */
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

  return { isIn, redacted };
}

/** Largest value that main searches itself, in characters and values. */
const LARGE = 128 * 1024;

/** Approximate cost of searching a number or a name, in characters. */
const VALUE = 8;

/** True if a value is too large for main to search without blocking. */
export function isLarge(value: unknown): boolean {
  let size = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    size += VALUE;
    if (typeof one === 'string') size += one.length;
    else if (ArrayBuffer.isView(one)) size += one.byteLength;
    else if (Array.isArray(one)) {
      // Counted before its items are pushed.
      if (size + one.length * VALUE > LARGE) return true;
      for (const item of one) waiting.push(item);
    } else if (typeof one === 'object' && one !== null) {
      for (const name in one) {
        size += name.length;
        waiting.push((one as Record<string, unknown>)[name]);
        if (size > LARGE) return true;
      }
    }
    if (size > LARGE) return true;
  }
  return false;
}

/** Searching a text without escapes takes a fraction of the time: 700,000 characters of names take 2 ms. */
const PLAIN = 8;

/** Shortest text for which a search for escapes pays. */
const LONG = 4096;

function costOf(text: string): number {
  const { length } = text;
  return length > LONG && length <= LARGE * PLAIN && !hasEscapes(text) ? length / PLAIN : length;
}

/** Number of values that main can walk through in a few milliseconds. */
const MOST_VALUES = 100_000;

/**
 * Returns all texts of a value that could hold a credential, member names included, if main can search them: a table
 * of numbers and flags is large but has few texts; a long list of names is one plain text. Undefined if they are too
 * many or too long, or if the value holds bytes.
 */
export function fewTextsOf(value: unknown): readonly string[] | undefined {
  const texts: string[] = [];
  const names = new Set<string>();
  let size = 0;
  let values = 0;
  const take = (text: string): void => {
    if (text.length < SHORTEST) return;
    texts.push(text);
    size += costOf(text) + VALUE;
  };
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (size > LARGE || ArrayBuffer.isView(one)) return undefined;
    if (typeof one === 'string') take(one);
    else if (Array.isArray(one)) {
      values += one.length;
      if (values > MOST_VALUES) return undefined;
      for (const item of one) waiting.push(item);
    } else if (typeof one === 'object' && one !== null) {
      for (const name in one) {
        if (++values > MOST_VALUES || size > LARGE) return undefined;
        if (!names.has(name)) {
          names.add(name);
          take(name);
        }
        const member = (one as Record<string, unknown>)[name];
        if (typeof member === 'string') take(member);
        else if (typeof member === 'object') waiting.push(member);
      }
    }
  }
  return size > LARGE ? undefined : texts;
}

/**
 * True if a JSON text certainly holds no credential, and main can find that out quickly. Without a backslash every text
 * of the value stands in it as it is, so one search finds all that a search of each would.
 */
export function isFreeJson(json: string, index: Pick<CredentialIndex, 'isFree'>, which: Which): boolean {
  return costOf(json) <= LARGE && !json.includes('\\') && index.isFree(json, which);
}

/** Task of a worker. */
export interface Leaving {
  /** JSON text if `isJson`, which transfers faster; the result is a value in either case. */
  readonly value: unknown;
  readonly isJson: boolean;
  readonly how: 'redact' | 'refuse';
  readonly which: Which;
  readonly known: readonly KnownCredential[];
}

/** `redacted`: the value without credentials; absent if it was refused. */
export type LookedThrough = { readonly holds: false } | { readonly holds: true; readonly redacted?: unknown };

/** Searches an outgoing value. */
function lookThrough({ value: given, isJson, how, which, known }: Leaving): LookedThrough {
  const value: unknown = isJson ? JSON.parse(String(given)) : given;
  const { isIn, redacted } = makeCheck(new CredentialIndex(known));
  if (!isIn(value, which)) return { holds: false };
  return how === 'refuse' ? { holds: true } : { holds: true, redacted: redacted(value, which) };
}

export const leavingTasks = { lookThrough };
export type LeavingTasks = typeof leavingTasks;

/** Runs a task off the main thread. Rejects if it takes too much time or memory. */
export type LeavingWork = (
  name: keyof LeavingTasks,
  input: Leaving,
  sizeBytes: number,
) => Promise<LookedThrough>;

/** Shortest text that can hold a credential. */
const SHORTEST = 8;

/** Defines a data member, even one named `__proto__`. */
function define(object: object, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}

/** Field names of the contract recur thousands of times; other names are few or not worth keeping. */
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

  /** Remembers a name if it is clean; returns `isClean`. */
  note(name: string, isClean: boolean): boolean {
    const revision = this.#revision();
    if (this.#seen !== revision || this.#names.size >= MOST_NAMES) this.#names.clear();
    this.#seen = revision;
    if (isClean) this.#names.add(name);
    return isClean;
  }
}
