/**
 * Shares that were given from here, so that the same one is not given twice: a server that is being unsealed ignores
 * the second one silently. A new attempt has another nonce. Only salted digests are kept.
 */
import { createHash, randomBytes } from 'node:crypto';
import { shareBytes } from './key-share.ts';
import { BoundedMap } from './bounded-map.ts';

/** Shares given in this run. */
export interface GivenShares {
  readonly has: (ceremony: string, share: string) => boolean;
  readonly add: (ceremony: string, share: string) => void;
}

/** Limit of nodes that are being unsealed. */
const MOST_CEREMONIES = 256;

/** Makes an empty registry. `ceremony` is any text that identifies one: an address and a nonce. */
export function createGivenShares(): GivenShares {
  const salt = randomBytes(16);
  const given = new BoundedMap<Set<string>>(MOST_CEREMONIES);
  const digest = (share: string): string =>
    createHash('sha256')
      .update(salt)
      .update(shareBytes(share) ?? share)
      .digest('base64');
  return {
    has: (ceremony, share) => given.get(ceremony)?.has(digest(share)) === true,
    add: (ceremony, share) => {
      const known = given.get(ceremony) ?? new Set();
      given.set(ceremony, known.add(digest(share)));
    },
  };
}
