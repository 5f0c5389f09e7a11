/** Checks of the proxies themselves: a test that injects a fault must be able to rely on it. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFaultProxy } from './fault-proxy.ts';
import type { Fault } from './fault-proxy.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import { newKvMount } from './seed.ts';
import { sharedServers } from './shared.ts';
import { ask } from './vault-api.ts';

describe('the fault proxy', () => {
  async function faulty(fault: Fault) {
    const { dev } = sharedServers();
    const proxy = await startFaultProxy(dev);
    onTestFinished(proxy.stop);
    proxy.add({ fault, times: 1 });
    return { server: { address: proxy.address, rootToken: dev.rootToken }, proxy, dev };
  }

  it.each<[Fault, number, RegExp]>([
    [{ kind: 'html' }, 502, /<h1>/],
    [{ kind: 'redirect', location: 'http://elsewhere.invalid/' }, 307, /^$/],
    [{ kind: 'answer', status: 429, body: { errors: ['slow down'] } }, 429, /slow down/],
    [{ kind: 'delay', until: Promise.resolve() }, 200, /"data"/],
  ])('answers %o', async (fault, status, text) => {
    const { server } = await faulty(fault);
    const answer = await ask(server, 'GET', 'sys/mounts');
    expect(answer.status).toBe(status);
    expect(answer.text).toMatch(text);
    expect((await ask(server, 'GET', 'sys/mounts')).status).toBe(200);
  });

  it.each<[Fault]>([[{ kind: 'cut' }], [{ kind: 'half-body' }]])('breaks off with %o', async (fault) => {
    const { server } = await faulty(fault);
    await expect(ask(server, 'GET', 'sys/mounts')).rejects.toThrow();
    expect((await ask(server, 'GET', 'sys/mounts')).status).toBe(200);
  });

  it.each([false, true])('sends 33 MiB (chunked: %s)', async (chunked) => {
    const { server } = await faulty({ kind: 'huge', chunked });
    expect((await ask(server, 'GET', 'sys/mounts')).text).toHaveLength(33 * 1024 * 1024);
  });

  it('loses the answer of a write that the server has done', async () => {
    const { server, dev } = await faulty({ kind: 'lost-answer' });
    const mount = await newKvMount(dev, 1);
    await expect(ask(server, 'POST', `${mount.path}lost`, { a: '1' })).rejects.toThrow();
    expect((await ask(dev, 'GET', `${mount.path}lost`)).status).toBe(200);
  });
});

describe('the recording proxy', () => {
  it('writes down what was sent, as it was sent', async () => {
    const { dev } = sharedServers();
    const proxy = await startRecordingProxy(dev);
    onTestFinished(proxy.stop);
    await ask({ address: proxy.address, rootToken: 'not-a-token' }, 'POST', 'secret/data/a%2Bb%20c?x=%2F', {
      b: 1,
    });
    expect(proxy.requests).toMatchObject([
      { method: 'POST', url: '/v1/secret/data/a%2Bb%20c?x=%2F', body: '{"b":1}', status: 403 },
    ]);
    expect(proxy.requests[0]?.headers['x-vault-token']).toBe('not-a-token');
  });
});
