/**
 * A hundred thousand calls that no page of ours makes, at the handlers that Electron calls: from frames that may not
 * call and from the one that may, malformed, well formed about missing, locked or closed objects, and well formed
 * without a user. Each is answered, and none has an effect: only reads of a server with an open session are sent.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  newKvMount,
  startDevVault,
  startRecordingProxy,
  until,
  writeEntry,
} from '../../../e2e/servers/index.ts';
import type { RecordingProxy } from '../../../e2e/servers/index.ts';
import { worthComparing } from '../../../e2e/servers/server-state.ts';
import { sampled } from '../../../e2e/traces/sampled.ts';
import type { Result } from '../../../shared/ipc/result.ts';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { callChannel, cancelChannel } from '../channels.ts';
import type { AllowedPage, SenderFrame } from '../guard.ts';
import { registerCalls } from '../register.ts';
import { inputsOf, noInputs, spoilt } from './any-input.fixture.ts';
import type { Pool } from './any-input.fixture.ts';
import { goodInputs } from './good-inputs.fixture.ts';
import { allCalls } from './index.ts';
import { useTestApps } from './test-apps.fixture.ts';
import type { TestApp, TestAppOptions } from './services.fixture.ts';
import type { Row } from '../call.ts';

const { newApp, stopping } = useTestApps();

/** STRONGROOM_SEED makes the same calls again; it stands in every message. */
const seed = Number(process.env['STRONGROOM_SEED'] ?? Date.now() % 0x7f_ff_ff_ff);
const why = `with the seed ${String(seed)}`;

/** Calls that meet an open session in a whole run: more than all others together. */
const OPEN_IN_ALL = 100_000;
/** Number of calls of each kind. Those that meet an open session reach its server, and are a sample in `npm test`. */
const COUNTS = {
  wrongFrame: 45_000,
  nothingOpen: 25_000,
  locked: 15_000,
  closed: 13_000,
  open: process.env['STRONGROOM_FUZZED'] === 'all' ? OPEN_IN_ALL : 2_000,
} as const;
/** Limit of main's heap growth by calls of a kind, in bytes, including the test's own log lines. */
const MOST_HEAP = 96 * 1024 * 1024;

type Handler = (
  event: { sender: object; senderFrame: object | null },
  ...args: readonly unknown[]
) => Promise<unknown>;

const mainFrame: SenderFrame = {
  url: 'app://strongroom/',
  origin: 'app://strongroom',
  frameTreeNodeId: 1,
  frameToken: 'now',
  parent: null,
  isDestroyed: () => false,
};
const page: AllowedPage = {
  contents: () => ({ id: 1, mainFrame, isDestroyed: () => false }),
  host: 'strongroom',
};
const right = { sender: { id: 1 }, senderFrame: mainFrame };

/** Every other sender to a handler. */
const wrongSenders: readonly (typeof right | { sender: object; senderFrame: null })[] = [
  { sender: { id: 2 }, senderFrame: mainFrame },
  { sender: { id: 1 }, senderFrame: null },
  ...[
    { parent: mainFrame, frameTreeNodeId: 7 },
    { frameTreeNodeId: 7 },
    { frameToken: 'before' },
    { isDestroyed: () => true },
    { origin: 'app://trusted', url: 'app://trusted/' },
    { origin: 'app://strongroom.evil', url: 'app://strongroom.evil/' },
    { origin: 'app://strongroom', url: 'app://strongroom@evil/' },
    { origin: 'null', url: 'about:blank' },
    { origin: 'https://strongroom', url: 'https://strongroom/' },
    { origin: 'file://', url: 'file:///app://strongroom/' },
  ].map((change) => ({ sender: { id: 1 }, senderFrame: { ...mainFrame, ...change } })),
];

const refusal = JSON.stringify({
  ok: false,
  error: { kind: 'internal', message: 'This page may not ask Strongroom for anything.' },
});

