/** Result of a three-way merge by key: the change each key takes, and the choices left to the user. */
import type { MergeKey } from '../../../../shared/vault/editing.ts';

export type Side = 'mine' | 'theirs';

/** The user's choices for keys that both sides changed differently. */
export type MergeChoices = ReadonlyMap<string, Side>;

/** `both`: the two made the same change. `choose`: they clash and the user has not chosen yet. */
export type MergeResult = Side | 'both' | 'choose';

/** The side that a key takes. */
export function resultOf(key: MergeKey, choices: MergeChoices): MergeResult {
  if (key.clash) return choices.get(key.key) ?? 'choose';
  if (key.mine === 'same') return 'theirs';
  return key.theirs === 'same' ? 'mine' : 'both';
}

/** My changes to drop: theirs was chosen, or theirs is the same. */
export function droppedKeys(keys: readonly MergeKey[], choices: MergeChoices): ReadonlySet<string> {
  return new Set(
    keys.filter((key) => ['theirs', 'both'].includes(resultOf(key, choices))).map(({ key }) => key),
  );
}

/** True if the merge takes a removal by the other side. */
export function isTheirRemoval(key: MergeKey, choices: MergeChoices): boolean {
  return key.theirs === 'removed' && resultOf(key, choices) === 'theirs';
}

export interface MergeCounts {
  readonly mine: number;
  readonly theirs: number;
  /** Keys of yours, unchanged by you, that they removed; not among `theirs`. */
  readonly removed: number;
  readonly both: number;
  readonly clashes: number;
  readonly toChoose: number;
}

/** Counts keys by the side they come from. */
export function countMerge(keys: readonly MergeKey[], choices: MergeChoices): MergeCounts {
  const counts = { mine: 0, theirs: 0, removed: 0, both: 0, clashes: 0, toChoose: 0 };
  for (const key of keys) {
    const result = resultOf(key, choices);
    if (key.clash) counts.clashes++;
    if (result === 'choose') counts.toChoose++;
    else if (!key.clash) counts[isTheirRemoval(key, choices) ? 'removed' : result]++;
  }
  return counts;
}
