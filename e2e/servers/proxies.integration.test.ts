/** The proxies do what they promise: a test that relies on a fault must be able to rely on its having struck. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { startFaultProxy } from './fault-proxy.ts';
import type { Fault } from './fault-proxy.ts';
import { startOpenBaoProxy } from './openbao-proxy.ts';
import { startRecordingProxy } from './recording-proxy.ts';
import { newKvMount, writeEntry } from './seed.ts';
import { sharedServers } from './shared.ts';
import { ask, at } from './vault-api.ts';

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

describe('the OpenBao mode', () => {
  async function openBao() {
    const { dev } = sharedServers();
    const proxy = await startOpenBaoProxy(dev);
    onTestFinished(proxy.stop);
    return { dev, bao: { address: proxy.address, rootToken: dev.rootToken } };
  }

  it('words health, seal status and envelopes as OpenBao does', async () => {
    const { bao } = await openBao();
    const health = (await ask(bao, 'GET', 'sys/health')).json;
    expect(health).not.toHaveProperty('enterprise');
    expect(at(health, 'version')).toBe('2.6.2');
    expect((await ask(bao, 'GET', 'sys/seal-status')).json).toHaveProperty('commit_date');
    expect((await ask(bao, 'GET', 'secret/config')).json).not.toHaveProperty('mount_type');
  });

  it('offers the authenticated key ceremonies and not the old ones', async () => {
    const { bao } = await openBao();
    expect((await ask(bao, 'GET', 'sys/rekey/init')).status).toBe(405);
    expect((await ask(bao, 'GET', 'sys/generate-root/attempt')).status).toBe(405);
    expect((await ask(bao, 'GET', 'sys/rotate/root/init')).status).toBe(200);
    expect((await ask(bao, 'GET', 'sys/generate-root-token/attempt')).status).toBe(200);
    const stranger = { ...bao, rootToken: 'nobody' };
    expect((await ask(stranger, 'GET', 'sys/rotate/root/init')).status).toBe(403);
  });

  it('pages and scans lists, and leaves numbers as they are', async () => {
    const { bao, dev } = await openBao();
    const mount = await newKvMount(dev, 2);
    for (const path of ['a', 'b/c', 'b/d/e', 'f']) await writeEntry(dev, mount, path, { v: '1' });
    const list = async (query: string) =>
      at((await ask(bao, 'GET', `${mount.path}metadata/?${query}`)).json, 'data', 'keys');
    expect(await list('list=true')).toEqual(['a', 'b/', 'f']);
    expect(await list('list=true&after=a&limit=1')).toEqual(['b/']);
    expect(await list('scan=true')).toEqual(['a', 'b/c', 'b/d/e', 'f']);
    const old = await newKvMount(dev, 1);
    await writeEntry(dev, old, 'n', '{"n":9223372036854775807}');
    expect((await ask(bao, 'GET', `${old.path}n`)).text).toContain('9223372036854775807');
  });

  it('refuses more than 1,000 strings in a body', async () => {
    const { bao } = await openBao();
    const wide = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`k${String(index)}`, 'v']));
    const answer = await ask(bao, 'POST', 'cubbyhole/wide', wide);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('maximum number of strings');
  });
});
