/** Merges three ways by key: my changes and those of others since the common base. */
import type { KeyChange, MergeKey } from '../../../shared/vault/editing.ts';
import { valueFacts } from '../../../shared/vault/entry-facts.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import { sameValue } from './canonical-json.ts';
import type { NumberSense } from './canonical-json.ts';

/** All changed keys, in the order of base, then theirs, then mine. */
export function mergeKeys(
  base: readonly Member[],
  mine: readonly Member[],
  theirs: readonly Member[],
  numbers: NumberSense,
): MergeKey[] {
  const [was, own, others] = [new Map(base), new Map(mine), new Map(theirs)];
  const keys = new Set([...was.keys(), ...others.keys(), ...own.keys()]);
  const found: MergeKey[] = [];
  for (const key of keys) {
    const [before, my, their] = [was.get(key), own.get(key), others.get(key)];
    const [myChange, theirChange] = [changeOf(before, my, numbers), changeOf(before, their, numbers)];
    if (myChange === 'same' && theirChange === 'same') continue;
    found.push({
      key,
      mine: myChange,
      theirs: theirChange,
      clash: myChange !== 'same' && theirChange !== 'same' && !sameValue(my, their, numbers),
      ...(before === undefined ? {} : { baseFacts: valueFacts(key, before) }),
      ...(my === undefined ? {} : { mineFacts: valueFacts(key, my) }),
      ...(their === undefined ? {} : { theirFacts: valueFacts(key, their) }),
    });
  }
  return found;
}

function changeOf(before: string | undefined, now: string | undefined, numbers: NumberSense): KeyChange {
  if (sameValue(before, now, numbers)) return 'same';
  if (before === undefined) return 'added';
  return now === undefined ? 'removed' : 'changed';
}
