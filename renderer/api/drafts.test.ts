import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import type { MountPath } from '../../shared/vault/mount.ts';
import { flushDrafts, hasNoDrafts, keepDraft, leaveEntry } from './drafts.ts';
import { lockKey } from './lock.ts';

const place = { sessionId: 'one', mount: 'secret/' as MountPath, path: 'payments/api' };

afterEach(flushDrafts);

it('knows that main has no drafts until this page makes one', () => {
  const client = new QueryClient();
  expect(hasNoDrafts(client)).toBe(false);
  const state = { locked: false, since: '', oneTimeResults: 0 };
  client.setQueryData(lockKey, { ...state, drafts: 1 });
  expect(hasNoDrafts(client)).toBe(false);
  client.setQueryData(lockKey, { ...state, drafts: 0 });
  expect(hasNoDrafts(client)).toBe(true);
  installFakeBridge({ 'draft.put': () => ({}) });
  keepDraft(place, undefined, () => 'typed');
  expect(hasNoDrafts(client)).toBe(false);
});

it('gives main the draft that waits before it lets go of the entry below it', () => {
  const bridge = installFakeBridge({ 'draft.put': () => ({}), 'entry.close': () => ({}) });
  keepDraft(place, 'entry-1', () => 'typed');
  expect(bridge.calls).toEqual([]);
  leaveEntry('entry-1');
  expect(bridge.calls).toEqual([
    { name: 'draft.put', input: { ...place, entryId: 'entry-1', text: 'typed' } },
    { name: 'entry.close', input: { entryId: 'entry-1' } },
  ]);
});

it('leaves drafts over other entries waiting', () => {
  const bridge = installFakeBridge({ 'draft.put': () => ({}), 'entry.close': () => ({}) });
  keepDraft(place, 'entry-1', () => 'typed');
  leaveEntry('entry-2');
  expect(bridge.calls.map(({ name }) => name)).toEqual(['entry.close']);
});
