/**
 * main-stall: the longest stall of main's event loop under a hostile server: a response of 32 MiB with 1,000
 * credentials kept, an OpenAPI document of 200,000 paths, and an error of 45 kB that is slow to match.
 *
 * A timer of one millisecond in main measures the longest gap between two turns. The calls are made over the page's
 * own bridge: rendering in the page is not measured here.
 *
 * Correct: a value in the middle of the response is as sent, one of the kept credentials is found in it, the
 * document's paths arrive, and the error is truncated.
 */
import { createServer, type Server } from 'node:http';
import type { Reachable } from '../servers/index.ts';
import { startSession } from './journey.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import type { Program } from './running-app.ts';
import { spread } from './statistics.ts';
import { stopDuring, stopRow } from './stop.ts';

const ROUNDS = 10;
const CREDENTIALS = 1000;
const ANSWER_BYTES = 32 * 1024 * 1024 - 64 * 1024;
const PATHS = 200_000;

/** Milliseconds of the longest stall, the median of all rounds, against a stall that a user would notice. */
export async function mainStall(ours: Program): Promise<Part> {
  const server = await startHostileServer();
  try {
    const rounds: (readonly (readonly [what: string, stopMs: number])[])[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await stopsOnce(ours, server));
    const worst = rounds.map((stops) => Math.max(...stops.map(([, stop]) => stop)));
    return {
      measured: stopRow('main-stall', worst),
      notes: (rounds[0] ?? []).map(
        ([what], at) => `${what}: ${spread(rounds.map((stops) => stops[at]?.[1] ?? NaN))}`,
      ),
    };
  } finally {
    await server.stop();
  }
}

async function stopsOnce(ours: Program, server: Reachable) {
  const { app, page } = await startSession(ours, server, { inspectMain: true });
  try {
    await hold(page);
    return [
      ['32 MiB answer', await stopDuring(app, () => takeLargeAnswer(page))],
      ['OpenAPI document', await stopDuring(app, () => takeDocument(page))],
      ['hostile error', await stopDuring(app, () => takeError(page))],
    ] as const;
  } finally {
    await app.close();
  }
}

interface Told {
  readonly ok: boolean;
  readonly value?: unknown;
  readonly error?: { readonly message: string; readonly serverErrors?: readonly string[] };
}

let callId = 2_000_000_000;

/** Makes a call over the bridge. Its value stays in the page; only the result of `pick` is returned. */
async function call<T>(page: Page, name: string, input: object, pick: (told: Told) => T): Promise<T> {
  // Calls with effects on a server need a user gesture, so a corner of the window is pressed.
  await page.click({ x: 2, y: 2 });
  const source = `async () => {
    const { strongroom } = globalThis;
    const input = ${JSON.stringify(input)};
    if ('sessionId' in input) input.sessionId = (await strongroom.call('session.list', {}, ${String(callId--)})).value[0].sessionId;
    const told = await strongroom.call(${JSON.stringify(name)}, input, ${String(callId--)});
    // Large values cross as JSON text.
    return (${String(pick)})('json' in told ? { ok: true, value: JSON.parse(told.json) } : told);
  }`;
  return page.evaluate<T>(`(${source})()`);
}

function send(path: string): object {
  return { sessionId: '', request: { method: 'GET', path } };
}

async function hold(page: Page): Promise<void> {
  const cards = await call(page, 'console.send', send('bench/credentials'), (told) => {
    if (!told.ok) throw new Error(JSON.stringify(told.error));
    const { rows } = told.value as { rows: readonly { what: string }[] };
    return rows.filter(({ what }) => what === 'credential').length;
  });
  if (cards !== CREDENTIALS) throw new Error(`${String(cards)} credentials are held`);
}

async function takeLargeAnswer(page: Page): Promise<void> {
  const { answerId, rows } = await call(page, 'console.send', send('bench/large'), (told) => {
    if (!told.ok) throw new Error(JSON.stringify(told.error));
    const view = told.value as { answerId: string; rows: readonly { pointer: string; what: string }[] };
    return { answerId: view.answerId, rows: view.rows.slice(0, 100) };
  });
  const credential = rows.find(({ what }) => what === 'credential');
  if (credential?.pointer !== '/data/held')
    throw new Error(`the credential held was not found: ${JSON.stringify(rows)}`);
  const revealed = await call(
    page,
    'answer.reveal',
    { answerId, pointer: '/data/middle' },
    (told) => told.value,
  );
  if ((revealed as { rawJson?: string } | undefined)?.rawJson !== '"in the middle"')
    throw new Error(`the middle is ${JSON.stringify(revealed)}`);
}

