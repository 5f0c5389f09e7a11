/** The client against real servers on this machine that misbehave in every way a network can. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { bodyOf, listen } from '../../../e2e/servers/forwarding.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { endAll, errorOf, sendDelete, sendList, sendRead, sendWrite, testClient } from './client.fixture.ts';
import type { End } from './client.fixture.ts';
import { createVaultClient } from './client.ts';
import type { ClientOptions, VaultClient, VaultRequest } from './types.ts';

const ends: End[] = [];
afterEach(() => endAll(ends));

/** An HTTP server that runs the handler; counts its requests. */
async function serverOf(
  handler: (request: IncomingMessage, response: ServerResponse, nth: number) => void,
): Promise<{ readonly origin: string; readonly seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const listening = await listen((request, response) => {
    seen.push(request);
    handler(request, response, seen.length);
  });
  ends.push(listening.stop);
  return { origin: listening.address, seen };
}

/** A TCP server; the test decides about its connections. */
async function tcpServer(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

interface TestClient extends VaultClient {
  readonly waits: number[];
}

function clientOf(origin: string, over: Partial<ClientOptions> = {}): TestClient {
  const waits: number[] = [];
  const client = testClient(
    ends,
    origin,
    { timeoutMs: 20_000, ...over },
    {
      wait: (waitMs) => {
        waits.push(waitMs);
        return Promise.resolve();
      },
      random: () => 0,
    },
  );
  return { ...client, waits };
}

const json = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const safeRead: VaultRequest = { method: 'GET', path: 'sys/health', safe: true };
const write: VaultRequest = { method: 'POST', path: 'secret/data/x', body: '{"data":{}}' };
const token = 'hvs.CAESIJcanarycanarycanarycanary';

describe('a request on the wire', () => {
  it('carries path, query, headers and body as they must be', async () => {
    const server = await serverOf((_request, response) => {
      json(response, { data: { a: 1 }, warnings: ['careful', 7] });
    });
    const client = clientOf(server.origin, { namespace: '/team/a/', namespaces: true });
    const answer = await sendRead(client, 'secret/data/a b/ü#', {
      token,
      query: { version: '3', 'x&y': 'ü =' },
      wrapTtl: 300,
    });
    const [request] = server.seen;
    expect(request?.url).toBe('/v1/secret/data/a%20b/%C3%BC%23?version=3&x%26y=%C3%BC%20%3D');
    expect(request?.headers).toMatchObject({
      'x-vault-token': token,
      'x-vault-namespace': 'team/a',
      'x-vault-request': 'true',
      'x-vault-wrap-ttl': '300',
      host: new URL(server.origin).host,
    });
    expect(answer.json()).toEqual({ data: { a: 1 }, warnings: ['careful', 7] });
    expect(answer).toMatchObject({ status: 200, warnings: ['careful'], origin: server.origin });
    expect(server.seen.length).toBe(1);
  });

  it('has the four generic operations', async () => {
    const bodies: string[] = [];
    const server = await serverOf((request, response) => {
      void bodyOf(request).then((body) => {
        bodies.push(body.toString());
        response.writeHead(204).end();
      });
    });
    const client = clientOf(server.origin);
    await sendRead(client, 'a/b');
    await sendList(client, 'a/b/');
    await sendWrite(client, 'a/b', '{"x":1}');
    const answer = await sendDelete(client, 'a/b');
    expect(server.seen.map(({ method, url }) => `${method ?? ''} ${url ?? ''}`)).toEqual([
      'GET /v1/a/b',
      'GET /v1/a/b/?list=true',
      'POST /v1/a/b',
      'DELETE /v1/a/b',
    ]);
    expect(bodies).toEqual(['', '', '{"x":1}', '']);
    expect(server.seen[2]?.headers['content-type']).toBe('application/json');
    expect(server.seen[0]?.headers).not.toHaveProperty('x-vault-token');
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.json()).toBeUndefined();
  });

  it('keeps an answer as text, digit for digit', async () => {
    const text = '{"data":{"10":9223372036854775808,"2":1.0,"__proto__":{"x":1}}}';
    const server = await serverOf((_request, response) => response.end(text));
    const answer = await sendRead(clientOf(server.origin), 'a');
    expect(answer.text).toBe(text);
    expect(Object.keys((answer.json() as { data: object }).data)).toContain('__proto__');
  });

  it('hands back a status that was asked for', async () => {
    const server = await serverOf((_request, response) => {
      json(response, { standby: true }, 429);
    });
    const client = clientOf(server.origin);
    const answer = await client.send({ ...safeRead, acceptStatus: () => true });
    expect(answer.status).toBe(429);
    expect(client.waits).toEqual([]);
  });
});

