/**
 * Encodings in which a text can hold a credential. A server, a proxy or a page need not write it plainly: it can be
 * escaped inside JSON, percent-encoded, or part of base64 or hex. Enumerable encodings become patterns to search for;
 * those with too many variants (any character escaped or not) are decoded in the text.
 */

import { ownBytes } from '../../vault/http/own-bytes.ts';

/** One encoding of a credential. */
export interface Form {
  readonly text: string;
  /** True if it can begin and end inside a longer run of encoded characters. */
  readonly encoded: boolean;
}

/** Longer credentials are searched for by parts: a text with the whole has its parts. */
const LONGEST_WHOLE = 256;
const PART = 64;

/** Returns every searched form of a credential; of 8 characters or more if the credential has 8 or more. */
export function formsOf(secret: string): readonly Form[] {
  const forms = new Map<string, boolean>();
  const add = (text: string, encoded: boolean): void => {
    if (!forms.has(text)) forms.set(text, encoded);
  };
  for (const part of partsOf(secret)) {
    for (const spelling of spellingsOf(part)) {
      add(spelling, false);
      const bytes = ownBytes(spelling);
      for (const core of base64CoresOf(bytes)) add(core, true);
      const hex = bytes.toString('hex');
      bytes.fill(0);
      add(hex, true);
      add(hex.toUpperCase(), true);
    }
  }
  return [...forms].map(([text, encoded]) => ({ text, encoded }));
}

/** True if a form stands for more characters than it has. */
export function isInParts(secret: string): boolean {
  return secret.length > LONGEST_WHOLE;
}

function partsOf(secret: string): readonly string[] {
  if (!isInParts(secret)) return [secret];
  // The ends are skipped: keys and certificates all begin and end alike.
  return [1, 2, 3].map((quarter) => {
    const start = Math.floor((secret.length * quarter) / 4) - PART / 2;
    return secret.slice(start, start + PART);
  });
}

function spellingsOf(secret: string): ReadonlySet<string> {
  const json = JSON.stringify(secret).slice(1, -1);
  const spellings = new Set([secret, json, json.replaceAll('/', '\\/'), asGoWritesJson(json)]);
  if (secret.isWellFormed()) spellings.add(encodeURIComponent(secret));
  return spellings;
}

/** Go escapes characters of HTML markup. */
function asGoWritesJson(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026');
}

/** Returns the base64 characters that do not depend on the surrounding bytes: one core per alignment and alphabet. */
export function base64CoresOf(bytes: Buffer): ReadonlySet<string> {
  const cores = new Set<string>();
  for (const before of [0, 1, 2]) {
    const padded = Buffer.alloc(before + bytes.length);
    bytes.copy(padded, before);
    const all = padded.toString('base64');
    padded.fill(0);
    // Characters that share bits with a neighbouring byte depend on it.
    const core = all.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    cores.add(core).add(core.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return cores;
}

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** True if a text has something to decode, which takes far longer than a search. */
export function hasEscapes(text: string): boolean {
  return /[\\%\n\r]/.test(text);
}

/**
 * Decodes the escapes in a text (`\u0068`, `\x68`, `\/`, `%68`, also escaped more than once) and joins the lines of
 * encoded text; undefined if it has neither. Linear in the text.
 */
export function withoutEscapes(text: string): string | undefined {
  if (!hasEscapes(text)) return undefined;
  const out: string[] = [];
  let from = 0;
  let at = 0;
  const put = (end: number, character: string): void => {
    out.push(text.slice(from, at), character);
    from = at = end;
  };
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) escapeAt();
    else if (code === PERCENT) percentAt();
    else if (code === NEWLINE || code === RETURN) lineEndAt(at, 1);
    else at++;
  }

  function escapeAt(): void {
    let end = at;
    while (text.charCodeAt(end) === BACKSLASH) end++;
    const name = text.charAt(end);
    const digits = name === 'u' ? 4 : name === 'x' ? 2 : 0;
    const character = digits === 0 ? undefined : visible(text.slice(end + 1, end + 1 + digits), digits);
    if (character !== undefined) put(end + 1 + digits, character);
    else if (name === '/') put(end + 1, '/');
    else if (name === 'n' || name === 'r') lineEndAt(at, end + 1 - at);
    else at = end;
  }

  function percentAt(): void {
    let end = at + 1;
    while (text.startsWith('25', end)) end += 2;
    const character = visible(text.slice(end, end + 2), 2);
    if (character === undefined) at = end;
    else put(end + 2, character);
  }

  function lineEndAt(start: number, length: number): void {
    let end = start + length;
    while (text.charCodeAt(end) === NEWLINE || text.charCodeAt(end) === RETURN) end++;
    if (start > 0 && isEncoded(text.charCodeAt(start - 1)) && isEncoded(text.charCodeAt(end))) put(end, '');
    else at = end;
  }

  if (out.length === 0) return undefined;
  out.push(text.slice(from));
  return out.join('');
}

/** Decodes a visible ASCII character; tokens contain no others. */
function visible(hex: string, digits: number): string | undefined {
  if (hex.length !== digits || !/^[0-9a-f]+$/i.test(hex)) return undefined;
  const code = Number.parseInt(hex, 16);
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined;
}

/** True for a character of base64 in either alphabet, or of hex. */
export function isEncoded(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x61 && code <= 0x7a) ||
    code === 0x2b ||
    code === 0x2d ||
    code === 0x2f ||
    code === 0x3d ||
    code === 0x5f
  );
}
