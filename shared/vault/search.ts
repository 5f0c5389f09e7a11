/**
 * The language of a search: words that names must hold, and filters such as `owner:payments`. Pure; patterns are
 * compiled in main, because only main has the linear engine for regular expressions.
 */

/** Ways to compare words. A `word` stands alone between separators; an `expression` has RE2's syntax. */
export const searchModes = ['text', 'word', 'glob', 'expression'] as const;
export type SearchMode = (typeof searchModes)[number];

/** A search as a person states it. */
export interface SearchTerms {
  readonly text: string;
  readonly mode: SearchMode;
  readonly matchCase: boolean;
  /** Words may also stand in names of keys. */
  readonly keys: boolean;
  /** Words may also stand in custom metadata. */
  readonly metadata: boolean;
}

/** Names alone, by any part of them. */
export const namesOnly = { mode: 'text', matchCase: false, keys: false, metadata: false } as const;

/** Longest text of a search, in UTF-16 code units. */
export const longestSearch = 1_000;

/** A word and its place in the typed text. */
export interface TypedWord {
  readonly text: string;
  readonly at: number;
}

export type Comparison = '<' | '=' | '>';

/** One filter. Several of one kind must all hold. */
export type SearchFilter =
  | { readonly kind: 'mount' | 'key' | 'owner'; readonly pattern: TypedWord }
  /** Custom metadata: a field by its name, and what its value holds if `value` is there. */
  | { readonly kind: 'meta'; readonly pattern: TypedWord; readonly value?: TypedWord }
  /** Age of the last change; `<`: younger. */
  | { readonly kind: 'changed'; readonly is: '<' | '>'; readonly seconds: number }
  /** Number of versions that the server keeps. */
  | { readonly kind: 'versions'; readonly is: Comparison; readonly count: number }
  /** The current version is deleted or destroyed. */
  | { readonly kind: 'deleted'; readonly wanted: boolean };

export interface SearchQuery {
  readonly words: readonly TypedWord[];
  readonly filters: readonly SearchFilter[];
}

/** An error at a place of the typed text. */
export interface SearchProblem {
  readonly at: number;
  readonly length: number;
  readonly message: string;
}

/** Parses a typed text; an expression is one word, whatever blanks it holds. */
export function parseSearch(text: string, mode: SearchMode): SearchQuery | SearchProblem {
  const words: TypedWord[] = [];
  const filters: SearchFilter[] = [];
  for (const piece of piecesOf(text)) {
    const filter = piece.quoted ? undefined : filterOf(piece);
    if (filter === undefined) words.push({ text: piece.text, at: piece.at });
    else if ('message' in filter) return filter;
    else filters.push(filter);
  }
  return { words: mode === 'expression' ? joined(text, words) : words, filters };
}

/** True for a problem. */
export function isSearchProblem(parsed: SearchQuery | SearchProblem): parsed is SearchProblem {
  return 'message' in parsed;
}

interface Piece extends TypedWord {
  readonly quoted: boolean;
  /** Length in the typed text. */
  readonly length: number;
}

/** Splits at blanks; quotes hold blanks together, and keep a word from being a filter. */
function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < text.length) {
    if (isBlank(text[at])) {
      at++;
      continue;
    }
    const start = at;
    const quoted = text[at] === '"';
    let characters = '';
    let inside = false;
    while (at < text.length && (inside || !isBlank(text[at]))) {
      if (text[at] === '"') inside = !inside;
      else characters += text[at] ?? '';
      at++;
    }
    if (characters !== '')
      pieces.push({ text: characters, at: start + (quoted ? 1 : 0), quoted, length: at - start });
  }
  return pieces;
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\n';
}

/** The part of the text from the first word to the end of the last: blanks within an expression count. */
function joined(text: string, words: readonly TypedWord[]): readonly TypedWord[] {
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined) return [];
  if (words.length === 1) return words;
  return [{ text: text.slice(first.at, last.at + last.text.length), at: first.at }];
}

