/** A compiled search: which names and which entries match it. Pure. */
import type { FoundFacts, SearchFilter, SearchReads, SearchTerms } from '../../../shared/vault/search.ts';
import { isSearchProblem, parseSearch, readsOf } from '../../../shared/vault/search.ts';
import { badSearch, matcherOf } from './matchers.ts';
import type { Matcher } from './matchers.ts';

/** Facts of an entry besides its path. */
export interface EntryKnown {
  /** Names of keys, those of nested objects joined by dots. */
  readonly keys?: readonly string[];
  readonly customMetadata?: Readonly<Record<string, string>>;
  /** The current version. */
  readonly version?: number;
  /** ISO 8601. */
  readonly changed?: string;
  readonly deleted?: boolean;
  /** Number of versions that the server keeps. */
  readonly versions?: number;
}

/** Words of a search that a path holds; `reaches`: one of them stands in its last name. */
export interface PathMatch {
  readonly holds: readonly boolean[];
  readonly reaches: boolean;
}

export interface Conditions {
  readonly reads: SearchReads;
  /** True if it needs the number of versions, which only metadata tells. */
  readonly countsVersions: boolean;
  /** False for a mount that a filter leaves out. */
  readonly takesMount: (mount: string) => boolean;
  /** Matches a path below its mount. */
  readonly path: (mount: string, path: string) => PathMatch;
  /** True if a path alone makes a hit. */
  readonly byPath: (match: PathMatch) => boolean;
  /** True if reading an entry can still make it a hit; `values`: its values are looked into. */
  readonly mayMatch: (match: PathMatch, values: boolean) => boolean;
  /** True if no entry without metadata can match. */
  readonly filtersMetadata: boolean;
  /** Facts that make an entry a hit; undefined: it is none. `nowMs`: milliseconds since 1970. */
  readonly entry: (match: PathMatch, known: EntryKnown, nowMs: number) => FoundFacts | undefined;
}

type Of<K extends SearchFilter['kind']> = Extract<SearchFilter, { readonly kind: K }>;

/**
 * Compiles the terms of a search; `ownerField`: the field of custom metadata that the settings name for owners;
 * `ofValues`: values are searched. Beside a filter or a search of values, words only narrow: they can stand anywhere
 * in the path. Throws `invalid-input`, naming the place, for a bad pattern or filter.
 */
export function conditionsOf(terms: SearchTerms, ownerField: string, ofValues = false): Conditions {
  const query = parseSearch(terms.text, terms.mode);
  if (isSearchProblem(query)) throw badSearch(query);
  const words = query.words.map((word) => matcherOf(word, terms));
  const filters = query.filters.map((filter) => filterOf(filter, terms, ownerField));
  const reads = readsOf(query, terms);
  const anywhere = terms.keys || terms.metadata;
  const needsReads = reads.keys || reads.metadata;
  const narrows = ofValues || filters.some(({ entry }) => entry !== undefined);
  const wholePaths = narrows || words.length > 1;
  return {
    reads,
    countsVersions: query.filters.some(({ kind }) => kind === 'versions'),
    takesMount: (mount) => filters.every((filter) => filter.mount?.(mount) !== false),
    path: (mount, path) => pathMatch(words, wholePaths, mount, path),
    byPath: (match) => filters.every(({ entry }) => entry === undefined) && fits(match),
    mayMatch: (match, values) =>
      (values || needsReads) && (anywhere || (narrows ? match.holds.every(Boolean) : fits(match))),
    filtersMetadata: query.filters.some(({ kind }) => kind !== 'mount' && kind !== 'key'),
    entry: (match, known, nowMs) => {
      if (!filters.every(({ entry }) => entry === undefined || entry(known, nowMs))) return undefined;
      const keys = hitKeys(terms, words, filters, known);
      const metadata = hitMetadata(terms, words, filters, known);
      const found = words.map(
        (word, index) =>
          match.holds[index] === true ||
          (terms.keys && (known.keys ?? []).some(word.test)) ||
          (terms.metadata && fieldsOf(known).some(word.test)),
      );
      const reaches = narrows || match.reaches || keys.length > 0 || metadata.length > 0;
      if (!found.every(Boolean) || !reaches) return undefined;
      return {
        ...factsOf(known),
        ...(keys.length > 0 && { keys }),
        ...(metadata.length > 0 && { metadata }),
      };
    },
  };
}

function fits({ holds, reaches }: PathMatch): boolean {
  return reaches && holds.every(Boolean);
}

/**
 * Words are looked for in the whole path, and one of them must stand in its last name, or everything below a folder
 * would be found with the folder.
 */
