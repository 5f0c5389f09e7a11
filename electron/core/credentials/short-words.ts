/**
 * Credentials that are words: a development server's token `root`, a code of six digits. Taken out of every text they
 * would take the policy `root` and half of every path with them, and hide nothing that cannot be guessed. So they are
 * looked for where a server says something that nobody knows the shape of (the body of an answer), as whole words, and
 * in base64, hex or escapes, where no other word looks like them.
 */
import { base64CoresOf, withoutEscapes } from './encodings.ts';

/** Shorter ones are in every text. */
const SHORTEST_WORD = 3;

/** More are not looked for: each costs a search. */
const MOST_WORDS = 64;

/** How far around a core of base64 its run is decoded. */
const AROUND = 64;

/**
 * How far a credential is looked for. A word of letters, or of digits, of up to 15 characters may be the name of
 * something else; what is longer, or mixes them, is not met by accident.
 */
export function reachOf(secret: string): 'anywhere' | 'as-word' | 'nowhere' {
  if (secret.length < SHORTEST_WORD) return 'nowhere';
  if (secret.length < 8) return 'as-word';
  return secret.length < 16 && /^(?:[A-Za-z]+|[0-9]+)$/.test(secret) ? 'as-word' : 'anywhere';
}

/** What a text is: one of which nothing is known, or one value of a structure, which may be the same word by right. */
export type TextKind = 'unknown' | 'value';

/** Whether a text holds one of these words, plainly or encoded. */
export function holdsWord(text: string, words: readonly string[], kind: TextKind): boolean {
  const bare = withoutEscapes(text);
  return words
    .slice(0, MOST_WORDS)
    .some(
      (word) =>
        holdsPlainly(text, word, kind) ||
        holdsEncoded(text, word) ||
        (bare !== undefined && (holdsPlainly(bare, word, 'unknown') || holdsEncoded(bare, word))),
    );
}

/** False where no part of a text can hold one of these words. */
export function mayHoldWord(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return false;
  return (
    /[\\%]/.test(text) ||
    words.slice(0, MOST_WORDS).some((word) => formsOf(word).some((form) => text.includes(form)))
  );
}

function formsOf(word: string): readonly string[] {
  const bytes = Buffer.from(word, 'utf8');
  const hex = bytes.toString('hex');
  return [word, ...base64CoresOf(bytes), hex, hex.toUpperCase()];
}

/** A value that is the word, or has it as a part of a path, is a name: of a policy, a user, a folder. */
function holdsPlainly(text: string, word: string, kind: TextKind): boolean {
  if (kind === 'value' && text === word) return false;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const inPath = text.charAt(at - 1) === '/' || text.charAt(end) === '/';
    if (isWhole(text, at, end) && !(kind === 'value' && inPath)) return true;
  }
  return false;
}

/** A hyphen or a dot belongs to a word where it joins two parts of it. */
function isWhole(text: string, start: number, end: number): boolean {
  const before = text.charAt(start - 1);
  const after = text.charAt(end);
  const joinedBefore = /\w/.test(before) || (/[.-]/.test(before) && /\w/.test(text.charAt(start - 2)));
  const joinedAfter = /\w/.test(after) || (/[.-]/.test(after) && /\w/.test(text.charAt(end + 1)));
  return !joinedBefore && !joinedAfter;
}

function holdsEncoded(text: string, word: string): boolean {
  const bytes = Buffer.from(word, 'utf8');
  for (const core of base64CoresOf(bytes))
    for (let at = text.indexOf(core); at !== -1; at = text.indexOf(core, at + 1))
      if (decodesTo(text, at, at + core.length, word)) return true;
  const hex = bytes.toString('hex');
  return [hex, hex.toUpperCase()].some((digits) => {
    for (let at = text.indexOf(digits); at !== -1; at = text.indexOf(digits, at + 1))
      if (hexDecodesTo(text, at, at + digits.length, word)) return true;
    return false;
  });
}

function decodesTo(text: string, start: number, end: number, word: string): boolean {
  let first = start;
  while (first > start - AROUND && /[\w+/-]/.test(text.charAt(first - 1))) first--;
  let last = end;
  while (last < end + AROUND && /[\w+/-]/.test(text.charAt(last))) last++;
  // Where the run begins inside other characters, its own beginning is one of four.
  return [0, 1, 2, 3].some((skip) =>
    isReadable(Buffer.from(text.slice(first + skip, last), 'base64').toString('latin1'), word),
  );
}

function hexDecodesTo(text: string, start: number, end: number, word: string): boolean {
  let first = start;
  while (first > start - AROUND && /[0-9a-f]/i.test(text.charAt(first - 1))) first--;
  if ((start - first) % 2 === 1) first++;
  let last = end;
  while (last < end + AROUND && /[0-9a-f]/i.test(text.charAt(last))) last++;
  return isReadable(Buffer.from(text.slice(first, last), 'hex').toString('latin1'), word);
}

function isReadable(decoded: string, word: string): boolean {
  for (let at = decoded.indexOf(word); at !== -1; at = decoded.indexOf(word, at + 1))
    if (isWhole(decoded, at, at + word.length)) return true;
  return false;
}
