/**
 * Looks through what is about to leave for credentials. A pure function of plain data, so that a worker can do it for
 * what is large.
 */
import { CredentialIndex } from '../credentials/credential-index.ts';
import { hasEscapes } from '../credentials/encodings.ts';
import type { KnownCredential, Which } from '../credentials/credential-index.ts';

export interface Check {
  /** Whether a value holds a credential anywhere. */
  readonly isIn: (value: unknown, which: Which) => boolean;
  /** A value without the credentials in it. */
  readonly redacted: (value: unknown, which: Which) => unknown;
}

/** Makes the check for what an index knows now and later. */
export function makeCheck(index: Pick<CredentialIndex, 'isIn' | 'redacted' | 'revision'>): Check {
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

  return { isIn, redacted };
}

/** A value in which main looks by itself is no larger than this, in characters and values. */
const LARGE = 128 * 1024;

/** About what a number or a name costs to look at, in characters. */
const VALUE = 8;

/** Whether a value is more than main can look through without standing still. */
export function isLarge(value: unknown): boolean {
  let size = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    size += VALUE;
    if (typeof one === 'string') size += one.length;
    else if (ArrayBuffer.isView(one)) size += one.byteLength;
    else if (Array.isArray(one)) {
      // Its items are not put down before it is known that they are few.
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

/** Shorter texts are not worth looking for escapes in. */
const LONG = 4096;

function costOf(text: string): number {
  const { length } = text;
  return length > LONG && length <= LARGE * PLAIN && !hasEscapes(text) ? length / PLAIN : length;
}

/** About as many values as main walks through in a few milliseconds. */
const MOST_VALUES = 100_000;

/**
 * All texts of a value that could hold a credential, names of members among them, where main can look through them: a
 * table of numbers and flags is large, and the texts in it are few; a long list of names is one plain text. Undefined where
 * they are many or long, too.
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

/** What is asked of a worker. */
export interface Leaving {
  /** JSON text in place of the value is quicker to hand over; what is left is a value all the same. */
  readonly value: unknown;
  readonly isJson: boolean;
  readonly how: 'redact' | 'refuse';
  readonly which: Which;
  readonly known: readonly KnownCredential[];
}

/** `redacted` is the value without what it holds; absent where it goes as it is or not at all. */
export type LookedThrough = { readonly holds: false } | { readonly holds: true; readonly redacted?: unknown };

/** Looks through a value that is on its way out. */
function lookThrough({ value: given, isJson, how, which, known }: Leaving): LookedThrough {
  const value: unknown = isJson ? JSON.parse(String(given)) : given;
  const { isIn, redacted } = makeCheck(new CredentialIndex(known));
  if (!isIn(value, which)) return { holds: false };
  return how === 'refuse' ? { holds: true } : { holds: true, redacted: redacted(value, which) };
}

export const leavingTasks = { lookThrough };
export type LeavingTasks = typeof leavingTasks;

/** Has a task done elsewhere. Rejects where it took too long or too much memory. */
export type LeavingWork = (
  name: keyof LeavingTasks,
  input: Leaving,
  sizeBytes: number,
) => Promise<LookedThrough>;

/** Shorter texts hold nothing that is looked for here. */
const SHORTEST = 8;

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
