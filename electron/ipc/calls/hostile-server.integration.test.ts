/**
 * A malicious server, in front of the real one: every way to redirect, to stall, to fill memory and to break parsers.
 * Each time the call reports it in words, main holds little more than before, and a session at another server goes
 * on.
 */
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sharedServers, until, startRecordingProxy } from '../../../e2e/servers/index.ts';
import {
  answer,
  asSent,
  bodyOf,
  forward,
  isConnectionQuestion,
  listen,
} from '../../../e2e/servers/forwarding.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { openOptions } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp } from './services.fixture.ts';

const server = sharedServers().dev;
const { session, stopping } = useTestApps();

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Bytes that main holds, in its heap and beside it. */
function memoryNow(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
/** Memory that a hostile answer can leave: the largest accepted answer, once. */
const MOST_MEMORY = 40 * 1024 * 1024;

type Harm = (response: ServerResponse) => void;

/** Timeout for a server that never answers. */
const SHORT = { timeoutMs: 1_000 };

/** A session at a hostile server, another at the real one, and the requests of the first. */
async function scene(target: Partial<ConnectionTarget> = {}) {
  let harm: Harm | undefined;
  let struck = 0;
  const hostile = stopping(
    await listen((request, response) => {
      void (async () => {
        const body = await bodyOf(request);
        if (harm === undefined || isConnectionQuestion(request)) {
          answer(response, await forward(server, { ...asSent(request), body }));
          return;
        }
        struck++;
        harm(response);
      })().catch(() => response.destroy());
    }),
  );
  const { app, sessionId } = await session(hostile, server.rootToken, target);
  const other = await app.login(server.address, server.rootToken);
  return {
    app,
    sessionId,
    other,
    address: hostile.address,
    struck: () => struck,
    /** Errors of a read, of a write and of a policy's text while the server does this harm. */
    suffer: async (how: Harm): Promise<readonly AppError[]> => {
      harm = how;
      const results = [
        await app.call('mount.list', { sessionId }),
        await app.call('policy.read', { sessionId, name: 'default' }),
        await app.call('console.send', {
          sessionId,
          request: { method: 'POST', path: 'sys/tools/random', json: '{}' },
        }),
        await app.call('token.inspect', { sessionId, token: { by: 'self' } }),
        await app.call('entry.open', { sessionId, mount: 'secret/' as MountPath, path: 'x' }),
      ];
      harm = undefined;
      return results.map((result) => (result.ok ? taken : result.error));
    },
  };
}

/** Stands for an answer that was accepted. */
const taken: AppError = { kind: 'internal', message: 'taken' };

/** Every refusal has words and a kind of its own, and the other session answers as ever. */
async function expectWords(
  app: TestApp,
  other: string,
  errors: readonly AppError[],
  kinds: RegExp,
): Promise<void> {
  for (const error of errors) {
    expect(error.kind, JSON.stringify(error).slice(0, 500)).toMatch(kinds);
    expect(error.message).toMatch(/^\S.{10,2000}$/su);
    expect(JSON.stringify(error).length).toBeLessThan(100_000);
  }
  expect((await app.must('mount.list', { sessionId: other })).length).toBeGreaterThan(0);
  expect(app.crossed()).not.toContain(server.rootToken);
}

const json = { 'content-type': 'application/json' };

describe('a redirect', () => {
  const targets = (elsewhere: string, home: string): readonly string[] => [
    ...[`${elsewhere}/v1/sys/mounts`, elsewhere.replace('http:', ''), elsewhere.replace('http:', 'https:')],
    ...[
      `http://user:password@${new URL(elsewhere).host}/v1/x`,
      `http://${new URL(home).host}@${new URL(elsewhere).host}/`,
    ],
    ...[
      'file:///etc/passwd',
      'ftp://127.0.0.1/',
      'data:application/json,{}',
      'javascript:alert(1)',
      'app://strongroom/',
    ],
    ...[
      'http://169.254.169.254/latest/meta-data/',
      'http://[::1]:1/',
      'unix:/run/docker.sock',
      '\\\\host\\share',
      '',
    ],
    ...['http://', '///', `${home}/v1/again`, '/v1/again', '?again', `${home}/../../v1/again`],
  ];

  it.each([301, 302, 303, 307, 308])(
    '%d is followed nowhere but to this server, once, wherever it leads @redirects',
    async (status) => {
      const elsewhere = stopping(await startRecordingProxy(server));
      const { app, other, suffer, address, struck } = await scene();
      for (const location of targets(elsewhere.address, address)) {
        const before = struck();
        const errors = await suffer((response) => {
          response.writeHead(status, { location }).end();
        });
        await expectWords(app, other, errors, /^(?:redirect-refused|bad-answer)$/);
        // Each of the five asks once more at most: a loop ends there.
        expect(struck() - before, location).toBeLessThanOrEqual(10);
      }
      expect(elsewhere.requests).toEqual([]);
      expect(elsewhere.questions).toEqual([]);
    },
  );
});

describe('a slow server', () => {
  it('that sends no header, or stops within a header or a body, is given up after its time, in words @too-slow', async () => {
    const { app, other, suffer } = await scene(SHORT);
    const never = await suffer(() => undefined);
    await expectWords(app, other, never, /^(?:timeout|outcome-unknown)$/);
    const stops = await suffer((response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\ncontent-type: appl');
    });
    await expectWords(app, other, stops, /^(?:timeout|outcome-unknown|network)$/);
    const half = await suffer((response) => {
      response.writeHead(200, { ...json, 'content-length': '100000' });
      response.write('{"data":');
    });
    await expectWords(app, other, half, /^(?:timeout|outcome-unknown|network)$/);
  });

  it('that drips its body holds up nobody else, and a person ends it', async () => {
    const { app, sessionId, other, suffer } = await scene();
    let drips: NodeJS.Timeout | undefined;
    const began = Promise.withResolvers<undefined>();
    const dripping = suffer((response) => {
      response.writeHead(200, json);
      response.write('{');
      drips = setInterval(() => void response.write(' '), 50);
      began.resolve(undefined);
    });
    await began.promise;
    expect((await app.must('mount.list', { sessionId: other })).length).toBeGreaterThan(0);
    const call = app.begin('server.versions', { sessionId });
    call.cancel();
    expect(await call.result).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
    // The lock does not wait for it: every read for the page is over.
    await app.must('lock.now', {});
    for (const error of await dripping)
      expect(error.kind).toMatch(/^(?:locked|cancelled|network|outcome-unknown)$/);
    clearInterval(drips);
  });
});

describe('a compressed answer', () => {
  const zeros = Buffer.alloc(64 * 1024 * 1024, ' ');
  const bombs: readonly (readonly [encoding: string, body: Buffer])[] = [
    ['gzip', gzipSync(zeros)],
    ['br', brotliCompressSync(zeros.subarray(0, 8 * 1024 * 1024))],
    ['deflate', deflateSync(zeros)],
    ['gzip, gzip', gzipSync(gzipSync(zeros))],
    ['zstd', Buffer.from('28b52ffd04580000', 'hex')],
    ['br, gzip, deflate, zstd', gzipSync(zeros.subarray(0, 1024))],
    ['x-unknown', Buffer.from('{}')],
  ];

  it('is not unpacked, whatever it is packed by, and says so @packed', async () => {
    const { app, other, suffer } = await scene();
    const before = memoryNow();
    for (const [encoding, body] of bombs) {
      const errors = await suffer((response) => {
        response.writeHead(200, {
          ...json,
          'content-encoding': encoding,
          'content-length': String(body.length),
        });
        response.end(body);
      });
      await expectWords(app, other, errors, /^(?:bad-answer|outcome-unknown)$/);
      expect(memoryNow() - before, encoding).toBeLessThan(MOST_MEMORY);
    }
  });
});

describe('an answer too large, too deep or too crowded', () => {
  const huge = (unit: string, times: number, [start, end]: readonly [string, string]): Buffer =>
    Buffer.from(start + unit.repeat(times) + end);
  const bodies: readonly (readonly [what: string, body: () => Buffer])[] = [
    ['a million warnings', () => huge('"w",', 1_000_000, ['{"warnings":[', '"w"],"data":{}}'])],
    ['a million errors', () => huge('"e",', 1_000_000, ['{"errors":[', '"e"]}'])],
    ['a million levels of lists', () => huge('[', 1_000_000, ['{"data":', ''])],
    ['closed lists, a million deep', () => Buffer.from(`{"data":${'['.repeat(1e6)}${']'.repeat(1e6)}}`)],
    ['objects a hundred thousand deep', () => Buffer.from(`${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}`)],
    ['a million names', () => huge('"k":1,', 1_000_000, ['{"data":{', '"z":1}}'])],
    ['forty MiB of text', () => huge('x', 40 * 1024 * 1024, ['{"data":{"a":"', '"}}'])],
    [
      'half a character',
      () => Buffer.concat([Buffer.from('{"data":"'), Buffer.from([0xf0, 0x9f]), Buffer.from('"}')]),
    ],
    ['a number of a million digits', () => huge('9', 1_000_000, ['{"data":', '}'])],
  ];

  it.each(bodies)(
    '(%s) is refused or cut, and main holds no more than one of them @too-large',
    async (_what, body) => {
      const { app, other, suffer } = await scene();
      const sent = body();
      const before = memoryNow();
      for (const status of [200, 400]) {
        await suffer((response) => {
          response.writeHead(status, json).end(sent);
        });
        expect((await app.must('mount.list', { sessionId: other })).length).toBeGreaterThan(0);
      }
      // One-time results and the console’s answers are held until they are dismissed.
      for (const { answerId } of await app.must('answer.list', {}))
        await app.call('answer.dismiss', { answerId });
      // The server of this process holds its unsent bytes until it hears that the reader is gone.
      await until(() => Promise.resolve(memoryNow() - before < 2 * MOST_MEMORY));
      expect(
        app
          .crossed()
          .split('\n')
          .filter((line) => line.includes('failed inside')),
      ).toEqual([]);
    },
  );
});

describe('headers that are none', () => {
  /** Answers every request with these bytes. */
  async function saying(bytes: string): Promise<{ address: string; stop: () => Promise<void> }> {
    const sockets = new Set<Socket>();
    const listening = createTcpServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(bytes));
    });
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const { port } = listening.address() as AddressInfo;
    return {
      address: `http://127.0.0.1:${String(port)}`,
      stop: async () => {
        for (const socket of sockets) socket.destroy();
        await new Promise((resolve) => listening.close(resolve));
      },
    };
  }

  const injected: readonly (readonly [what: string, bytes: string])[] = [
    [
      'another answer behind the first',
      'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}',
    ],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 20\r\n\r\n{}'],
    ['a length and chunks', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}'],
    ['a length below zero', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n{}'],
    ['a header within a header', 'HTTP/1.1 200 OK\r\nx: a\r\n\tset-cookie: b\r\n\r\n{}'],
    ['a name with a space', 'HTTP/1.1 200 OK\r\nx y: a\r\n\r\n{}'],
    ['a null', 'HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n{}'],
    ['one of two MiB', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(2 * 1024 * 1024)}\r\n\r\n{}`],
    ['a hundred thousand', `HTTP/1.1 200 OK\r\n${'x: a\r\n'.repeat(100_000)}\r\n{}`],
    ['a chunk of no size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'],
    ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'],
    ['a status that is none', 'HTTP/1.1 999999 No\r\n\r\n{}'],
    ['early hints without an end', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)],
    ['another protocol', 'SSH-2.0-OpenSSH_9.7\r\n'],
  ];

  it.each(injected)(
    '(%s) end the connection, in words, and nobody else’s @broken-headers',
    async (_what, bytes) => {
      const hostile = stopping(await saying(bytes));
      const { app, sessionId: other } = await session(server);
      app.answers.push(server.rootToken);
      const before = memoryNow();
      const result = await app.call('session.open', openOptions(hostile.address));
      const errors = result.ok ? [] : [result.error];
      expect(errors).toHaveLength(1);
      await expectWords(app, other, errors, /^(?!internal$)/);
      expect(memoryNow() - before).toBeLessThan(MOST_MEMORY);
    },
  );
});
