/** Compares two open entries by key: two versions of one, or entries of two sessions. Their values stay here. */
import type { KeyDifference } from '../../../shared/vault/editing.ts';
import { valueFacts } from '../../../shared/vault/entry-facts.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import { sameValue } from './canonical-json.ts';
import type { NumberSense } from './canonical-json.ts';

/**
 * Compares all keys, in the order of the left, then those only on the right. Numbers differ if any digit does, unless
 * told otherwise.
 */
export function compareMembers(
  left: readonly Member[],
  right: readonly Member[],
  numbers: NumberSense = 'exact',
): readonly KeyDifference[] {
  const [lefts, rights] = [new Map(left), new Map(right)];
  return [...new Set([...lefts.keys(), ...rights.keys()])].map((key) => {
    const [a, b] = [lefts.get(key), rights.get(key)];
    return {
      key,
      change: changeOf(a, b, numbers),
      ...(a === undefined ? {} : { left: valueFacts(key, a) }),
      ...(b === undefined ? {} : { right: valueFacts(key, b) }),
    };
  });
}

function changeOf(
  left: string | undefined,
  right: string | undefined,
  numbers: NumberSense,
): KeyDifference['change'] {
  if (left === undefined) return 'right-only';
  if (right === undefined) return 'left-only';
  return sameValue(left, right, numbers) ? 'same' : 'changed';
}
