/**
 * Finds the best few among very many listed names. One pass over a folder's folded text compares only numbers: a name
 * becomes a string only if it is among the best, so that 100,000 names are ranked between two frames.
 */
import { fold, foldedOf, nameAt, nameIndexAt, type NameList } from './name-list.ts';
import type { Folder } from './tree-model.ts';

export interface RankedName {
  readonly folder: Folder;
  readonly name: string;
  /** Match score: see `matchScores`; for equal matches a longer name scores lower. */
  readonly score: number;
}

/** Scores of match kinds, for names and for all items ranked beside them. */
export const matchScores = { exact: 100, prefix: 80, word: 60, inside: 40, around: 20 } as const;

/** Penalty of a name of 1,000 letters against an empty one. */
const lengthWorth = 10;

/** Folded words of the input; all of them must match. */
export function wordsOf(text: string): readonly string[] {
  return fold(text)
    .split(/[\s›]+/)
    .filter((word) => word !== '');
}

/** Best names of listed folders, best first, at most `most`. */
export function rankNames(
  folders: readonly Folder[],
  words: readonly string[],
  most: number,
): readonly RankedName[] {
  const best: RankedName[] = [];
  if (words.length === 0 || most < 1) return best;
  for (const folder of folders) rankFolder(folder, words, most, best);
  return best;
}

function rankFolder(folder: Folder, words: readonly string[], most: number, best: RankedName[]): void {
  const { names } = folder;
  if (names === undefined || names.count === 0) return;
  const above = fold(folder.mount.path + folder.path);
  const needles = words.filter((word) => !above.includes(word)).map((word) => belowFolder(word, above));
  const take = (index: number, score: number): void => {
    const worst = best.length < most ? -1 : (best[best.length - 1]?.score ?? -1);
    if (score <= worst) return;
    const at = best.findLastIndex((other) => other.score >= score) + 1;
    best.splice(at, 0, { folder, name: nameAt(names, index), score });
    if (best.length > most) best.pop();
  };
  const [needle, ...others] = needles.sort((a, b) => b.length - a.length);
  if (needle === undefined) {
    for (let index = 0; index < Math.min(most, names.count); index++) take(index, matchScores.around);
    return;
  }
  matchFolder(foldedOf(names), needle, others, take);
}

/** `work/sec` looks for `sec` in a folder `…work/`. */
function belowFolder(word: string, above: string): string {
  const slash = word.lastIndexOf('/', word.length - 2) + 1;
  return slash > 0 && above.endsWith(word.slice(0, slash)) ? word.slice(slash) : word;
}

function matchFolder(
  folded: NameList,
  needle: string,
  others: readonly string[],
  take: (index: number, score: number) => void,
): void {
  const { packed, starts, count } = folded;
  let index = 0;
  let score = 0;
  const flush = (): void => {
    if (score === 0) return;
    const length = (starts[index + 1] ?? 0) - (starts[index] ?? 0);
    const worth = score - Math.min(lengthWorth, (length * lengthWorth) / 1000);
    if (others.length === 0 || others.every((word) => nameAt(folded, index).includes(word)))
      take(index, worth);
    score = 0;
  };
  for (let at = packed.indexOf(needle); at !== -1; at = packed.indexOf(needle, at + 1)) {
    const found = nameIndexAt(starts, at, index, count);
    if (found !== index) flush();
    index = found;
    const start = starts[index] ?? 0;
    const end = (starts[index + 1] ?? 0) - 1;
    score = Math.max(score, scoreAt(packed, at, start, end, at + needle.length));
  }
  flush();
}

function scoreAt(text: string, at: number, start: number, end: number, matchEnd: number): number {
  if (at !== start) return isWordBreak(text.charCodeAt(at - 1)) ? matchScores.word : matchScores.inside;
  const slash = text.charCodeAt(end - 1) === 0x2f ? 1 : 0;
  return matchEnd >= end - slash ? matchScores.exact : matchScores.prefix;
}

/** True for the word separators space, `-`, `.`, `/`, `_`, `:` and `@`. */
function isWordBreak(code: number): boolean {
  return code === 0x20 || (code >= 0x2d && code <= 0x2f) || code === 0x5f || code === 0x3a || code === 0x40;
}