describe('what is refused before a byte is sent', () => {
  it.each<readonly [string, Partial<VaultRequest>, Partial<ClientOptions>, Partial<AppError>]>([
    ['..', { path: 'secret/../sys/seal' }, {}, { kind: 'invalid-input', field: 'path' }],
    ['//', { path: 'secret//x' }, {}, { kind: 'invalid-input', field: 'path' }],
    ['a control character', { path: 'secret/a\nb' }, {}, { kind: 'invalid-input', field: 'path' }],
    ['a lone surrogate', { path: 'secret/\ud800' }, {}, { kind: 'invalid-input', field: 'path' }],
    ['an empty path', { path: '' }, {}, { kind: 'invalid-input', field: 'path' }],
    ['a token with a line break', { token: `${token}\n` }, {}, { kind: 'invalid-input', field: 'token' }],
    ['a lone surrogate in the body', { body: '{"a":"\ud800"}' }, {}, { kind: 'invalid-input' }],
    [
      'a namespace on a community server',
      {},
      { namespace: 'team', namespaces: false },
      { kind: 'invalid-request' },
    ],
    ['a namespace on an unknown server', {}, { namespace: 'team' }, { kind: 'invalid-request' }],
  ])('%s', async (_name, request, options, expected) => {
    const server = await serverOf((_request, response) => {
      json(response, {});
    });
    const client = clientOf(server.origin, options);
    const error = await errorOf(client.send({ ...write, ...request }));
    expect(error).toMatchObject(expected);
    expect(JSON.stringify(error)).not.toContain('canary');
    expect(server.seen).toEqual([]);
  });
});

describe('broken answers', () => {
  const half = (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"data":', () => response.destroy());
  };
  const halfChunked = (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200);
    response.write('{"data":', () => response.destroy());
  };

  it.each([
    ['cut off', half],
    ['cut off in a chunk', halfChunked],
  ])('%s: bad-answer for a read, outcome-unknown for a write', async (_name, handler) => {
    const client = clientOf((await serverOf(handler)).origin);
    expect(await errorOf(sendRead(client, 'a'))).toMatchObject({
      kind: 'bad-answer',
      status: 200,
      method: 'GET',
      path: 'a',
    });
    expect(await errorOf(client.send(write))).toMatchObject({ kind: 'outcome-unknown' });
    expect(client.waits).toEqual([]);
  });

  it.each([
    ['announced', true],
    ['not announced', false],
  ])('33 MiB, %s', async (_name, announced) => {
    let finished = false;
    const server = await serverOf((_request, response) => {
      const size = 33 * 1024 * 1024;
      response.writeHead(200, announced ? { 'content-length': String(size) } : {});
      response.on('finish', () => {
        finished = true;
      });
      const chunk = Buffer.alloc(1024 * 1024, 'x');
      const more = (left: number): void => {
        if (left === 0) response.end();
        else response.write(chunk, () => more(left - 1));
      };
      more(33);
    });
    const client = clientOf(server.origin);
    expect(await errorOf(client.send(safeRead))).toMatchObject({ kind: 'too-large', limitBytes: 33_554_432 });
    expect(client.waits).toEqual([]);
    if (announced) expect(finished).toBe(false);
    expect(await errorOf(client.send(write))).toMatchObject({ kind: 'too-large' });
  });

  it('takes an answer of exactly 32 MiB', async () => {
    const server = await serverOf((_request, response) => {
      response.end(`"${'x'.repeat(33_554_432 - 2)}"`);
    });
    expect((await sendRead(clientOf(server.origin), 'a')).text.length).toBe(33_554_432);
  });

  const page = `<html><head><style>b{}</style><title>Sign in</title></head><body>Hello ${token}</body></html>`;
  it.each<readonly [string, number, Record<string, string>, string | Buffer, string]>([
    ['a login page', 200, { 'content-type': 'text/html; charset=utf-8' }, page, 'returned a web page'],
    ['a gateway’s page', 502, { 'content-type': 'text/html' }, '<h1>502 Bad Gateway</h1>', '502 Bad Gateway'],
    ['a firewall’s page', 403, { 'content-type': 'text/html' }, page, 'Sign in'],
    ['plain text', 404, { 'content-type': 'text/plain' }, '404 page not found', '“404 page not found”'],
    ['cut JSON', 200, { 'content-type': 'application/json' }, '{"data":', 'something other than JSON'],
    ['bytes', 200, {}, Buffer.from([0xff, 0xfe, 0x00]), 'binary data'],
    ['compressed', 200, { 'content-encoding': 'gzip' }, Buffer.from([0x1f, 0x8b]), 'compressed'],
  ])('%s', async (_name, status, headers, body, said) => {
    const server = await serverOf((_request, response) => {
      response.writeHead(status, headers).end(body);
    });
    const client = clientOf(server.origin);
    const error = await errorOf(sendRead(client, 'a', { token }));
    expect(error).toMatchObject({ kind: 'bad-answer', status });
    expect(error.message).toContain(said);
    expect(JSON.stringify(error)).not.toContain('canary');
  });

  it('does not know what became of a write that a gateway gave up on', async () => {
    const server = await serverOf((_request, response) => {
      response.writeHead(504, { 'content-type': 'text/html' }).end('<h1>504</h1>');
    });
    expect(await errorOf(clientOf(server.origin).send(write))).toMatchObject({
      kind: 'outcome-unknown',
      status: 504,
    });
  });

  it.each(['SSH-2.0-OpenSSH_9.2\r\n', '\x15\x03\x01\x00\x02\x02\x50', 'HTTP/9 200 OK\r\n\r\n'])(
    'not HTTP: %j',
    async (greeting) => {
      const origin = await tcpServer((socket) => {
        socket.once('data', () => socket.end(greeting, 'latin1'));
      });
      expect(await errorOf(sendRead(clientOf(origin), 'a'))).toMatchObject({ kind: 'bad-answer' });
    },
  );

  it('plain HTTP on a TLS port, as the server puts it', async () => {
    const server = await serverOf((_request, response) => {
      response.writeHead(400).end('Client sent an HTTP request to an HTTPS server.\n');
    });
    for (const address of [server.origin, `${server.origin}/team-a/vault`]) {
      const error = await errorOf(sendRead(clientOf(address), 'a'));
      expect(error).toMatchObject({ kind: 'tls', reason: 'https-required' });
      expect(error.hint).toBe(`Use ${address.replace('http:', 'https:')} as the address.`);
    }
    expect(server.seen.map(({ url }) => url)).toEqual(['/v1/a', '/team-a/vault/v1/a']);
  });
});

