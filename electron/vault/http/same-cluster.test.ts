/** Check of a new connection before it is used, against servers that answer in every way. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../../../e2e/servers/forwarding.ts';
import { endAll, errorOf, testClient } from './client.fixture.ts';
import type { End } from './client.fixture.ts';
import type { ClientOptions, VaultClient } from './types.ts';

const ends: End[] = [];
afterEach(() => endAll(ends));

const ours = { id: 'c0ffee', name: 'vault-ours' };
const health = { initialized: true, sealed: false, cluster_id: ours.id, cluster_name: ours.name };

interface Served {
  readonly client: VaultClient;
  /** Path and token of each request. */
  readonly seen: string[];
  /** The same, by connection. */
  readonly byConnection: Map<unknown, string[]>;
}

/** A client that has met the cluster `met`, and a server with the health `said`. */
async function served(
  said: (nth: number, response: ServerResponse) => unknown,
  over: Partial<ClientOptions> = {},
): Promise<Served> {
  const seen: string[] = [];
  const byConnection: Served['byConnection'] = new Map();
  let asked = 0;
  const server = await listen((request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? '').replace(/^\/v1\/|\?.*/g, '');
    const token = request.headers['x-vault-token'];
    const line = token === undefined ? path : `${path} with ${String(token)}`;
    seen.push(line);
    byConnection.set(request.socket, [...(byConnection.get(request.socket) ?? []), line]);
    const body = path === 'sys/health' ? said(++asked, response) : { data: { path } };
    if (response.headersSent) return;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.setHeader('content-type', 'application/json');
    response.end(text);
  });
  ends.push(server.stop);
  const client = testClient(ends, server.address, { cluster: ours, timeoutMs: 5_000, ...over });
  return { client, seen, byConnection };
}

const read = (client: VaultClient) => client.send({ method: 'GET', path: 'secret/data/x', token: 't' });

describe('a new connection', () => {
  it('is asked which cluster it leads to, once, and then used', async () => {
    const { client, seen, byConnection } = await served(() => health);
    for (let nth = 0; nth < 20; nth++) await read(client);
    expect(seen.filter((line) => line.startsWith('secret'))).toHaveLength(20);
    for (const lines of byConnection.values())
      expect([lines[0], lines.filter((line) => line === 'sys/health').length]).toEqual(['sys/health', 1]);
    expect(byConnection.size).toBeLessThan(5);
  });

  it('is not asked while no cluster has been met, or the one that was met did not say which it is', async () => {
    for (const cluster of [undefined, { id: '', name: '' }]) {
      const { client, seen } = await served(() => health, { cluster });
      await read(client);
      expect(seen).toEqual(['secret/data/x with t']);
    }
  });

  it.each([
    ['another id', { ...health, cluster_id: 'bad', cluster_name: 'theirs' }, 'theirs (bad)'],
    ['no id', { initialized: true, sealed: false }, 'not named'],
    ['an id that is none', { ...health, cluster_id: 7 }, 'not named'],
  ])('to a server that says %s gets nothing more', async (_what, said, words) => {
    const { client, seen } = await served(() => said);
    const error = await errorOf(read(client));
    expect(error.kind).toBe('other-cluster');
    expect(error).toMatchObject({ before: 'vault-ours (c0ffee)' });
    expect('now' in error ? error.now : '').toContain(words);
    expect(await errorOf(client.send({ method: 'GET', path: 'sys/health', safe: true }))).toMatchObject({
      kind: 'other-cluster',
    });
    expect(seen.filter((one) => one !== 'sys/health')).toEqual([]);
  });

  it.each([
    ['sealed', { initialized: true, sealed: true }, 'sealed'],
    ['not initialised', { initialized: false, sealed: true }, 'not-initialized'],
  ])(
    'to a server that is %s carries what is about its state, and never a token',
    async (_what, said, kind) => {
      const { client, seen } = await served(() => said);
      expect((await errorOf(read(client))).kind).toBe(kind);
      expect((await errorOf(client.send({ method: 'GET', path: 'sys/health', token: 't' }))).kind).toBe(kind);
      expect(
        (await errorOf(client.send({ method: 'POST', path: 'sys/wrapping/unwrap', body: '{}' }))).kind,
      ).toBe(kind);
      seen.length = 0;
      await client.send({ method: 'GET', path: 'sys/seal-status', safe: true });
      await client.send({ method: 'POST', path: 'sys/unseal', body: '{"key":"x"}' });
      expect(seen.filter((one) => one !== 'sys/health')).toEqual(['sys/seal-status', 'sys/unseal']);
    },
  );

  it('is used again when the server is itself again', async () => {
    let said: unknown = { ...health, cluster_id: 'bad' };
    const { client, seen } = await served(() => said);
    await errorOf(read(client));
    said = health;
    await read(client);
    expect(seen.at(-1)).toBe('secret/data/x with t');
  });

  it.each([
    ['a web page', '<html>'],
    ['a list', '[]'],
    ['more than it may', `"${'x'.repeat(100_000)}"`],
  ])('to a server that says %s is not used', async (_what, said) => {
    const { client, seen } = await served(() => said);
    expect(['bad-answer', 'network']).toContain((await errorOf(read(client))).kind);
    expect(seen.filter((one) => one !== 'sys/health')).toEqual([]);
  });

  it('is tried again where a gateway says for a moment that its server is away', async () => {
    const { client, seen } = await served((nth, response) => {
      if (nth > 1) return health;
      response.writeHead(503).end('away');
      return undefined;
    });
    await client.send({ method: 'GET', path: 'secret/data/x', token: 't', safe: true });
    expect(seen).toEqual(['sys/health', 'sys/health', 'secret/data/x with t']);
  });

  it('that the server closes after its answer is replaced by the next', async () => {
    const { client, seen } = await served((_nth, response) => {
      response.setHeader('connection', 'close');
      return health;
    });
    await read(client);
    expect(seen).toEqual(['sys/health', 'secret/data/x with t']);
  });

  it('that says nothing is given up in time', async () => {
    const { client, seen } = await served(
      (_nth, response) => {
        response.flushHeaders();
      },
      {
        timeoutMs: 300,
      },
    );
    expect(['timeout', 'network']).toContain((await errorOf(read(client))).kind);
    expect(seen.filter((one) => one !== 'sys/health')).toEqual([]);
  });

  it('is made and asked anew after a gateway has said that its server is away', async () => {
    let behind = health;
    let away = false;
    const gateway = await listen((request, response) => {
      const asked = request.url?.startsWith('/v1/sys/health') === true;
      response.writeHead(away ? 502 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(asked ? behind : { data: {} }));
    });
    ends.push(gateway.stop);
    const client = testClient(ends, gateway.address, { cluster: ours });
    await read(client);
    away = true;
    expect((await errorOf(read(client))).kind).toBe('server-error');
    away = false;
    behind = { ...health, cluster_id: 'bad' };
    expect((await errorOf(read(client))).kind).toBe('other-cluster');
  });
});
