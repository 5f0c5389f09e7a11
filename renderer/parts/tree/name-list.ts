/**
 * A folder's names as one string and an array of offsets: 100,000 names cost their letters and four bytes each,
 * without a string object per name. Filtering runs one `indexOf` over the whole folded text instead of 100,000 small
 * searches; its result is a list of indices. The folded (lower-cased) copy is made only on the first filter.
 */
import type { PackedNames } from '../../../shared/vault/names.ts';

const separator = '\0';

/** Packed names with the offset of each; `starts[count]` is one past the end plus the separator. */
export interface NameList {
  readonly packed: string;
  readonly starts: Uint32Array;
  readonly count: number;
}

const foldedLists = new WeakMap<NameList, NameList>();
const nonAscii = /[^\0-\x7f]/;

/** Indexes a packed list by its separators; takes a few milliseconds for 100,000 names. */
export function nameList(packed: PackedNames | string): NameList {
  if (packed === '') return { packed: '', starts: new Uint32Array([0]), count: 0 };
  let starts = new Uint32Array(Math.max(16, packed.length >> 3));
  let count = 0;
  let from = 0;
  for (;;) {
    if (count + 1 >= starts.length) {
      const grown = new Uint32Array(starts.length * 2);
      grown.set(starts);
      starts = grown;
    }
    starts[count++] = from;
    const end = packed.indexOf(separator, from);
    if (end === -1) break;
    from = end + 1;
  }
  starts[count] = packed.length + 1;
  return { packed, starts: starts.slice(0, count + 1), count };
}

/** Name at an index; the empty string outside the list. */
export function nameAt(list: NameList, index: number): string {
  const start = list.starts[index];
  const next = list.starts[index + 1];
  return start === undefined || next === undefined ? '' : list.packed.slice(start, next - 1);
}

/** Index of an exact name, or -1. */
export function indexOfName(list: NameList, name: string): number {
  if (name === '' || name.includes(separator)) return -1;
  for (let at = list.packed.indexOf(name); at !== -1; at = list.packed.indexOf(name, at + 1)) {
    const index = nameIndexAt(list.starts, at, 0, list.count);
    if (list.starts[index] === at && (list.starts[index + 1] ?? 0) - 1 === at + name.length) return index;
  }
  return -1;
}

/** Folds text for comparison: composed, lower case, one sigma. Separators are preserved. */
export function fold(text: string): string {
  if (!nonAscii.test(text)) return text.toLowerCase();
  return text.normalize('NFC').toLowerCase().replaceAll('ς', 'σ');
}

/**
 * Indices of the names that contain the folded `needle`, ascending. `within` narrows an earlier result, valid if its
 * needle is part of this one.
 */
export function matchNames(list: NameList, needle: string, within?: Uint32Array): Uint32Array {
  if (needle.includes(separator)) return new Uint32Array(0);
  const folded = foldedOf(list);
  if (within !== undefined && within.length * 8 < list.count) return narrow(folded, needle, within);
  const found = new Uint32Array(list.count);
  let count = 0;
  let index = 0;
  let at = folded.packed.indexOf(needle);
  while (at !== -1 && index < folded.count) {
    index = nameIndexAt(folded.starts, at, index, folded.count);
    found[count++] = index;
    index++;
    const next = folded.starts[index];
    if (next === undefined || index >= folded.count) break;
    at = folded.packed.indexOf(needle, next);
  }
  return found.slice(0, count);
}

/** Position of a folded needle in a name, as [start, end] in the name's own characters; undefined if unknown. */
export function highlightOf(name: string, needle: string): readonly [number, number] | undefined {
  if (needle === '') return undefined;
  const folded = fold(name);
  const at = folded.length === name.length ? folded.indexOf(needle) : -1;
  return at === -1 ? undefined : [at, at + needle.length];
}

function narrow(folded: NameList, needle: string, within: Uint32Array): Uint32Array {
  const found = new Uint32Array(within.length);
  let count = 0;
  for (const index of within) if (nameAt(folded, index).includes(needle)) found[count++] = index;
  return found.slice(0, count);
}

/** Folded copy of the names; made once. */
export function foldedOf(list: NameList): NameList {
  let folded = foldedLists.get(list);
  if (folded === undefined) {
    const text = fold(list.packed);
    // ASCII folds letter by letter, so the offsets stay the same; other text can change in length.
    folded = nonAscii.test(list.packed) ? nameList(text) : { ...list, packed: text };
    foldedLists.set(list, folded);
  }
  return folded;
}

/** Index of the name that covers an offset: a short linear scan (matches come in order), then a binary search. */
export function nameIndexAt(starts: Uint32Array, offset: number, from: number, count: number): number {
  let low = from;
  for (let step = 0; step < 4; step++) {
    if ((starts[low + 1] ?? Infinity) > offset) return low;
    low++;
  }
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? Infinity) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
