/**
 * Credentials that are words: a development server's token `root`, a code of six digits. Redacting them in every text
 * would remove the policy `root` and half of every path, and hide nothing that cannot be guessed. So they are
 * searched for in texts of unknown shape (the body of an answer), as whole words, and in base64, hex or escapes,
 * where no other word looks like them.
 */
import { base64CoresOf, withoutEscapes } from './encodings.ts';

/** Shorter ones occur in every text. */
const SHORTEST_WORD = 3;

/** Limit of words: each costs a search. */
const MOST_WORDS = 64;

/** Characters on each side of a base64 core that are decoded. */
const AROUND = 64;

/**
 * Returns how widely a credential is searched for. A word of letters, or of digits, of up to 15 characters can be the
 * name of something else; a longer or mixed one does not occur by chance.
 */
export function reachOf(secret: string): 'anywhere' | 'as-word' | 'nowhere' {
  if (secret.length < SHORTEST_WORD) return 'nowhere';
  if (secret.length < 8) return 'as-word';
  return secret.length < 16 && /^(?:[A-Za-z]+|[0-9]+)$/.test(secret) ? 'as-word' : 'anywhere';
}

/** `unknown`: a text of unknown shape; `value`: one value of a structure, which can legitimately be the same word. */
export type TextKind = 'unknown' | 'value';

/** True if a text holds one of these words, plainly or encoded. */
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

/** False if no part of a text can hold one of these words. */
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

/** A value that equals the word, or has it as a path segment, is a name: of a policy, a user, a folder. */
function holdsPlainly(text: string, word: string, kind: TextKind): boolean {
  if (kind === 'value' && text === word) return false;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const inPath = text.charAt(at - 1) === '/' || text.charAt(end) === '/';
    if (isWhole(text, at, end) && !(kind === 'value' && inPath)) return true;
  }
  return false;
}

/** A hyphen or a dot belongs to a word if it joins two parts of it. */
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
  // The run's alignment is one of four if it begins inside other characters.
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