/** The filter that a piece states; undefined for a word, which may hold a colon. */
function filterOf(piece: Piece): SearchFilter | SearchProblem | undefined {
  const colon = piece.text.indexOf(':');
  const kind = piece.text.slice(0, Math.max(0, colon));
  const text = piece.text.slice(colon + 1);
  const value: TypedWord = { text, at: piece.at + colon + 1 };
  const problem = (message: string): SearchProblem => ({ at: piece.at, length: piece.length, message });
  switch (kind) {
    case 'mount':
    case 'key':
    case 'owner':
      return text === ''
        ? problem(`Write what “${kind}:” is about, as in ${kind}:payments.`)
        : { kind, pattern: value };
    case 'meta':
      return metaFilter(value) ?? problem('Write a field, as in meta:team or meta:team=payments.');
    case 'changed':
      return changedFilter(text) ?? problem('Write an age, as in changed:<30d or changed:>1y.');
    case 'versions':
      return versionsFilter(text) ?? problem('Write a number, as in versions:>5.');
    case 'deleted':
      if (text === '' || text === 'yes') return { kind, wanted: true };
      return text === 'no' ? { kind, wanted: false } : problem('Write deleted:yes or deleted:no.');
    default:
      return undefined;
  }
}

function metaFilter({ text, at }: TypedWord): SearchFilter | undefined {
  const equals = text.indexOf('=');
  const name = equals < 0 ? text : text.slice(0, equals);
  if (name === '') return undefined;
  const pattern = { text: name, at };
  const value = { text: text.slice(equals + 1), at: at + equals + 1 };
  return { kind: 'meta', pattern, ...(equals < 0 || value.text === '' ? {} : { value }) };
}

const secondsIn: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 3_600,
  d: 86_400,
  w: 7 * 86_400,
  y: 365 * 86_400,
};

function changedFilter(text: string): SearchFilter | undefined {
  const [, is = '<', count = '', unit = ''] = /^([<>]?)(\d{1,6})([smhdwy])$/.exec(text) ?? [];
  const seconds = Number(count) * (secondsIn[unit] ?? 0);
  return seconds > 0 ? { kind: 'changed', is: is === '>' ? '>' : '<', seconds } : undefined;
}

function versionsFilter(text: string): SearchFilter | undefined {
  const [, is = '', count] = /^([<>=]?)(\d{1,9})$/.exec(text) ?? [];
  if (count === undefined) return undefined;
  return { kind: 'versions', is: is === '<' || is === '>' ? is : '=', count: Number(count) };
}

/** Reads that a search makes besides lists: for each entry whose name does not rule it out. */
export interface SearchReads {
  /** Names of keys: KV v2 tells them without values. */
  readonly keys: boolean;
  /** Facts that only an entry's metadata has. */
  readonly metadata: boolean;
}

/** Tells the reads of a search. */
export function readsOf(
  { filters }: SearchQuery,
  terms: Pick<SearchTerms, 'keys' | 'metadata'>,
): SearchReads {
  return {
    keys: terms.keys || filters.some(({ kind }) => kind === 'key'),
    metadata: terms.metadata || filters.some(({ kind }) => kind !== 'mount' && kind !== 'key'),
  };
}

/** Facts of an entry that a search has found. */
export interface FoundFacts {
  /** Names of keys that match. */
  readonly keys?: readonly string[];
  /** Custom metadata that matches, as `name = value`. */
  readonly metadata?: readonly string[];
  /** The current version. */
  readonly version?: number;
  /** Of the last change, ISO 8601. */
  readonly changed?: string;
  /** The current version is deleted or destroyed. */
  readonly deleted?: true;
  /** Known from a policy, a favourite or the history, in a folder that may not be listed: it can be gone. */
  readonly notListed?: true;
  /** Values that match: no character of them, only where in the value the match stands. */
  readonly values?: readonly FoundValue[];
}

/** A matching value of a key, masked: `from` and `to` are parts of its length, of `maskLength`. */
export interface FoundValue {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** Dots that stand for any value, however long. */
export const maskLength = 16;
