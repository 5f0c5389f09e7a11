import { describe, expect, it } from 'vitest';
import { installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { sampleSession } from '../fixtures/session.fixture.ts';
import { connectEvents, createQueryClient } from './query-client.ts';
import { sessionKey, sessionsKey } from './session.ts';

describe('connectEvents', () => {
  it('adds, updates and removes sessions, and forgets everything that was read in a closed one', () => {
    const bridge = installFakeBridge();
    const client = createQueryClient();
    const stop = connectEvents(client);

    bridge.emit('session.changed', sampleSession());
    bridge.emit('session.changed', sampleSession({ sessionId: 'two', name: 'Staging' }));
    bridge.emit('session.changed', sampleSession({ node: 'n2' }));
    expect(client.getQueryData(sessionsKey)).toEqual([
      sampleSession({ node: 'n2' }),
      sampleSession({ sessionId: 'two', name: 'Staging' }),
    ]);

    client.setQueryData([...sessionKey('one'), 'mounts'], ['read in one']);
    client.setQueryData([...sessionKey('two'), 'mounts'], ['read in two']);
    bridge.emit('session.closed', { sessionId: 'one' });
    expect(client.getQueryData(sessionsKey)).toEqual([sampleSession({ sessionId: 'two', name: 'Staging' })]);
    expect(client.getQueryData([...sessionKey('one'), 'mounts'])).toBeUndefined();
    expect(client.getQueryData([...sessionKey('two'), 'mounts'])).toEqual(['read in two']);

    stop();
    bridge.emit('session.closed', { sessionId: 'two' });
    expect(client.getQueryData(sessionsKey)).toHaveLength(1);
  });
});
