import { expect, it } from 'vitest';
import { compareHolders } from './holder.ts';
import type { TokenHolder } from './holder.ts';

const holder = (change: Partial<TokenHolder>): TokenHolder => ({
  accessor: '',
  entityId: '',
  displayName: 'token',
  path: 'auth/token/create',
  ...change,
});

it.each<[string, Partial<TokenHolder>, Partial<TokenHolder>, string]>([
  ['the same token', { accessor: 'a' }, { accessor: 'a' }, 'same'],
  ['two tokens of one entity', { accessor: 'a', entityId: 'e' }, { accessor: 'b', entityId: 'e' }, 'same'],
  ['two entities', { accessor: 'a', entityId: 'e' }, { accessor: 'b', entityId: 'f' }, 'other'],
  [
    'two root tokens',
    { accessor: 'a', path: 'auth/token/root' },
    { accessor: 'b', path: 'auth/token/root' },
    'unknown',
  ],
  ['an entity and none', { accessor: 'a', entityId: 'e' }, { accessor: 'b' }, 'unknown'],
  ['batch tokens, which have no accessor', {}, {}, 'unknown'],
])('%s: the holders are compared', (_what, before, now, likeness) => {
  expect(compareHolders(holder(before), holder(now))).toBe(likeness);
});
