/**
 * The body of a large answer. It stays bytes in memory that a worker thread reads without a copy; the worker also
 * reads the parts that main needs at once (is it JSON, refusals, warnings, a token). Its text and its whole value are
 * made on demand.
 */
import { isUtf8 } from 'node:buffer';

/** Smaller bodies are read in place: they take a few milliseconds at most. */
export const LARGE_BYTES = 256 * 1024;

/** Limit of a body, in bytes. */
export const responseLimitBytes = 33_554_432;

/** Below it, a body of few parts is read in place as well: starting a thread takes longer than reading it. */
const QUICK_BYTES = 1024 * 1024;

/**
 * Limits of each mark in such a body, in texts too: together some 20 ms of parsing at the worst. A list of 50,000
 * names is one of few parts: it is parsed in 3 ms.
 */
const QUICK_MARKS: readonly (readonly [mark: RegExp, most: number])[] = [
  [/:/g, 20_000],
  [/,/g, 80_000],
  [/\[/g, 10_000],
  [/\{/g, 10_000],
];

/** True if main reads any body of this form faster than it starts a thread. */
export function isQuick(bytes: Buffer): boolean {
  if (bytes.length >= QUICK_BYTES) return false;
  // One search for all commas takes a tenth of the time of one for each.
  const text = bytes.toString('latin1');
  return QUICK_MARKS.every(([mark, most]) => (text.match(mark)?.length ?? 0) <= most);
}

function isMoreOften(bytes: Uint8Array, mark: string, most: number): boolean {
  return countUpTo(bytes, mark, most + 1) > most;
}

function countUpTo(bytes: Uint8Array, mark: string, most: number): number {
  const code = mark.charCodeAt(0);
  let count = 0;
  for (let at = bytes.indexOf(code); at !== -1 && count < most; at = bytes.indexOf(code, at + 1)) count++;
  return count;
}

/** Deeper values are refused for readers of single fields: a walk through all of such a value might not return. */
const MOST_LEVELS = 500;

/** True if the value of a body has more levels than any real answer of a server. */
export function isTooDeep(bytes: Uint8Array, value: unknown): boolean {
  // Most have fewer brackets than that, and need no second look.
  if (!(isMoreOften(bytes, '[', MOST_LEVELS / 2) || isMoreOften(bytes, '{', MOST_LEVELS / 2))) return false;
  let level: unknown[] = typeof value === 'object' && value !== null ? [value] : [];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) return true;
    const next: unknown[] = [];
    for (const each of level)
      for (const member of Array.isArray(each) ? (each as unknown[]) : Object.values(each as object))
        if (typeof member === 'object' && member !== null) next.push(member);
    level = next;
  }
  return false;
}

/** A body in memory that threads share. */
export interface LargeBody {
  readonly bytes: Uint8Array;
  /** The upper levels of the JSON value, without long lists and long texts; undefined if it is not JSON. */
  readonly top: unknown;
  /** `JSON.parse` accepted it. */
  readonly proved: boolean;
  /** Main has made its value already: `json()` costs nothing. */
  readonly isMade?: true;
}

/** `isCrowded`: its value has more parts than main can make without a pause. */
export type ReadBody =
  { readonly top: unknown; readonly isCrowded?: boolean } | { readonly problem: 'not-utf8' | 'not-json' };

/** Reads the parts of a body needed at once. */
export function readBody({ bytes }: { readonly bytes: Uint8Array }): ReadBody {
  const made = makeValue(bytes);
  return 'problem' in made ? made : readValue(bytes, made.value);
}

/** Makes a body's whole value. */
export function makeValue(
  bytes: Uint8Array,
): { readonly value: unknown } | { readonly problem: 'not-utf8' | 'not-json' } {
  if (!isUtf8(bytes)) return { problem: 'not-utf8' };
  try {
    return { value: JSON.parse(textOfBytes(bytes)) as unknown };
  } catch {
    return { problem: 'not-json' };
  }
}

/** Selects the parts needed at once. */
export function readValue(
  bytes: Uint8Array,
  value: unknown,
): { readonly top: unknown; readonly isCrowded?: boolean } {
  const isTooMuch = isCrowded(value, mostParents(bytes)) || isTooDeep(bytes, value);
  return { top: topOf(value, 0), ...(isTooMuch ? { isCrowded: true } : {}) };
}

/** The characters of UTF-8 bytes, which can be shared memory. */
export function textOfBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

const DEEPEST = 3;
const MOST_MEMBERS = 100;
const LONGEST_TEXT = 64 * 1024;

/** Work of main in some 40 ms: a value costs one, a name in an object of many costs more. */
const MOST_COST = 300_000;
const MANY_NAMES = 100;
const DEAR_NAME = 6;

/** Up to so many brackets are counted. */
const FEW_PARENTS = 64;

/** Limit of the objects and lists in a body: its brackets, in texts too; infinite if it has many. */
function mostParents(bytes: Uint8Array): number {
  const count = countUpTo(bytes, '[', FEW_PARENTS) + countUpTo(bytes, '{', FEW_PARENTS);
  return count < FEW_PARENTS ? count : Infinity;
}

/** `parents`: limit of its objects and lists. Once all are found, no more are looked for in a list of 50,000 names. */
function isCrowded(whole: unknown, parents: number): boolean {
  let cost = 1;
  let found = 0;
  const waiting: object[] = [];
  const meet = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    found++;
    waiting.push(value);
  };
  meet(whole);
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (Array.isArray(value)) {
      cost += value.length;
      if (cost > MOST_COST) return true;
      for (let at = 0; at < value.length && found < parents; at++) meet(value[at]);
      continue;
    }
    let names = 0;
    for (const name in value) {
      cost += ++names > MANY_NAMES ? 1 + DEAR_NAME : 1;
      if (cost > MOST_COST) return true;
      meet((value as Readonly<Record<string, unknown>>)[name]);
    }
  }
  return false;
}

/** Upper levels of a value. Long texts are left out whole: a part of a credential is not one. */
function topOf(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.length > LONGEST_TEXT ? '' : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return Array.isArray(value) ? [] : {};
  if (Array.isArray(value)) return value.slice(0, MOST_MEMBERS).map((item) => topOf(item, depth + 1));
  const top: Record<string, unknown> = {};
  let members = 0;
  for (const key in value) {
    if (members++ >= MOST_MEMBERS) break;
    const member = topOf((value as Readonly<Record<string, unknown>>)[key], depth + 1);
    Object.defineProperty(top, key, { value: member, enumerable: true });
  }
  return top;
}
