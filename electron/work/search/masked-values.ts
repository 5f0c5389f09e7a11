/**
 * Values that match, without a character of them: the key, and which part of the value the match is. The page sees
 * no more of a value than it does of any masked one, besides that.
 */
import type { Member } from '../../../shared/vault/json-slices.ts';
import { maskLength } from '../../../shared/vault/search.ts';
import type { FoundValue } from '../../../shared/vault/search.ts';
import type { Matcher } from './matchers.ts';

/** Keys told of one entry. */
const MOST_TOLD = 20;

/** Matching values of an entry; `skipped`: how many are too long for the pattern. */
export function valuesFound(
  members: readonly Member[],
  needle: Matcher,
): { readonly values: readonly FoundValue[]; readonly skipped: number } {
  const values: FoundValue[] = [];
  let skipped = 0;
  for (const [key, raw] of members) {
    const text = textOf(raw);
    if (text.length > needle.longest) {
      skipped++;
      continue;
    }
    const found = needle.find(text);
    if (found !== undefined && values.length < MOST_TOLD)
      values.push({ key, ...placeOf(found, text.length) });
  }
  return { values, skipped };
}

/** A text without its quotes; anything else as JSON. */
function textOf(raw: string): string {
  return raw.startsWith('"') ? (JSON.parse(raw) as string) : raw;
}

function placeOf(
  [from, to]: readonly [number, number],
  length: number,
): { readonly from: number; readonly to: number } {
  const part = (at: number): number => (at / Math.max(1, length)) * maskLength;
  const first = Math.min(maskLength - 1, Math.floor(part(from)));
  return { from: first, to: Math.max(first + 1, Math.ceil(part(to))) };
}
