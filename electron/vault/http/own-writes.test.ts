import { expect, it } from 'vitest';
import { createOwnWrites } from './own-writes.ts';
import type { OwnWrites } from './own-writes.ts';

type Sent = Parameters<OwnWrites['learn']>[0];
const write: Sent = { method: 'POST' };
const answers = (ownWrites: OwnWrites, index: string | undefined, sent = write): void => {
  const headers = { 'x-vault-index': index };
  ownWrites.learn(sent, { what: 'answer', status: 200, headers, body: Buffer.alloc(0) });
};
const indexOf = (value: string, cluster = 'c-1'): string =>
  Buffer.from(JSON.stringify({ cluster, value })).toString('base64');
const sentWith = (ownWrites: OwnWrites, path = 'secret/data/x'): string | undefined =>
  ownWrites.headersFor({ path })['x-vault-index'];

it('asks for nothing before a write, and then for a node that has it, or the leader', () => {
  const ownWrites = createOwnWrites();
  answers(ownWrites, undefined);
  expect(ownWrites.headersFor({ path: 'secret/data/x' })).toEqual({});
  answers(ownWrites, 'opaque');
  expect(ownWrites.headersFor({ path: 'secret/data/x' })).toEqual({
    'x-vault-index': 'opaque',
    'x-vault-inconsistent': 'forward-active-node',
  });
});

it('keeps the furthest state, in whatever order answers come, and none of a read', () => {
  const ownWrites = createOwnWrites();
  for (const value of ['9', '12', '10']) answers(ownWrites, indexOf(value));
  answers(ownWrites, indexOf('99'), { method: 'GET' });
  answers(ownWrites, indexOf('99'), { method: 'POST', safe: true });
  expect(sentWith(ownWrites)).toBe(indexOf('12'));
  // Another cluster counts anew, and what cannot be compared is taken as it comes.
  answers(ownWrites, indexOf('3', 'c-2'));
  expect(sentWith(ownWrites)).toBe(indexOf('3', 'c-2'));
  answers(ownWrites, indexOf('0/16B3748', 'c-2'));
  expect(sentWith(ownWrites)).toBe(indexOf('0/16B3748', 'c-2'));
});

it.each(['a\r\nx-vault-token: b', 'a b', '', 'x'.repeat(513)])('takes no index that is %j', (index) => {
  const ownWrites = createOwnWrites();
  answers(ownWrites, index);
  expect(sentWith(ownWrites)).toBeUndefined();
});

it('leaves requests about one node to that node', () => {
  const ownWrites = createOwnWrites();
  answers(ownWrites, 'opaque');
  for (const path of ['sys/health', 'sys/leader', 'sys/rekey/init', 'sys/storage/raft/configuration'])
    expect(sentWith(ownWrites, path), path).toBeUndefined();
  for (const path of ['sys/policies/acl/app', 'sys/mounts', 'auth/token/lookup-self', 'secret/metadata/x'])
    expect(sentWith(ownWrites, path), path).toBe('opaque');
});