/** An app behind the registrar that Electron uses. */
function registered(options: TestAppOptions) {
  const app = newApp(options);
  const handlers = new Map<string, Handler>();
  const listeners = new Map<string, (...args: readonly unknown[]) => void>();
  const ipc = {
    handle: (channel: string, handler: Handler) => void handlers.set(channel, handler),
    on: (channel: string, listener: (...args: readonly unknown[]) => void) =>
      void listeners.set(channel, listener),
  };
  registerCalls(ipc as unknown as Parameters<typeof registerCalls>[0], app.runner, page, () => undefined);
  return { app, handlers, listeners };
}

let callIds = 1_000_000;

/** One call of any row: its input, its call id, and further arguments. */
function callsOf(
  pool: Pool,
  carried: boolean,
  rows: readonly Row[] = allCalls,
): fc.Arbitrary<{ row: Row; args: readonly unknown[] }> {
  const bad = noInputs(carried);
  const callId = fc.oneof({ arbitrary: fc.constant('new'), weight: 20 }, { arbitrary: bad, weight: 1 });
  const more = fc.oneof(
    { arbitrary: fc.constant([]), weight: 9 },
    { arbitrary: fc.array(bad, { maxLength: 2 }), weight: 1 },
  );
  const arity = fc.oneof({ arbitrary: fc.constant(9), weight: 20 }, { arbitrary: fc.nat(1), weight: 1 });
  const ofRow = (row: Row): fc.Arbitrary<{ row: Row; args: readonly unknown[] }> => {
    const good = inputsOf(row.schema, pool);
    const input = fc.oneof(
      { arbitrary: good, weight: 4 },
      { arbitrary: spoilt(good, carried), weight: 1 },
      { arbitrary: spoilt(fc.constant(goodInputs[row.name]), carried), weight: 1 },
      { arbitrary: bad, weight: 1 },
    );
    return fc.tuple(input, callId, more, arity).map(([given, id, rest, most]) => ({
      row,
      args: [given, id === 'new' ? callIds++ : id, ...rest].slice(0, most),
    }));
  };
  return fc.oneof(...rows.map(ofRow));
}

/** Input as it would arrive from another process. */
function arrived(args: readonly unknown[]): readonly unknown[] {
  return structuredClone(args);
}

/** True for a Result that can cross, which every handler owes. */
function isResult(answer: unknown): answer is Result<unknown> {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer)) return false;
  structuredClone(answer);
  if (answer.ok === true) return true;
  const { error } = answer as { error?: { kind?: unknown; message?: unknown } };
  return typeof error?.kind === 'string' && typeof error.message === 'string';
}

/** Reports the failure and the seed that repeats it; drawn values can be too deep to be written out. */
function reporter({ failed, errorInstance }: Pick<fc.RunDetails<unknown>, 'failed' | 'errorInstance'>): void {
  if (failed) throw new Error(why, { cause: errorInstance });
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
function heapNow(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** Every file below a folder with its size, except the saved connections: an unconfirmed one is worth nothing. */
function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name !== 'profiles.json')
    .sort()
    .map((name) => `${name} ${String(statSync(join(folder, name)).size)}`);
}

/** Makes `count` calls from the right frame, several at once; returns the number passed. */
async function fuzz(
  { app, handlers, listeners }: ReturnType<typeof registered>,
  count: number,
  pool: Pool,
  { from = seed, rows = allCalls }: { readonly from?: number; readonly rows?: readonly Row[] } = {},
): Promise<number> {
  const atOnce = 20;
  let answered = 0;
  const before = heapNow();
  await fc.assert(
    fc.asyncProperty(
      fc.array(callsOf(pool, true, rows), { minLength: atOnce, maxLength: atOnce }),
      async (calls) => {
        const results = calls.map(({ row, args }) => ({
          name: row.name,
          callId: args[1],
          result: handlers.get(callChannel)?.(right, row.name, ...arrived(args)),
        }));
        const watches = results.filter(({ name }) => name === 'cluster.watch');
        for (const one of results) if (!watches.includes(one)) await one.result;
        // A watch is answered only when it is ended.
        for (const { callId } of watches) listeners.get(cancelChannel)?.(right, callId);
        for (const { name, result: answer } of results) {
          const result = await answer;
          if (!isResult(result)) throw new Error(`${name} answered ${JSON.stringify(result)}`);
          if (result.ok) answered++;
          else if (result.error.kind === 'internal')
            throw new Error(`${name} failed inside: ${result.error.message}`);
        }
      },
    ),
    { numRuns: count / atOnce, seed: from, endOnFailure: true, reporter },
  );
  expect(app.asked.every(({ kind }) => kind !== 'show-secret')).toBe(true);
  // Calls under way are held until their server has answered.
  await until(() => Promise.resolve(heapNow() - before < MOST_HEAP));
  return answered;
}