async function takeDocument(page: Page): Promise<void> {
  const first = await call(page, 'console.catalogue', { sessionId: '' }, (told) => {
    if (!told.ok) throw new Error(JSON.stringify(told.error));
    return (told.value as { paths: readonly { path: string }[] }).paths[0]?.path;
  });
  if (first !== 'bench/000000/{name}') throw new Error(`the first path is ${String(first)}`);
  const facts = await call(
    page,
    'console.path',
    { sessionId: '', path: 'bench/123456/x' },
    (told) => told.value,
  );
  const { path } = facts as { path: string };
  if (path !== 'bench/123456/{name}') throw new Error(`the path is ${path}`);
}

async function takeError(page: Page): Promise<void> {
  const length = await call(page, 'console.send', send('bench/error'), (told) =>
    told.ok ? -1 : JSON.stringify(told.error).length,
  );
  if (length < 0 || length > 20_000) throw new Error(`the error has ${String(length)} characters`);
}

const token = (number: number): string => `hvs.CAESI${String(number).padStart(90, 'A')}`;

function largeAnswer(): string {
  const parts = [`{"data":{"held":"${token(7)}"`];
  let length = 0;
  for (let key = 0; length < ANSWER_BYTES; key++) {
    if (
      length > ANSWER_BYTES / 2 &&
      parts.at(-1) !== ',"middle":"in the middle"' &&
      !parts.includes(',"middle":"in the middle"')
    )
      parts.push(',"middle":"in the middle"');
    const member = `,"key-${String(key)}":"${'some ordinary text '.repeat(10)}"`;
    parts.push(member);
    length += member.length;
  }
  return `${parts.join('')}}}`;
}

function document(): string {
  const get = { summary: 'Reads one.', responses: { 200: { description: 'OK' } } };
  const paths = Array.from({ length: PATHS }, (_, index) => [
    `/bench/${String(index).padStart(6, '0')}/{name}`,
    { description: 'One of many.', get },
  ]);
  const text = JSON.stringify({ openapi: '3.0.2', paths: Object.fromEntries(paths) as unknown });
  if (text.length > 32 * 1024 * 1024) throw new Error('the document is larger than a client takes');
  return text;
}

/** Implements the part of Vault that a login needs, with hostile content. */
async function startHostileServer(): Promise<{
  address: string;
  rootToken: string;
  stop: () => Promise<void>;
}> {
  const credentials = Array.from({ length: CREDENTIALS }, (_, number) => [
    `k${String(number)}`,
    { client_token: token(number) },
  ]);
  const mounts = { secret: { 'bench/': { type: 'kv', options: null } }, auth: {} };
  const self = {
    id: token(9999),
    accessor: 'a',
    policies: ['root'],
    ttl: 0,
    num_uses: 0,
    path: 'auth/token/root',
    type: 'service',
    display_name: 'root',
    creation_ttl: 0,
    orphan: true,
    renewable: false,
  };
  const answers = new Map<string, string>([
    [
      '/v1/sys/health',
      JSON.stringify({
        initialized: true,
        sealed: false,
        standby: false,
        version: '1.21.2',
        enterprise: false,
      }),
    ],
    ['/v1/auth/token/lookup-self', JSON.stringify({ data: self })],
    ['/v1/sys/internal/ui/mounts', JSON.stringify({ data: mounts })],
    ['/v1/bench/credentials', JSON.stringify({ data: Object.fromEntries(credentials) as unknown })],
    ['/v1/bench/large', largeAnswer()],
    ['/v1/sys/internal/specs/openapi', document()],
  ]);
  const bodies = new Map([...answers].map(([path, text]) => [path, Buffer.from(text)]));
  const error = JSON.stringify({ errors: ['eyJ'.repeat(15_000), '\\'.repeat(45_000)] });
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const body = bodies.get(path);
    const status = body !== undefined ? 200 : path === '/v1/bench/error' ? 500 : 404;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body ?? (status === 500 ? error : '{"errors":[]}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    address: `http://127.0.0.1:${String(address.port)}`,
    rootToken: token(9999),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
