/**
 * The only scanner of JSON text. `JSON.parse` loses digits, order, positions and duplicate keys, so slices, masks,
 * faults and rows of a response are cut from the text at the positions it reports. It uses its own stack instead of
 * recursion, so nesting of any depth cannot overflow; linear time.
 */

/** Callbacks of a scan, in text order. Positions are indexes of UTF-16 code units; an `end` is exclusive. */
export interface JsonVisitor {
  /** An object or a list begins. */
  readonly open?: (at: number, isObject: boolean) => void;
  readonly close?: (end: number) => void;
  /** The key of a member, quotes included; a fault stops the scan. */
  readonly key?: (start: number, end: number) => JsonFault | undefined;
  /** A string, number or word. */
  readonly leaf?: (start: number, end: number) => void;
}

export interface JsonFault {
  readonly message: string;
  readonly offset: number;
}

/** End of a leaf, or its fault. */
type LeafEnd = (text: string, at: number) => number | JsonFault;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Scans one value and returns its end. `proved`: `JSON.parse` has accepted the text, so strings, numbers and words
 * are only skipped; else they are checked, and the first fault is returned.
 */
export function scanValue(
  text: string,
  from: number,
  visitor: JsonVisitor,
  trust: 'proved' | 'checked' = 'proved',
): number | JsonFault {
  const leafEnd: LeafEnd = trust === 'proved' ? endOfLeaf : checkedEnd;
  /** One flag per open structure: true for an object. */
  const open: boolean[] = [];
  let at = from;
  let first = false;
  for (;;) {
    // Expects a value, the end of an empty structure, or a key.
    at = skipSpace(text, at);
    const inObject = open.at(-1);
    const code = text.charCodeAt(at);
    let ended: boolean;
    if (first && code === (inObject === true ? CLOSE_BRACE : CLOSE_BRACKET)) {
      ended = true;
    } else {
      if (inObject === true) {
        if (code !== QUOTE) return { message: 'A key in double quotes is missing', offset: at };
        const end = leafEnd(text, at);
        if (typeof end !== 'number') return end;
        const fault = visitor.key?.(at, end);
        if (fault !== undefined) return fault;
        at = skipSpace(text, end);
        if (text.charCodeAt(at) !== COLON) return { message: 'A colon is missing after the key', offset: at };
        at = skipSpace(text, at + 1);
      }
      const begins = text.charCodeAt(at);
      if (begins === OPEN_BRACE || begins === OPEN_BRACKET) {
        open.push(begins === OPEN_BRACE);
        visitor.open?.(at, begins === OPEN_BRACE);
        first = true;
        at++;
        continue;
      }
      const end = leafEnd(text, at);
      if (typeof end !== 'number') return end;
      visitor.leaf?.(at, end);
      at = end;
      ended = false;
    }
    // After a value: closes finished structures, then moves to the next value.
    for (;;) {
      const isObject = open.at(-1);
      if (isObject === undefined) return at;
      if (!ended) at = skipSpace(text, at);
      const next = text.charCodeAt(at);
      if (next === COMMA && !ended) {
        at++;
        first = false;
        break;
      }
      const close = isObject ? CLOSE_BRACE : CLOSE_BRACKET;
      if (next !== close)
        return { message: `A comma or ${String.fromCharCode(close)} is missing`, offset: at };
      open.pop();
      at++;
      visitor.close?.(at);
      ended = false;
    }
  }
}

/** End of the string, number or word that starts at `at`, in valid JSON. */
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

/** End of a string, after its closing quote. Values are mostly text, which the engine's own search skips fastest. */
function endOfString(text: string, at: number): number {
  let quote = text.indexOf('"', at + 1);
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote + 1;
}

/** True after an odd number of backslashes; each is read only once, for the one quote after it. */
function isEscaped(text: string, quote: number): boolean {
  let first = quote;
  while (text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (quote - first) % 2 === 1;
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const plainText = /[^"\\\0-\x1f]+/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const words = ['true', 'false', 'null'] as const;

function checkedEnd(text: string, at: number): number | JsonFault {
  const character = text.charAt(at);
  if (character === '') return { message: 'A value is missing at the end', offset: at };
  if (character === '"') return checkedStringEnd(text, at);
  const word = words.find((candidate) => text.startsWith(candidate, at));
  if (word !== undefined) return at + word.length;
  const end = skip(number, text, at);
  if (end > at) return end;
  if (character === "'") return { message: 'JSON strings need double quotes', offset: at };
  return { message: 'This is not a JSON value', offset: at };
}

function checkedStringEnd(text: string, start: number): number | JsonFault {
  let at = start + 1;
  for (;;) {
    at = skip(plainText, text, at);
    const character = text.charAt(at);
    if (character === '"') return at + 1;
    if (character === '') return { message: 'A string is not closed', offset: start };
    if (character !== '\\')
      return { message: 'A line break or control character must be escaped', offset: at };
    const end = skip(escapeSequence, text, at);
    if (end === at) return { message: 'This escape does not exist in JSON', offset: at };
    at = end;
  }
}

/** End of a sticky pattern's match; `at` itself without a match. */
function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The first position from `from` on that is not white space. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Decoded text of the JSON string between two positions. */
export function stringBetween(text: string, start: number, end: number): string {
  const bare = text.slice(start + 1, end - 1);
  return bare.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : bare;
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