function pathMatch(words: readonly Matcher[], wholePaths: boolean, mount: string, path: string): PathMatch {
  if (words.length === 0) return { holds: [], reaches: true };
  const whole = mount + path;
  const name = lastName(path);
  const nameAt = whole.length - path.length + path.lastIndexOf(name);
  const holds: boolean[] = [];
  let reaches = false;
  for (const word of words) {
    const long = whole.length > word.longest;
    const inName = !long && (word.ofPath ? reachesName(word, whole, nameAt) : word.test(name));
    reaches ||= inName;
    holds.push(inName || (!long && wholePaths && word.test(whole)));
  }
  return { holds, reaches };
}

function reachesName(word: Matcher, whole: string, nameAt: number): boolean {
  // A path without the slash at its end matches too: “team/db” finds the folder “team/db/”.
  const found = word.find(whole) ?? word.find(whole.replace(/\/$/, ''));
  if (found === undefined) return false;
  if (found[1] > nameAt) return true;
  const rest = word.find(whole.slice(found[0] + 1));
  return rest !== undefined && rest[1] + found[0] + 1 > nameAt;
}

function lastName(path: string): string {
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  return path.slice(path.lastIndexOf('/', end - 1) + 1, end);
}

interface CompiledFilter {
  readonly mount?: (mount: string) => boolean;
  readonly entry?: (known: EntryKnown, nowMs: number) => boolean;
  /** Keys that fulfil it, for the results. */
  readonly key?: Matcher;
  /** Fields of custom metadata that fulfil it. */
  readonly field?: (name: string, value: string) => boolean;
}

function filterOf(filter: SearchFilter, terms: SearchTerms, ownerField: string): CompiledFilter {
  switch (filter.kind) {
    case 'mount': {
      const matcher = matcherOf(filter.pattern, terms);
      return { mount: (mount) => matcher.test(mount) || matcher.test(mount.slice(0, -1)) };
    }
    case 'key': {
      const key = matcherOf(filter.pattern, terms);
      return { key, entry: ({ keys = [] }) => keys.some(key.test) };
    }
    case 'owner':
      return fieldFilter(
        { kind: 'meta', pattern: { text: ownerField, at: 0 }, value: filter.pattern },
        terms,
        true,
      );
    case 'meta':
      return fieldFilter(filter, terms, false);
    case 'changed':
      return {
        entry: ({ changed = '' }, nowMs) => {
          const age = (nowMs - Date.parse(changed)) / 1000;
          return filter.is === '<' ? age < filter.seconds : age > filter.seconds;
        },
      };
    case 'versions':
      return { entry: ({ versions = 0 }) => compared(versions, filter) };
    case 'deleted':
      return { entry: ({ deleted = false }) => deleted === filter.wanted };
  }
}

function fieldFilter({ pattern, value }: Of<'meta'>, terms: SearchTerms, exactName: boolean): CompiledFilter {
  const name = exactName ? undefined : matcherOf(pattern, terms);
  const inValue = value && matcherOf(value, terms);
  const field = (one: string, text: string): boolean =>
    (name?.test(one) ?? one === pattern.text) && (inValue?.test(text) ?? true);
  return {
    field,
    entry: ({ customMetadata = {} }) =>
      Object.entries(customMetadata).some(([one, text]) => field(one, text)),
  };
}

function compared(versions: number, { is, count }: Of<'versions'>): boolean {
  switch (is) {
    case '<':
      return versions < count;
    case '=':
      return versions === count;
    case '>':
      return versions > count;
  }
}

/** Keys told of a hit. */
const MOST_TOLD = 20;

function hitKeys(
  terms: SearchTerms,
  words: readonly Matcher[],
  filters: readonly CompiledFilter[],
  { keys = [] }: EntryKnown,
): readonly string[] {
  const matchers = [...(terms.keys ? words : []), ...filters.flatMap(({ key }) => key ?? [])];
  return keys.filter((key) => matchers.some(({ test }) => test(key))).slice(0, MOST_TOLD);
}

function hitMetadata(
  terms: SearchTerms,
  words: readonly Matcher[],
  filters: readonly CompiledFilter[],
  { customMetadata = {} }: EntryKnown,
): readonly string[] {
  const fields = filters.flatMap(({ field }) => field ?? []);
  return Object.entries(customMetadata)
    .filter(
      ([name, value]) =>
        fields.some((field) => field(name, value)) ||
        (terms.metadata && words.some(({ test }) => test(name) || test(value))),
    )
    .map(([name, value]) => `${name} = ${value}`)
    .slice(0, MOST_TOLD);
}

function fieldsOf({ customMetadata = {} }: EntryKnown): readonly string[] {
  return Object.entries(customMetadata).flat();
}

function factsOf({ version, changed, deleted }: EntryKnown): FoundFacts {
  return {
    ...(version !== undefined && { version }),
    ...(changed !== undefined && changed !== '' && { changed }),
    ...(deleted === true && { deleted }),
  };
}
