/**
 * Slices of JSON text. `JSON.parse` loses three things an entry must keep: digits of numbers beyond 2^53, the order of
 * integer-like keys ("10" before "2"), and the difference between a key named `__proto__` and the prototype. So entries
 * stay text: native `JSON.parse` first proves that the text is JSON, and the scanner below, which therefore never meets
 * a malformed text, only finds where members begin and end. Every function is linear in the text.
 *
 * A duplicate key keeps the position of its first appearance and the value of its last, as `JSON.parse` has it.
 */

/** One member of an object: its key, decoded, and its value as the JSON text it was. */
export type Member = readonly [key: string, rawJson: string];

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** What stands for a hidden value. */
export const MASK = '"••••••••"';

/** Deeper levels are not indented further: the text would grow with the square of the depth. */
const DEEPEST_INDENT = 64;

/** The members of a top-level object in their order. Throws `SyntaxError` where the text is not JSON or not an object. */
export function sliceMembers(jsonText: string): Member[] {
  JSON.parse(jsonText);
  const start = skipSpace(jsonText, 0);
  if (jsonText.charCodeAt(start) !== OPEN_BRACE) throw new SyntaxError('the JSON text is not an object');
  const members: [string, string][] = [];
  const at = new Map<string, number>();
  for (const range of memberRanges(jsonText, start)) {
    const raw = jsonText.slice(range.start, range.end);
    const known = at.get(range.key);
    if (known === undefined) {
      at.set(range.key, members.length);
      members.push([range.key, raw]);
    } else {
      members[known] = [range.key, raw];
    }
  }
  return members;
}

/**
 * The raw JSON text of the value found by following object keys, e.g. `['data', 'data']`; undefined where there is none.
 * Throws `SyntaxError` where the text is not JSON.
 */
export function sliceAt(jsonText: string, keys: readonly string[]): string | undefined {
  JSON.parse(jsonText);
  const range = rangeAt(jsonText, keys);
  return range === undefined ? undefined : jsonText.slice(range.start, range.end);
}

/** JSON text of an object with these members, in this order; values are taken as they are. */
export function composeObject(members: readonly Member[]): string {
  return '{' + members.map(([key, raw]) => JSON.stringify(key) + ':' + raw).join(',') + '}';
}

/** Indents JSON text by two spaces a level; every token stays as written. Throws `SyntaxError` where it is not JSON. */
export function indentJson(raw: string): string {
  JSON.parse(raw);
  const out: string[] = [];
  let depth = 0;
  let at = skipSpace(raw, 0);
  while (at < raw.length) {
    const code = raw.charCodeAt(at);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      const next = skipSpace(raw, at + 1);
      const close = raw.charCodeAt(next);
      if (close === CLOSE_BRACE || close === CLOSE_BRACKET) {
        out.push(code === OPEN_BRACE ? '{}' : '[]');
        at = next + 1;
      } else {
        depth++;
        out.push(code === OPEN_BRACE ? '{' : '[', newLine(depth));
        at = next;
      }
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth--;
      out.push(newLine(depth), code === CLOSE_BRACE ? '}' : ']');
      at++;
    } else if (code === COMMA) {
      out.push(',', newLine(depth));
      at++;
    } else if (code === COLON) {
      out.push(': ');
      at++;
    } else {
      const end = endOfLeaf(raw, at);
      out.push(raw.slice(at, end));
      at = end;
    }
    at = skipSpace(raw, at);
  }
  return out.join('');
}

/**
 * Replaces every leaf below the value at `keys` by a row of dots; keys, structure and `null` in the place of the whole
 * value stay. A text without that value comes back as it was. Throws `SyntaxError` where it is not JSON.
 */
export function maskJson(raw: string, keys: readonly string[] = ['data']): string {
  JSON.parse(raw);
  const range = rangeAt(raw, keys);
  if (range === undefined || raw.slice(range.start, range.end) === 'null') return raw;
  const out: string[] = [raw.slice(0, range.start)];
  let at = range.start;
  while (at < range.end) {
    const code = raw.charCodeAt(at);
    if (isStructure(code) || isSpace(code)) {
      out.push(raw.charAt(at));
      at++;
      continue;
    }
    const end = endOfLeaf(raw, at);
    const isKey = code === QUOTE && raw.charCodeAt(skipSpace(raw, end)) === COLON;
    out.push(isKey ? raw.slice(at, end) : MASK);
    at = end;
  }
  out.push(raw.slice(range.end));
  return out.join('');
}

interface Range {
  readonly start: number;
  readonly end: number;
}

function rangeAt(text: string, keys: readonly string[]): Range | undefined {
  let start = skipSpace(text, 0);
  let range: Range | undefined;
  for (const key of keys) {
    if (text.charCodeAt(start) !== OPEN_BRACE) return undefined;
    let found: Range | undefined;
    for (const member of memberRanges(text, start)) if (member.key === key) found = member;
    if (found === undefined) return undefined;
    range = found;
    start = found.start;
  }
  return range ?? { start, end: endOfValue(text, start) };
}

/** Yields where each member's value lies; `start` is the index of `{`. */
function* memberRanges(text: string, start: number): Generator<Range & { readonly key: string }> {
  let at = skipSpace(text, start + 1);
  while (text.charCodeAt(at) !== CLOSE_BRACE) {
    const keyEnd = endOfString(text, at);
    const key = JSON.parse(text.slice(at, keyEnd)) as string;
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const valueEnd = endOfValue(text, valueStart);
    yield { key, start: valueStart, end: valueEnd };
    at = skipSpace(text, valueEnd);
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
  }
}

/** Where the value that starts at `at` ends; iterative, so that no depth of nesting overflows the stack. */
function endOfValue(text: string, at: number): number {
  let depth = 0;
  let index = at;
  do {
    const code = text.charCodeAt(index);
    if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth++;
      index++;
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) {
      depth--;
      index++;
    } else if (isStructure(code) || isSpace(code)) {
      index++;
    } else {
      index = endOfLeaf(text, index);
    }
  } while (depth > 0);
  return index;
}

/** Where the string, number or word that starts at `at` ends. */
export function endOfLeaf(text: string, at: number): number {
  if (text.charCodeAt(at) === QUOTE) return endOfString(text, at);
  let end = at + 1;
  while (end < text.length) {
    const code = text.charCodeAt(end);
    if (isStructure(code) || isSpace(code)) break;
    end++;
  }
  return end;
}

/** Where a string ends, behind its closing quote. Values are mostly text: the engine's own search skips it fastest. */
function endOfString(text: string, at: number): number {
  let quote = text.indexOf('"', at + 1);
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote + 1;
}

/** An odd number of backslashes stands right before; each is looked at once, for the one quote behind it. */
function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (quote - first) % 2 === 1;
}

/** The first place from `from` on that is no white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function isStructure(code: number): boolean {
  return (
    code === COMMA ||
    code === COLON ||
    code === OPEN_BRACE ||
    code === CLOSE_BRACE ||
    code === OPEN_BRACKET ||
    code === CLOSE_BRACKET
  );
}

function newLine(depth: number): string {
  return '\n' + '  '.repeat(Math.min(depth, DEEPEST_INDENT));
}
