/** Facts about a value that do not reveal it: computed in main, sent instead of the value. */
import type { KeyFacts, ValueType } from './entry.ts';
import { scanValue } from './json-scan.ts';

/**
 * Invisible characters that a server compares: controls (except tab and newline), soft hyphen, blanks other than the
 * space, joiners and fillers, zero-width and bidirectional marks, line and paragraph separators, byte order mark,
 * tags. Inclusive ranges. Emoji variation selectors (U+FE00 to U+FE0F) are allowed.
 */
export const invisibleRanges: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x1680, 0x1680],
  [0x180e, 0x180e],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x2800, 0x2800],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe01ef],
];

/**
 * Facts of each member of an object that `text` contains. Nearly every text is all printable ASCII: one check of the
 * whole avoids checking each value without an escape.
 */
export function membersFacts(text: string, members: readonly (readonly [string, string])[]): KeyFacts[] {
  if (/[^\n -~]/.test(text)) return members.map(([key, raw]) => valueFacts(key, raw));
  const mayHavePem = text.includes('-----BEGIN ');
  return members.map(([key, raw]) =>
    raw.charCodeAt(0) === QUOTE && !raw.includes('\\')
      ? printableFacts(key, raw, mayHavePem && isPem(raw))
      : valueFacts(key, raw),
  );
}

/** Facts of one key from the JSON text of its value. Throws `SyntaxError` if `rawJson` is not JSON. */
export function valueFacts(key: string, rawJson: string): KeyFacts {
  if (printableString.test(rawJson)) return printableFacts(key, rawJson, isPem(rawJson));
  const type = valueType(rawJson);
  const rawBytes = utf8Length(rawJson);
  if (type !== 'string') {
    const strings = stringsIn(rawJson);
    return { key, type, bytes: rawBytes, rawBytes, ...(strings > 0 && { strings }) };
  }
  const text = JSON.parse(rawJson) as string;
  const lines = lineCount(text);
  return {
    key,
    type,
    bytes: utf8Length(text),
    rawBytes,
    ...(lines > 1 && { lines }),
    ...(isPem(text) && { pem: true }),
    ...(/^\s/.test(text) && { startsWithSpace: true }),
    ...(/\s$/.test(text) && { endsWithSpace: true }),
    ...(hasInvisible(text) && { hasInvisible: true }),
  };
}

/** Counts the strings of a JSON text as OpenBao does for its request limit: keys and values together. */
export function stringsIn(rawJson: string): number {
  let count = 0;
  scanValue(
    rawJson,
    0,
    {
      key: () => {
        count++;
        return undefined;
      },
      leaf: (start) => {
        if (rawJson.charCodeAt(start) === QUOTE) count++;
      },
    },
    'checked',
  );
  return count;
}

/** The same count from a value's facts. */
export function stringsOf({ type, strings = 0 }: Pick<KeyFacts, 'type' | 'strings'>): number {
  return type === 'string' ? 1 : strings;
}

/** A printable ASCII string without escapes, as nearly all are: its facts follow without parsing it. */
const printableString = /^"[ !#-[\]-~]*"$/;
const QUOTE = 0x22;
const SPACE = 0x20;

function printableFacts(key: string, rawJson: string, pem: boolean): KeyFacts {
  const bytes = rawJson.length - 2;
  const facts: KeyFacts = { key, type: 'string', bytes, rawBytes: rawJson.length };
  const startsWithSpace = rawJson.charCodeAt(1) === SPACE;
  const endsWithSpace = bytes > 0 && rawJson.charCodeAt(bytes) === SPACE;
  // One object shape for nearly all of them.
  if (!pem && !startsWithSpace && !endsWithSpace) return facts;
  return {
    ...facts,
    ...(pem && { pem }),
    ...(startsWithSpace && { startsWithSpace }),
    ...(endsWithSpace && { endsWithSpace }),
  };
}

function isPem(text: string): boolean {
  return text.includes('-----BEGIN ') && /-----BEGIN [^-\r\n]+-----/.test(text);
}

/** Type of a JSON value from its text; `integer64` if a JavaScript number cannot hold it exactly. */
export function valueType(rawJson: string): ValueType {
  const text = rawJson.trim();
  switch (text.charAt(0)) {
    case '"':
      return 'string';
    case '{':
      return 'object';
    case '[':
      return 'array';
    case 't':
    case 'f':
      return 'boolean';
    case 'n':
      return 'null';
    default:
      if (!/^-?\d+$/.test(text)) return 'number';
      return Number.isSafeInteger(Number(text)) ? 'integer' : 'integer64';
  }
}

/** Length of a text in UTF-8 bytes. */
export function utf8Length(text: string): number {
  if (isAscii(text)) return text.length;
  let bytes = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code >= 0xd800 && code <= 0xdbff && isLowSurrogate(text.charCodeAt(at + 1))) {
      bytes += 4;
      at++;
    } else bytes += 3;
  }
  return bytes;
}

/** True for nearly every value: one regex test avoids a loop over its characters. */
function isAscii(text: string): boolean {
  return !/[\u0080-\uffff]/.test(text);
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Lines as an editor counts them, except that a final newline does not start one. */
function lineCount(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < text.length - 1; at = text.indexOf('\n', at + 1))
    lines++;
  return lines;
}

/** True for an invisible code point that a server compares; false for tab and newline. */
export function isInvisible(code: number): boolean {
  if (code >= 0x20 && code < 0x7f) return false;
  return invisibleRanges.some(([first, last]) => code >= first && code <= last);
}

function hasInvisible(text: string): boolean {
  if (/^[\t\n -~]*$/.test(text)) return false;
  for (const character of text) if (isInvisible(character.codePointAt(0) ?? 0)) return true;
  return false;
}
