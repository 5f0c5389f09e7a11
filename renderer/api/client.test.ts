import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../shared/ipc/result.ts';
import { failing, installFakeBridge, noAnswer } from '../fixtures/fake-bridge.fixture.ts';
import { appErrorOf, call, on } from './client.ts';

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
