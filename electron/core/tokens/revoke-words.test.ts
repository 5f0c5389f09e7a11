import { expect, it } from 'vitest';
import { describeToken } from '../../vault/api/token.ts';
import { revokeWords } from './revoke-words.ts';

it.each([
  [3599, 'in 59 min'],
  [2_764_800, 'in 32 d'],
])('a token of %d s is said to expire %s', (ttl, words) => {
  const facts = revokeWords({
    which: { by: 'accessor', accessor: 'aaa' },
    token: describeToken({ accessor: 'aaa', ttl, expire_time: '2026-12-29T00:00:00Z' }, Date.now()),
    own: false,
    orphan: false,
    limitedUse: false,
  }).facts;
  expect(facts).toContainEqual({ name: 'Expires', value: words, prose: true });
});