describe('lost connections', () => {
  it('nobody listens: a safe request and a read try again, a write does not', async () => {
    const origin = await tcpServer(() => undefined);
    await ends.pop()?.();
    const client = clientOf(origin);
    for (const call of [() => client.send(safeRead), () => sendRead(client, 'a')]) {
      expect(await errorOf(call())).toMatchObject({ kind: 'network', code: 'ECONNREFUSED' });
      expect(client.waits.splice(0)).toEqual([1000, 1000]);
    }
    expect(await errorOf(client.send(write))).toMatchObject({ kind: 'network', code: 'ECONNREFUSED' });
    expect(client.waits).toEqual([]);
  });

  it('cut after the request was read: only a safe request tries again, a write has an unknown outcome', async () => {
    const server = await serverOf((request) => {
      request.resume().on('end', () => request.socket.destroy());
    });
    const client = clientOf(server.origin);
    expect(await errorOf(client.send(safeRead))).toMatchObject({ kind: 'network' });
    expect(server.seen.length).toBe(3);
    expect(await errorOf(sendRead(client, 'database/creds/x'))).toMatchObject({ kind: 'network' });
    expect(server.seen.length).toBe(4);
    const error = await errorOf(client.send(write));
    expect(error).toMatchObject({ kind: 'outcome-unknown', method: 'POST', path: 'secret/data/x' });
    expect(server.seen.length).toBe(5);
  });

  it('a safe request succeeds once the server is back', async () => {
    const server = await serverOf((request, response, nth) => {
      if (nth < 3) request.socket.destroy();
      else json(response, { ok: true });
    });
    const client = clientOf(server.origin);
    expect((await client.send(safeRead)).json()).toEqual({ ok: true });
    expect(server.seen.length).toBe(3);
  });

  it('an unknown host is said at once', async () => {
    const client = clientOf('http://no-such-host.invalid:8200');
    const error = await errorOf(client.send(safeRead));
    expect(error.kind).toBe('network');
    expect(['ENOTFOUND', 'EAI_AGAIN']).toContain(error.kind === 'network' ? error.code : '');
  });
});

