/** Ranking of palette items: match quality, then use count among equal matches. Pure. */
import { matchScores } from '../tree/rank-names.ts';
import type { PaletteItem, PreparedItem } from './palette-item.ts';

export interface RankedItem {
  readonly item: PaletteItem;
  readonly score: number;
}

/** Use count of each action, by id. */
export type UseCounts = ReadonlyMap<string, number>;

/** Maximum bonus for use: enough to rank among equal matches, never above a better kind of match. */
const mostForUse = 15;

/**
 * Items that contain all words, best first, at most `most`; without words the used ones first, then in the given
 * order.
 */
export function rankItems(
  items: readonly PreparedItem[],
  words: readonly string[],
  uses: UseCounts,
  most: number,
): readonly RankedItem[] {
  return items
    .flatMap((one): RankedItem[] => {
      const score = words.length === 0 ? matchScores.around : scoreOf(one, words);
      return score === 0 ? [] : [{ item: one.item, score: score + useWorth(uses.get(one.item.id) ?? 0) }];
    })
    .sort((one, other) => other.score - one.score)
    .slice(0, most);
}

/** Merges ranked lists in one order, each id once. */
export function mergeRanked(
  ranked: readonly (readonly RankedItem[])[],
  most: number,
): readonly PaletteItem[] {
  const seen = new Set<string>();
  return ranked
    .flat()
    .sort((one, other) => other.score - one.score)
    .flatMap(({ item: { section: _section, ...item } }) => {
      if (seen.has(item.id)) return [];
      seen.add(item.id);
      return [item];
    })
    .slice(0, most);
}

function useWorth(count: number): number {
  return count === 0 ? 0 : Math.min(mostForUse, 3 + 3 * Math.log2(count));
}

function scoreOf({ label, around, initials }: PreparedItem, words: readonly string[]): number {
  const text = words.join(' ');
  if (label === text) return matchScores.exact;
  if (label.startsWith(text)) return matchScores.prefix;
  if (words.every((word) => startsWord(label, word))) return matchScores.word;
  if (words.every((word) => label.includes(word))) return matchScores.inside;
  if (words.length === 1 && text.length > 1 && initials.startsWith(text)) return matchScores.inside;
  return words.every((word) => around.includes(word)) ? matchScores.around : 0;
}

function startsWord(label: string, word: string): boolean {
  for (let at = label.indexOf(word); at !== -1; at = label.indexOf(word, at + 1))
    if (at === 0 || /[^\p{L}\p{N}]/u.test(label.charAt(at - 1))) return true;
  return false;
}
