import { expect, it } from 'vitest';
import { createGivenShares } from './given-shares.ts';

it('a share is known again in its other spelling, for the same ceremony only', () => {
  const share = Buffer.alloc(33, 0xa7);
  const given = createGivenShares();
  given.add('one', share.toString('hex'));
  expect(given.has('one', share.toString('base64'))).toBe(true);
  expect(given.has('other', share.toString('hex'))).toBe(false);
});
