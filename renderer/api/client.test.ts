import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../shared/ipc/result.ts';
import { failing, installFakeBridge, noAnswer } from '../fixtures/fake-bridge.fixture.ts';
import { appErrorOf, cacheKey, call, on, query, vault } from './client.ts';

describe('call', () => {
  it('answers the value of a success', async () => {
    installFakeBridge({ 'app.noop': () => ({}) });
    await expect(call('app.noop', {})).resolves.toEqual({});
  });

  it('throws the error of a failure', async () => {
    const error = { kind: 'sealed', message: 'It is sealed.' } as const;
    installFakeBridge({ 'session.list': failing(error) });
    const caught: unknown = await call('session.list', {}).catch((failure: unknown) => failure);
    expect(caught).toBeInstanceOf(AppFailure);
    expect(appErrorOf(caught)).toEqual(error);
  });

  it('tells main to stop when it is aborted, once', async () => {
    const bridge = installFakeBridge({ 'app.noop': noAnswer });
    const controller = new AbortController();
    void call('app.noop', {}, controller.signal);
    expect(bridge.cancelled()).toBe(0);
    controller.abort();
    expect(bridge.cancelled()).toBe(1);
    await expect(call('app.noop', {}, controller.signal)).rejects.toMatchObject({
      error: { kind: 'cancelled' },
    });
    expect(bridge.inputsOf('app.noop')).toHaveLength(1);
  });

  it('does not cancel a call that has ended', async () => {
    const bridge = installFakeBridge({ 'app.noop': () => ({}) });
    const controller = new AbortController();
    await call('app.noop', {}, controller.signal);
    controller.abort();
    expect(bridge.cancelled()).toBe(0);
  });
});

describe('vault', () => {
  it('makes the call of a family and method, and cancels it', async () => {
    const bridge = installFakeBridge({
      'quota.delete': () => ({ warnings: ['late'] }),
      'lock.now': noAnswer,
    });
    const input = { sessionId: 'one', kind: 'rate-limit', name: 'web' } as const;
    await expect(vault.quota.delete(input)).resolves.toEqual({ warnings: ['late'] });
    expect(bridge.calls).toEqual([{ name: 'quota.delete', input }]);
    const controller = new AbortController();
    void vault.lock.now({}, controller.signal).catch(() => undefined);
    controller.abort();
    expect(bridge.cancelled()).toBe(1);
  });
});

describe('query', () => {
  const target = {
    address: 'https://v',
    namespace: '',
    tls: { useSystemStore: true, skipVerify: false },
    timeoutMs: 9,
    proxy: '',
  };
  const where = { target, name: 'v' };

  it('reads its call with its input', async () => {
    const bridge = installFakeBridge({ 'policy.list': () => ['app'] });
    await expect(new QueryClient().query(query('policy.list', { sessionId: 'one' }))).resolves.toEqual([
      'app',
    ]);
    expect(bridge.inputsOf('policy.list')).toEqual([{ sessionId: 'one' }]);
  });

  it('has a key below that of its session, its server or the app, its family and its call', () => {
    const keys = [
      query('quota.list', { sessionId: 'one', kind: 'rate-limit' }),
      query('quota.settings', { sessionId: 'one' }),
      query('quota.settings', { sessionId: 'two' }),
      query('cluster.panel', { where: { sessionId: 'one' }, panel: 'seal' }),
      query('cluster.panel', { where, panel: 'seal' }),
      query('session.list', {}),
    ].map(({ queryKey }) => queryKey);
    const client = new QueryClient();
    for (const key of keys) client.setQueryData(key, [] as never);
    const below = (key: readonly unknown[]) =>
      client.getQueriesData({ queryKey: key }).map(([found]) => keys.findIndex((one) => one === found));
    expect(below(cacheKey({ sessionId: 'one' }))).toEqual([0, 1, 3]);
    expect(below(cacheKey({ sessionId: 'one' }, 'quota'))).toEqual([0, 1]);
    expect(below(cacheKey({ sessionId: 'one' }, 'quota.settings'))).toEqual([1]);
    expect(below(cacheKey(where, 'cluster.panel'))).toEqual([4]);
    expect(below(cacheKey({}))).toEqual([5]);
    expect(below(['session'])).toEqual([0, 1, 2, 3]);
  });
});

describe('on', () => {
  it('hears an event as it is, and one that crosses as JSON text', () => {
    const bridge = installFakeBridge();
    const heard: unknown[] = [];
    const batch = { jobId: 'j', rows: [], done: 0, total: 2 };
    const stop = on('token.accessorsFound', (payload) => heard.push(payload));
    bridge.emit('token.accessorsFound', batch);
    bridge.emit('token.accessorsFound', { json: JSON.stringify(batch) } as never);
    stop();
    bridge.emit('token.accessorsFound', batch);
    expect(heard).toEqual([batch, batch]);
  });
});
