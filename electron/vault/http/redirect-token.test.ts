/** The token goes to confirmed origins only, for any answer: recording servers on several addresses check it. */
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { createVaultClient } from './client.ts';
import type { ClientOptions } from './types.ts';

interface Recorder {
  readonly origin: string;
  readonly port: number;
  /** `METHOD path token body` of each request. */
  readonly seen: string[];
}

/** The home server's next answer. */
let answer: { readonly status: number; readonly location: string };
const servers: Server[] = [];

async function recorder(host: string, isHome: boolean): Promise<Recorder> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push(
        `${request.method ?? ''} ${request.url ?? ''} ${String(request.headers['x-vault-token'] ?? '')} ${body}`,
      );
      if (isHome && seen.length === 1) response.writeHead(answer.status, { location: answer.location }).end();
      else response.end('{"data":{}}');
    });
  });
  server.listen(0, host);
  await once(server, 'listening');
  servers.push(server);
  const { port } = server.address() as AddressInfo;
  return { origin: `http://${host}:${String(port)}`, port, seen };
}

let home: Recorder;
let confirmed: Recorder;
let strangers: Recorder[];

beforeAll(async () => {
  home = await recorder('127.0.0.1', true);
  confirmed = await recorder('127.0.0.2', false);
  strangers = [
    await recorder('127.0.0.3', false),
    await recorder('127.0.0.1', false),
    await recorder('127.0.0.2', false),
  ];
});

afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

const token = 'hvs.the-token-that-must-stay-home';

async function ask(method: 'GET' | 'POST', over: Partial<ClientOptions> = {}): Promise<string> {
  for (const { seen } of [home, confirmed, ...strangers]) seen.length = 0;
  const client = createVaultClient({
    address: home.origin,
    namespace: '',
    tls: { ca: [], useSystemStore: false, skipVerify: false },
    timeoutMs: 10_000,
    confirmedOrigins: [confirmed.origin],
    ...over,
  });
  try {
    await client.send({
      method,
      path: 'secret/data/x',
      token,
      ...(method === 'POST' ? { body: '{"a":1}' } : {}),
    });
    return 'answered';
  } catch (failure) {
    if (!(failure instanceof AppFailure)) throw failure;
    expect(JSON.stringify(failure.error)).not.toContain(token);
    return failure.error.kind;
  } finally {
    await client.close();
  }
}

describe('redirects', () => {
  it('are followed to a confirmed origin with method, token and body', async () => {
    answer = { status: 307, location: `${confirmed.origin}/v1/secret/data/x?y=1` };
    expect(await ask('POST')).toBe('answered');
    expect(confirmed.seen).toEqual([`POST /v1/secret/data/x?y=1 ${token} {"a":1}`]);
  });

  it('are not followed to the same host on another port', async () => {
    answer = { status: 307, location: `${strangers[1]?.origin ?? ''}/v1/x` };
    expect(await ask('POST')).toBe('redirect-refused');
    expect(strangers[1]?.seen).toEqual([]);
  });

  it('are not followed twice', async () => {
    answer = { status: 307, location: `${home.origin}/v1/y` };
    expect(await ask('GET')).toBe('answered');
    expect(home.seen.length).toBe(2);
  });

  it('never carry the token elsewhere, wherever they point @redirect-token', async () => {
    const ports = [home, confirmed, ...strangers].map(({ port }) => port);
    const location = fc
      .tuple(
        fc.constantFrom('http://', 'http:', '//', '/\\', '\\\\', 'HTTP://', 'https://', 'http:/', ''),
        fc.constantFrom(
          '',
          'user@',
          `127.0.0.1:${String(home.port)}@`,
          `127.0.0.2:${String(confirmed.port)}@`,
          'u:p@',
        ),
        fc.constantFrom(
          '127.0.0.1',
          '127.0.0.2',
          '127.0.0.3',
          '127.1',
          '0x7f.0.0.3',
          '2130706435',
          'localhost',
          '[::1]',
          '127.0.0.3.',
        ),
        fc.oneof(
          fc.constantFrom(...ports).map((port) => `:${String(port)}`),
          fc.constantFrom('', ':0'),
        ),
        fc.constantFrom(
          '',
          '/',
          '/v1/x',
          '/..//v1/x',
          '?x',
          '#y',
          `\\@127.0.0.1:${String(home.port)}/`,
          `@127.0.0.3:${String(strangers[0]?.port)}/`,
        ),
      )
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(
        location,
        fc.constantFrom(301, 302, 303, 307, 308),
        fc.constantFrom('GET' as const, 'POST' as const),
        async (target, status, method) => {
          answer = { status, location: target };
          await ask(method);
          for (const stranger of strangers) expect(stranger.seen).toEqual([]);
          // Bodies and methods survive, or nothing is sent.
          for (const line of [...home.seen, ...confirmed.seen]) expect(line.startsWith(method)).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });
});