/** Signs of an effect outside of the app. */
function effects(app: TestApp, proxies: readonly RecordingProxy[], outside: string) {
  return {
    sent: proxies.map(({ requests }) => requests.length),
    questions: proxies.map(({ questions }) => questions.length),
    clipboard: app.clipboard.text,
    browsed: [...app.browsed],
    notices: app.notices.length,
    dialogs: app.files.length,
    outside: readFileSync(outside, 'utf8'),
    files: filesOf(app.dataFolder),
  };
}

async function scene(open: boolean, options: TestAppOptions = {}) {
  const server = stopping(await startDevVault());
  const proxy = stopping(await startRecordingProxy(server));
  const stranger = stopping(await startRecordingProxy(server));
  const kv = await newKvMount(server, 2);
  await writeEntry(server, kv, 'entry', { key: 'value' });
  const registeredApp = registered({ gestures: 0, quietMs: 0, ...options });
  const { app } = registeredApp;
  const outside = join(app.dataFolder, 'outside.txt');
  writeFileSync(outside, 'not the app’s own');
  app.files.push(outside, outside, outside);
  const addresses = { address: [proxy.address, stranger.address], origin: [stranger.address] };
  const paths = { mount: [kv.path], path: ['entry', 'sys/seal', `${kv.path}data/entry`], fileId: [outside] };
  const nothing: Pool = { ...addresses, ...paths };
  if (!open) return { ...registeredApp, server, proxy, stranger, outside, pool: nothing, sessionId: '' };
  const sessionId = await app.login(proxy.address, server.rootToken);
  const { entryId } = await app.must('entry.open', { sessionId, mount: kv.path as MountPath, path: 'entry' });
  const [session] = await app.must('session.list', {});
  const pool: Pool = {
    ...addresses,
    ...paths,
    sessionId: [sessionId],
    entryId: [entryId],
    leftEntryId: [entryId],
    rightEntryId: [entryId],
    secretRef: [session?.token.id.secretRef ?? ''],
    key: ['key'],
    accessor: [session?.token.accessor ?? ''],
  };
  app.asked.length = 0;
  return { ...registeredApp, server, proxy, stranger, outside, pool, sessionId };
}

it(`${String(COUNTS.wrongFrame)} calls from frames that may not call are refused before anything is looked at @wrong-frames`, async () => {
  // A hidden window stops background looks, which would be counted.
  const seen = { isSeen: () => false, follow: () => () => undefined };
  const { app, handlers, listeners, proxy, stranger, outside, pool } = await scene(true, { seen });
  const before = effects(app, [proxy, stranger], outside);
  const heap = heapNow();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...wrongSenders),
      callsOf(pool, false),
      async (sender, { row, args }) => {
        listeners.get(cancelChannel)?.(sender, ...args);
        const result = await handlers.get(callChannel)?.(sender, row.name, ...args);
        if (JSON.stringify(result) !== refusal)
          throw new Error(`${row.name} answered ${JSON.stringify(result)}`);
      },
    ),
    { numRuns: COUNTS.wrongFrame, seed, endOnFailure: true, reporter },
  );
  expect(effects(app, [proxy, stranger], outside), why).toEqual(before);
  expect(app.asked).toEqual([]);
  expect(heapNow() - heap).toBeLessThan(MOST_HEAP);
});

it(`${String(COUNTS.nothingOpen)} calls while nothing is open reach no server, no file, no dialog and no clipboard @nothing-open`, async () => {
  const here = await scene(false, { contact: 'ask' });
  const before = effects(here.app, [here.proxy, here.stranger], here.outside);
  expect(await fuzz(here, COUNTS.nothingOpen, here.pool)).toBeGreaterThan(100);
  expect(effects(here.app, [here.proxy, here.stranger], here.outside), why).toEqual(before);
});

