/** What a three-way merge by key comes to: whose change each key takes, and what a person still has to choose. */
import type { MergeKey } from '../../../../shared/vault/editing.ts';

export type Side = 'mine' | 'theirs';

/** What a person chose for keys that both sides changed differently. */
export type MergeChoices = ReadonlyMap<string, Side>;

/** `both`: the two made the same change. `choose`: they clash and nobody has chosen yet. */
export type MergeResult = Side | 'both' | 'choose';

/** What becomes of a key. */
export function resultOf(key: MergeKey, choices: MergeChoices): MergeResult {
  if (key.clash) return choices.get(key.key) ?? 'choose';
  if (key.mine === 'same') return 'theirs';
  return key.theirs === 'same' ? 'mine' : 'both';
}

/** My changes that fall away: theirs was chosen, or theirs is the same. */
export function droppedKeys(keys: readonly MergeKey[], choices: MergeChoices): ReadonlySet<string> {
  return new Set(
    keys.filter((key) => ['theirs', 'both'].includes(resultOf(key, choices))).map(({ key }) => key),
  );
}

export interface MergeCounts {
  readonly mine: number;
  readonly theirs: number;
  readonly both: number;
  readonly clashes: number;
  readonly toChoose: number;
}

/** How many keys come from where. */
export function countMerge(keys: readonly MergeKey[], choices: MergeChoices): MergeCounts {
  const counts = { mine: 0, theirs: 0, both: 0, clashes: 0, toChoose: 0 };
  for (const key of keys) {
    const result = resultOf(key, choices);
    if (key.clash) counts.clashes++;
    if (result === 'choose') counts.toChoose++;
    else if (!key.clash) counts[result]++;
  }
  return counts;
}