describe('statuses that pass', () => {
  it('waits as long as a rate limit asks, for a read too', async () => {
    const server = await serverOf((_request, response, nth) => {
      if (nth === 1) response.writeHead(429, { 'retry-after': '2' }).end('{"errors":["rate limit"]}');
      else json(response, {});
    });
    const client = clientOf(server.origin);
    expect((await sendRead(client, 'a')).status).toBe(200);
    expect(client.waits).toEqual([2000]);
  });

  it('does not wait an hour, and never repeats a write', async () => {
    const server = await serverOf((_request, response) => {
      response.writeHead(429, { 'retry-after': '3600' }).end('{"errors":["rate limit"]}');
    });
    const client = clientOf(server.origin);
    expect(await errorOf(client.send(safeRead))).toMatchObject({
      kind: 'rate-limited',
      retryAfterSeconds: 3600,
    });
    expect(await errorOf(client.send(write))).toMatchObject({ kind: 'rate-limited' });
    expect(server.seen.length).toBe(2);
  });

  it.each([
    [412, 3, 1],
    [500, 3, 1],
    [503, 3, 1],
    [501, 1, 1],
    [403, 1, 1],
  ])('status %d: %d attempts if safe, %d if not', async (status, safe, unsafe) => {
    const server = await serverOf((_request, response) => {
      json(response, { errors: ['x'] }, status);
    });
    const client = clientOf(server.origin);
    const attempts = async (call: Promise<unknown>): Promise<number> => {
      await errorOf(call);
      return server.seen.splice(0).length;
    };
    expect(await attempts(client.send(safeRead))).toBe(safe);
    expect(await attempts(sendRead(client, 'a'))).toBe(unsafe);
    expect(await attempts(client.send(write))).toBe(1);
  });

  it('a sealed server is not asked again: only people can change that', async () => {
    const server = await serverOf((_request, response) => {
      json(response, { errors: ['Vault is sealed'] }, 503);
    });
    expect(await errorOf(clientOf(server.origin).send(safeRead))).toMatchObject({ kind: 'sealed' });
    expect(server.seen.length).toBe(1);
  });
});

describe('the end of a call', () => {
  const silent = () => serverOf(() => undefined);

  it('a server that never answers', async () => {
    const server = await silent();
    const client = clientOf(server.origin);
    const read = errorOf(sendRead(client, 'a', { timeoutMs: 150 }));
    const post = errorOf(sendWrite(client, 'a', '{}', { timeoutMs: 150 }));
    expect(await read).toMatchObject({ kind: 'timeout', timeoutMs: 150 });
    expect(await post).toMatchObject({ kind: 'outcome-unknown' });
  });

  it('a server that accepts and says nothing at all, with the client’s own timeout', async () => {
    const origin = await tcpServer(() => undefined);
    const client = clientOf(origin, { timeoutMs: 150 });
    expect(await errorOf(sendRead(client, 'a'))).toMatchObject({ kind: 'timeout', timeoutMs: 150 });
  });

  it('cancelled: nothing happened, a read is over, a sent write is unknown', async () => {
    let arrived = (): void => undefined;
    const server = await serverOf(() => {
      arrived();
    });
    const client = clientOf(server.origin);
    expect(await errorOf(client.send({ ...write, signal: AbortSignal.abort() }))).toMatchObject({
      kind: 'cancelled',
    });
    expect(server.seen.length).toBe(0);
    for (const [request, kind] of [
      [{ method: 'GET', path: 'a' }, 'cancelled'],
      [write, 'outcome-unknown'],
    ] as const) {
      const controller = new AbortController();
      const here = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const call = errorOf(client.send({ ...request, signal: controller.signal }));
      await here;
      controller.abort();
      expect(await call).toMatchObject({ kind });
    }
  });

  it('cancelled while it waits for a free connection: nothing was sent', async () => {
    let open = 0;
    let full = (): void => undefined;
    const busy = new Promise<void>((resolve) => {
      full = resolve;
    });
    const server = await serverOf(() => {
      if (++open === 8) full();
    });
    const client = clientOf(server.origin);
    const controllers = Array.from({ length: 8 }, () => new AbortController());
    const calls = controllers.map(({ signal }) => errorOf(sendRead(client, 'a', { signal })));
    await busy;
    const ninth = new AbortController();
    const call = errorOf(client.send({ ...write, signal: ninth.signal }));
    ninth.abort();
    expect(await call).toMatchObject({ kind: 'cancelled' });
    for (const controller of controllers) controller.abort();
    await Promise.all(calls);
    expect(server.seen.length).toBe(8);
  });

  it('cancelled between two attempts', async () => {
    const server = await serverOf((_request, response) => {
      json(response, { errors: [] }, 503);
    });
    const controller = new AbortController();
    const client = createVaultClient(clientOf(server.origin).options, {
      wait: () => {
        controller.abort();
        return Promise.reject(new Error('aborted'));
      },
      random: Math.random,
    });
    ends.push(client.close);
    expect(await errorOf(client.send({ ...safeRead, signal: controller.signal }))).toMatchObject({
      kind: 'cancelled',
    });
    expect(server.seen.length).toBe(1);
  });

  it('a closed client sends nothing more and lets running requests end', async () => {
    let release = (): void => undefined;
    let arrived = (): void => undefined;
    const here = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const server = await serverOf((_request, response) => {
      release = () => {
        json(response, {});
      };
      arrived();
    });
    const client = clientOf(server.origin);
    const running = sendRead(client, 'a');
    await here;
    const closed = client.close();
    expect(await errorOf(sendRead(client, 'b'))).toMatchObject({ kind: 'cancelled' });
    release();
    expect((await running).status).toBe(200);
    await closed;
    ends.splice(ends.indexOf(client.close), 1);
  });
});
