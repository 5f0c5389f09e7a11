import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { failing, installFakeBridge } from '../fixtures/fake-bridge.fixture.ts';
import { sampleSession } from '../fixtures/session.fixture.ts';
import type { UnkeptFile } from '../../shared/ipc/contract.ts';
import { cacheKey, query } from './client.ts';
import { connectEvents, createQueryClient } from './query-client.ts';
import { sessionsKey } from './session.ts';

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

    client.setQueryData(cacheKey({ sessionId: 'one' }, 'mount.list'), ['read in one']);
    client.setQueryData(cacheKey({ sessionId: 'two' }, 'mount.list'), ['read in two']);
    bridge.emit('session.closed', { sessionId: 'one' });
    expect(client.getQueryData(sessionsKey)).toEqual([sampleSession({ sessionId: 'two', name: 'Staging' })]);
    expect(client.getQueryData(cacheKey({ sessionId: 'one' }, 'mount.list'))).toBeUndefined();
    expect(client.getQueryData(cacheKey({ sessionId: 'two' }, 'mount.list'))).toEqual(['read in two']);

    stop();
    bridge.emit('session.closed', { sessionId: 'two' });
    expect(client.getQueryData(sessionsKey)).toHaveLength(1);
  });

  it('forgets what was read in a session that has logged in at another cluster, and not where a server is only sealed', () => {
    const bridge = installFakeBridge();
    const client = createQueryClient();
    connectEvents(client);
    const { health } = sampleSession();
    const read = cacheKey({ sessionId: 'one' }, 'mount.list');
    const at = (clusterId: string) =>
      bridge.emit('session.changed', sampleSession({ health: { ...health, clusterId } }));
    at('ours');
    client.setQueryData(read, ['read in ours']);
    for (const clusterId of ['', 'ours']) at(clusterId);
    expect(client.getQueryData(read)).toEqual(['read in ours']);
    at('theirs');
    expect(client.getQueryData(read)).toBeUndefined();
  });

  it('believes what the disk did not take, not an answer from before that is under way', async () => {
    const answers: ((unkept: readonly UnkeptFile[]) => void)[] = [];
    const bridge = installFakeBridge({
      'app.unkept': () => new Promise<readonly UnkeptFile[]>((resolve) => answers.push(resolve)),
    });
    const client = createQueryClient();
    connectEvents(client);
    const observer = new QueryObserver(client, query('app.unkept', {}));
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => answers).toHaveLength(1);
    const unkept = [{ holds: 'The settings', why: 'the disk is full' }];
    bridge.emit('app.unkeptChanged', unkept);
    answers[0]?.([]);
    await expect.poll(() => observer.getCurrentResult().isSuccess).toBe(true);
    expect(observer.getCurrentResult().data).toEqual(unkept);
    stop();
  });

  it('forgets everything that was read when the app locks, and asks again for what the lock refused', async () => {
    const locked = { kind: 'locked', message: 'Locked.' } as const;
    const bridge = installFakeBridge({ 'app.info': failing(locked) });
    const client = createQueryClient();
    connectEvents(client);
    client.setQueryData(cacheKey({ sessionId: 'one' }, 'mount.list'), ['read in one']);
    client.setQueryData(sessionsKey, [sampleSession()]);
    const state = { since: '2026-11-20T09:00:00Z', drafts: 1, oneTimeResults: 0 };
    bridge.emit('lock.changed', { ...state, locked: true });
    expect(client.getQueryData(query('lock.state', {}).queryKey)).toMatchObject({ locked: true, drafts: 1 });
    expect(client.getQueryData(cacheKey({ sessionId: 'one' }, 'mount.list'))).toBeUndefined();
    expect(client.getQueryData(sessionsKey)).toHaveLength(1);

    const observer = new QueryObserver(client, query('app.info', {}));
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().isError).toBe(true);
    bridge.emit('lock.changed', { ...state, locked: false });
    await expect.poll(() => bridge.inputsOf('app.info')).toHaveLength(2);
    stop();
  });
});
