import { expect, it } from 'vitest';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { perSession } from './per-session.ts';

it('makes one thing a session, and ends and forgets it with the session', () => {
  const bridge = installFakeBridge();
  const ended: string[] = [];
  const thingOf = perSession(
    (sessionId) => ({ sessionId }),
    (thing) => ended.push(thing.sessionId),
  );
  const first = thingOf('one');
  const other = thingOf('two');
  expect(thingOf('one')).toBe(first);
  bridge.emit('session.closed', { sessionId: 'one' });
  bridge.emit('session.closed', { sessionId: 'never asked for' });
  expect(ended).toEqual(['one']);
  expect(thingOf('one')).not.toBe(first);
  expect(thingOf('two')).toBe(other);
});

it('ends and forgets everything when the app locks, and nothing when it is unlocked', () => {
  const bridge = installFakeBridge();
  const ended: string[] = [];
  const thingOf = perSession(
    (sessionId) => ({ sessionId }),
    (thing) => ended.push(thing.sessionId),
  );
  const first = thingOf('one');
  thingOf('two');
  const state = { since: '2026-11-20T09:00:00Z', drafts: 0, oneTimeResults: 0 };
  bridge.emit('lock.changed', { ...state, locked: false });
  expect(ended).toEqual([]);
  bridge.emit('lock.changed', { ...state, locked: true });
  expect(ended).toEqual(['one', 'two']);
  expect(thingOf('one')).not.toBe(first);
});
