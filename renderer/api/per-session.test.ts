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
