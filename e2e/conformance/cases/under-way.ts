/** What the cases of key ceremonies have in common: a share for one under way, and why the app does otherwise. */
import type { Scene, Step } from '../scene.ts';
import type { Ceremony } from '../side.ts';

/** A nonce of no ceremony. */
export const another = '00000000-0000-4000-8000-000000000000';

export const unseen =
  'A share is given only to the ceremony that the person saw: another nonce is explained, and nothing is sent.';
export const withNonce =
  'The nonce says which one the person means to end. This server takes the request without it, as hvac sends it.';
export const alreadyBegun = 'What is under way is looked at first: it is said, and no second one is begun.';

/** A share given to a ceremony that somebody else has begun. */
export function shareTo(which: Ceremony, given: number) {
  return async (s: Scene): Promise<Step> => {
    const { server, client, nonce } = await s.underWay(which, { given });
    return client.giveShare(which, server.shares[given] ?? '', nonce);
  };
}
