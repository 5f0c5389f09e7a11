/** Reveals one key at a time, on both sides of a comparison, with the same time limit as a value of an entry. */
import type { KeyDifference } from '../../../shared/vault/editing.ts';
import { revealValue } from '../../api/entries.ts';
import { useRevealOf } from '../../parts/value/reveal.ts';
import type { Reveal } from '../../parts/value/reveal.ts';

/** Undefined on a side without the key. */
export interface BothValues {
  readonly key: string;
  readonly left: string | undefined;
  readonly right: string | undefined;
}

/** Reveals keys of two open entries, each on the sides that have it. */
export function useRevealBoth(
  leftEntryId: string,
  rightEntryId: string,
  differences: readonly KeyDifference[],
): Reveal<BothValues> {
  return useRevealOf(`${leftEntryId} ${rightEntryId}`, async (key, signal) => {
    const difference = differences.find((one) => one.key === key);
    const [left, right] = await Promise.all([
      difference?.left === undefined ? undefined : revealValue(leftEntryId, key, signal),
      difference?.right === undefined ? undefined : revealValue(rightEntryId, key, signal),
    ]);
    return { key, left, right };
  });
}
