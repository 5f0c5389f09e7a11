import { expect, it } from 'vitest';
import { emptyMemory } from '../../../shared/vault/workspace-memory.ts';
import { createKnownCredentials } from '../credentials/known-credentials.ts';
import { isStorablePath, withStorableRequests } from './storable-path.ts';

const known = createKnownCredentials();
known.keep(['hvs.CAESIJ-canary_0123456789', 'a-custom-token-id']);

it.each([
  ['sys/mounts', true],
  ['secret/data/payments/db', true],
  ['transit/keys/orders', true],
  ['secret/data/x?token=1', false],
  ['auth/token/lookup/hvs.CAESIJ-canary_0123456789', false],
  ['auth/token/lookup/a-custom-token-id', false],
  ['auth/token/lookup/hvs.AnotherTokenThatNobodyHolds0123456789', false],
])('keeps %j: %s', (path, storable) => {
  expect(isStorablePath(path, known.index)).toBe(storable);
});

it('takes them out of what is remembered', () => {
  const requests = [
    { method: 'GET', path: 'sys/mounts' },
    { method: 'GET', path: 'auth/token/lookup/a-custom-token-id' },
  ] as const;
  expect(withStorableRequests({ ...emptyMemory, requests }, known.index)).toEqual({
    ...emptyMemory,
    requests: [requests[0]],
  });
  expect(withStorableRequests(emptyMemory, known.index)).toEqual(emptyMemory);
});
