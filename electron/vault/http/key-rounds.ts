/**
 * Hash rounds of a file's passphrase. The maker of the file chooses the number: a thousand million rounds would block
 * everything for an hour. It is read before anything is opened.
 */

import { contentAt, numberOf } from './der.ts';

/** More than any tool writes (the largest defaults are 600,000 and 1,000,000). */
export const MOST_ROUNDS = 1_000_000;

const INTEGER = 0x02;
const OCTETS = 0x04;
const CONSTRUCTED = 0x20;
const DEEPEST = 40;

/** The largest number that follows a salt anywhere in a DER text, also in nested octets; 0 without one. */
export function roundsIn(der: Uint8Array): number {
  return roundsBetween(der, 0, der.length, 0) ?? 0;
}

/** Undefined if the bytes are not DER. */
function roundsBetween(der: Uint8Array, start: number, end: number, depth: number): number | undefined {
  if (depth > DEEPEST) return undefined;
  let most = 0;
  let before = 0;
  for (let at = start; at < end;) {
    const tag = der[at] ?? 0;
    const content = contentAt(der, at + 1, end);
    if (content === undefined) return undefined;
    const [from, to] = content;
    if (tag === INTEGER && before === OCTETS) most = Math.max(most, numberOf(der.subarray(from, to)));
    const isConstructed = (tag & CONSTRUCTED) !== 0;
    if (isConstructed || tag === OCTETS) {
      const inside = to > from ? roundsBetween(der, from, to, depth + 1) : 0;
      if (inside === undefined && isConstructed) return undefined;
      most = Math.max(most, inside ?? 0);
    }
    before = tag;
    at = to;
  }
  return most;
}
