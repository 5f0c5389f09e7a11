/**
 * Patterns of a search, compiled. Expressions and globs run in RE2, whose time is linear in the text, and a pattern
 * too large for a pass over many names is refused; the page that wrote it is not trusted with main's time.
 */
import { RE2JS, RE2JSException } from 're2js';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { SearchProblem, SearchTerms, TypedWord } from '../../../shared/vault/search.ts';

/** A compiled word. */
export interface Matcher {
  readonly test: (text: string) => boolean;
  /** Place of the first match in a text, in UTF-16 code units: from, to. */
  readonly find: (text: string) => readonly [from: number, to: number] | undefined;
  /** True for a word about whole paths, because it holds a slash. */
  readonly ofPath: boolean;
  /** Longest text that it is tried on, in UTF-16 code units. */
  readonly longest: number;
}

const MOST_INSTRUCTIONS = 1_000;
/** Instructions times length of a text: at worst some 30 ns each, and main may stand 50 ms. */
const MOST_WORK = 1_500_000;

/** Compiles a word of a search. Throws `invalid-input`, naming the place, for a pattern that is none. */
export function matcherOf(
  word: TypedWord,
  { mode, matchCase }: Pick<SearchTerms, 'mode' | 'matchCase'>,
): Matcher {
  switch (mode) {
    case 'text':
      return textMatcher(word.text, matchCase, false);
    case 'word':
      return textMatcher(word.text, matchCase, true);
    case 'glob':
      return expressionMatcher(word, globExpression(word.text), matchCase);
    case 'expression':
      return expressionMatcher(word, word.text, matchCase);
  }
}

/** Error for a problem of the typed text, in words that name its place. */
export function badSearch({ at, message }: SearchProblem): AppFailure {
  return new AppFailure({
    kind: 'invalid-input',
    field: 'text',
    message: `${message} (character ${String(at + 1)})`,
  });
}

function textMatcher(typed: string, matchCase: boolean, whole: boolean): Matcher {
  const folded = (text: string): string => (matchCase ? text : text.toLowerCase());
  const needle = folded(typed);
  const find = (text: string): readonly [number, number] | undefined => {
    const hay = folded(text);
    for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + 1)) {
      const to = at + needle.length;
      if (!whole || (!isPartOfWord(hay[at - 1]) && !isPartOfWord(hay[to]))) return [at, to];
    }
    return undefined;
  };
  return {
    find,
    test: whole ? (text) => find(text) !== undefined : (text) => folded(text).includes(needle),
    ofPath: typed.includes('/'),
    longest: Infinity,
  };
}

const wordCharacter = /[\p{L}\p{N}]/u;

function isPartOfWord(character: string | undefined): boolean {
  return character !== undefined && wordCharacter.test(character);
}

/** `*`: any characters but a slash, `**`: any at all, `?`: one. */
function globExpression(glob: string): string {
  let expression = '^';
  for (let at = 0; at < glob.length; at++) {
    const character = glob[at] ?? '';
    if (character === '?') expression += '[^/]';
    else if (character !== '*') expression += RE2JS.quote(character);
    else if (glob[at + 1] === '*') {
      expression += '.*';
      at++;
    } else expression += '[^/]*';
  }
  return `${expression}$`;
}

function expressionMatcher(word: TypedWord, expression: string, matchCase: boolean): Matcher {
  const compiled = compiledOf(word, expression, matchCase);
  return {
    test: (text) => compiled.test(text),
    find: (text) => {
      const matcher = compiled.matcher(text);
      return matcher.find() ? [matcher.start(), matcher.end()] : undefined;
    },
    ofPath: word.text.includes('/'),
    longest: Math.floor(MOST_WORK / compiled.programSize()),
  };
}

function compiledOf(word: TypedWord, expression: string, matchCase: boolean): RE2JS {
  try {
    const compiled = RE2JS.compile(expression, (matchCase ? 0 : RE2JS.CASE_INSENSITIVE) | RE2JS.DOTALL);
    if (compiled.programSize() <= MOST_INSTRUCTIONS) return compiled;
  } catch (failure) {
    if (!(failure instanceof RE2JSException)) throw failure;
    throw badSearch(problemOf(word, failure));
  }
  throw badSearch({ at: word.at, length: word.text.length, message: 'This expression is too large.' });
}

function problemOf({ text, at }: TypedWord, failure: RE2JSException): SearchProblem {
  const [, what = 'not an expression', shown = ''] =
    /^error parsing regexp: ([^:`]*)(?:: `([^`]*)`)?/.exec(failure.message) ?? [];
  // Flags are written before the pattern.
  const piece = shown.replace('(?s)', '').replace('(?i)', '');
  const within = Math.max(0, piece === '' ? 0 : text.indexOf(piece));
  return {
    at: at + within,
    length: piece === '' ? text.length : piece.length,
    message: `${what.slice(0, 1).toUpperCase()}${what.slice(1)}${piece === '' ? '' : `: ${piece}`}`,
  };
}