it(`${String(COUNTS.locked)} calls while the app is locked reach no server, no file, no dialog and no clipboard @locked`, async () => {
  const here = await scene(true);
  // Closing its session, which is possible while locked, does not give up a one-time result.
  here.app.press(1);
  await here.app.must('wrapping.wrap', {
    sessionId: here.sessionId,
    ttl: '5m',
    jwt: false,
    what: { kind: 'data', json: '{"a":1}' },
  });
  await here.app.must('lock.now', {});
  here.proxy.clear();
  const before = effects(here.app, [here.proxy, here.stranger], here.outside);
  await fuzz(here, COUNTS.locked, here.pool);
  expect((await here.app.must('lock.state', {})).locked, why).toBe(true);
  // Unlocking is a login: before it, the session's own server is looked at and asked for its login page, without a
  // token.
  const asAnybody = /^(?:GET \/v1\/sys\/|POST \/v1\/auth\/[^?]*\/oidc\/auth_url$)/;
  for (const { method, url, headers } of here.proxy.requests)
    expect([`${method} ${url}`, headers['x-vault-token']], why).toEqual([
      expect.stringMatching(asAnybody),
      undefined,
    ]);
  here.proxy.clear();
  expect(effects(here.app, [here.proxy, here.stranger], here.outside), why).toEqual(before);
});

it(`${String(COUNTS.closed)} calls about a session that was closed send nothing to its server @closed-session`, async () => {
  const here = await scene(true);
  here.app.press(1);
  await here.app.must('session.close', { sessionId: here.sessionId });
  const sent = here.proxy.requests.length;
  await fuzz(here, COUNTS.closed, { ...here.pool, address: [here.stranger.address] });
  expect(here.proxy.requests, why).toHaveLength(sent);
});

/** Number of calls checked together: the test itself keeps their requests. */
const A_ROUND = 2_000;
/** Any page can lock: behind the lock no call would meet the session. */
const staying = allCalls.filter(({ name }) => name !== 'lock.now');

it(
  `${String(COUNTS.open)} calls about an open session, without a person, change nothing @open-session`,
  { timeout: 120_000 + COUNTS.open * 100 },
  async () => {
    const here = await scene(true);
    const { app, proxy, stranger, outside, server } = here;
    const state = await worthComparing(server);
    const { clipboard, browsed, dialogs, outside: text } = effects(app, [proxy, stranger], outside);
    proxy.clear();
    for (let made = 0; made < COUNTS.open; made += A_ROUND) {
      proxy.clear();
      await fuzz(here, A_ROUND, here.pool, { from: seed + made, rows: staying });
      expect(writes(proxy), why).toEqual([]);
      expect((await app.must('lock.state', {})).locked, why).toBe(false);
      const sessions = await app.must('session.list', {});
      expect(
        sessions.map(({ sessionId }) => sessionId),
        why,
      ).toContain(here.sessionId);
    }
    const what = 'calls that meet an open session';
    sampled({ tag: 'open-session', what, ran: COUNTS.open, of: OPEN_IN_ALL, seed });
    expect(await worthComparing(server), why).toEqual(state);
    expect(effects(app, [proxy, stranger], outside), why).toMatchObject({
      clipboard,
      browsed,
      dialogs,
      outside: text,
    });
  },
);

/** Requests that are neither reads nor known to change nothing. */
function writes({ requests }: RecordingProxy): readonly string[] {
  const looks =
    /^\/v1\/(?:sys\/capabilities|auth\/token\/lookup|sys\/wrapping\/lookup|identity\/lookup\/|sys\/leases\/lookup|sys\/control-group\/request$)/;
  // A login asks the server for its login page, without a token.
  const loginPage = /^\/v1\/auth\/[^?]*\/oidc\/auth_url$/;
  return requests
    .filter(({ method, url }) => method !== 'GET' && !looks.test(url))
    .filter(({ url, headers }) => headers['x-vault-token'] !== undefined || !loginPage.test(url))
    .map(({ method, url }) => `${method} ${url}`);
}
