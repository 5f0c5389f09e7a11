import { afterEach, expect, it } from 'vitest';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import type { EntryView } from '../../shared/vault/entry.ts';
import type { MountPath } from '../../shared/vault/mount.ts';
import { keepLeftEntries, leaveForNow, leftEntry, takeLeftEntry, type LeftPlace } from './left-entries.ts';

function placeOf(path: string, version?: number): LeftPlace {
  return { sessionId: 'one', mount: 'secret/' as MountPath, path, version };
}

function viewOf(entryId: string): EntryView {
  const mount = { path: 'secret/' as MountPath, type: 'kv', engine: 'kv2', description: '' } as const;
  return { entryId, mount, path: 'a', keys: [], dataBytes: 2, warnings: [], readAt: '' };
}

function closing() {
  const bridge = installFakeBridge({ 'entry.close': () => ({}) });
  return () => bridge.inputsOf('entry.close').map(({ entryId }) => entryId);
}

afterEach(() => {
  installFakeBridge({ 'entry.close': () => ({}) });
  keepLeftEntries();
});

it('closes what is left where nobody has a tab for it', () => {
  const closed = closing();
  leaveForNow(placeOf('a'), viewOf('e1'));
  expect(closed()).toEqual(['e1']);
  expect(leftEntry(placeOf('a'))).toBeUndefined();
});

it('keeps what is in a tab, each version for itself, until it is taken', () => {
  const closed = closing();
  keepLeftEntries(() => true);
  leaveForNow(placeOf('a'), viewOf('e1'));
  leaveForNow(placeOf('a', 3), viewOf('e3'));
  expect(leftEntry(placeOf('a'))?.entryId).toBe('e1');
  expect(takeLeftEntry(placeOf('a', 3))?.entryId).toBe('e3');
  expect(takeLeftEntry(placeOf('a', 3))).toBeUndefined();
  keepLeftEntries();
  expect(closed()).toEqual(['e1']);
});

it('closes what is in no tab any more, and nothing else', () => {
  const closed = closing();
  keepLeftEntries(() => true);
  for (const path of ['a', 'b']) leaveForNow(placeOf(path), viewOf(`e-${path}`));
  keepLeftEntries(({ path }) => path === 'b');
  expect(closed()).toEqual(['e-a']);
  expect(leftEntry(placeOf('b'))?.entryId).toBe('e-b');
});

it('closes the one left longest ago where there are too many, and the one before of the same place', () => {
  const closed = closing();
  keepLeftEntries(() => true);
  for (let at = 0; at < 33; at++) leaveForNow(placeOf(String(at)), viewOf(`e${String(at)}`));
  expect(closed()).toEqual(['e0']);
  leaveForNow(placeOf('32'), viewOf('again'));
  expect(closed()).toEqual(['e0', 'e32']);
});
