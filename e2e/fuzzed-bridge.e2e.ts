/**
 * Malformed messages through the real bridge, from the page, from another window with the same preload and from the
 * prompt’s page: none causes an exception or has an effect, and the app goes on. fuzzed.integration.test.ts sends
 * most of them to the handlers themselves.
 */
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { inputsOf } from '../electron/ipc/calls/any-input.fixture.ts';
import { goodInputs } from '../electron/ipc/calls/good-inputs.fixture.ts';
import { allCalls } from '../electron/ipc/calls/index.ts';
import type { LaunchedApp } from './steps/app.ts';
import { callInPage, newCallId } from './steps/bridge-calls.ts';
import { launchConnected } from './steps/connected.ts';
import { newToken, sharedServers, startRecordingProxy } from './servers/index.ts';
import type { RecordingProxy } from './servers/index.ts';

const seed = Number(process.env['STRONGROOM_SEED'] ?? Date.now() % 0x7f_ff_ff_ff);
const { dev } = sharedServers();
let proxy: RecordingProxy;
let launched: LaunchedApp;

test.beforeAll(async () => {
  proxy = await startRecordingProxy(dev);
  const { token } = await newToken(dev, { policies: ['default'] });
  launched = await launchConnected({ address: proxy.address, token });
  // A hidden window does no background polling, which would be counted.
  await launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
});
test.afterAll(async () => {
  await launched.close();
  await proxy.stop();
});

/** Number of calls with invalid input from script in the page, by outcome. */
type Outcomes = Readonly<Record<string, number>>;

/** Makes every call with each invalid input that script can create. Runs in a page with the bridge. */
async function fuzzHere([names, willing, firstId]: readonly [
  readonly string[],
  readonly string[],
  number,
]): Promise<Outcomes> {
  const cycle: Record<string, unknown> = { sessionId: 's' };
  cycle['self'] = cycle;
  let deep: unknown = 1;
  for (let level = 0; level < 500; level++) deep = level % 2 === 0 ? [deep] : { deep };
  const getter = Object.defineProperty({}, 'sessionId', {
    enumerable: true,
    get: () => {
      throw new Error('a getter of the page');
    },
  });
  const inputs: readonly unknown[] = [
    ...[undefined, null, NaN, Infinity, 10n, '', 'x'.repeat(70_000), Symbol('s'), () => 1, [], [[]]],
    ...[new Map([['a', 1]]), new Set([1]), new Date(NaN), /x/u, new Error('x'), new ArrayBuffer(8)],
    ...[
      new Uint8Array(64),
      new DataView(new ArrayBuffer(8)),
      new Blob(['x']),
      new Array<unknown>(2_000),
      cycle,
      deep,
    ],
    ...[getter, new Proxy({}, { get: () => 1 }), Object.create({ sessionId: 's' }) as unknown, document.body],
    JSON.parse('{"__proto__":{"sessionId":"s"},"constructor":{}}') as unknown,
  ];
  const bridge = window.strongroom as unknown as {
    readonly call: (...args: unknown[]) => Promise<{ ok?: unknown; error?: { kind?: string } } | undefined>;
    readonly cancel: (...args: unknown[]) => void;
  };
  const counts: Record<string, number> = {};
  const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);
  let callId = firstId;
  const tried = async (args: unknown[]) => {
    try {
      const answer = await bridge.call(...args);
      count(answer?.ok === true ? 'ok' : (answer?.error?.kind ?? 'nothing'));
    } catch (error) {
      // Values that the bridge cannot carry never leave the page.
      count(/invoking remote method/.test(String(error)) ? 'thrown by main' : 'not carried');
    }
  };
  for (const name of names) {
    // To the page's bridge, any value without own members is `{}`, which these calls accept.
    const given = willing.includes(name) ? inputs.slice(0, 9) : inputs;
    await Promise.all(given.map((input) => tried([name, input, callId++])));
    for (const args of [[], [{}], [{}, '1'], [{}, callId, 1, 2], [{}, null], [{}, {}]])
      await tried([
        name,
        ...(args.length === 4 ? [{ extra: 1 }, callId++, 1, 2] : [{ extra: 1 }, ...args.slice(1)]),
      ]);
  }
  const { cancel } = bridge;
  for (const value of [undefined, null, -1, 1e9, 'x', {}, NaN]) cancel(value);
  return counts;
}

const callNames = allCalls.map(({ name }) => name);
/** Calls that accept an empty input. */
const willing = allCalls.filter((row) => row.parse({}).ok).map(({ name }) => name);

/** Attempts per call: the inputs above, and wrong numbers of arguments. */
const A_CALL = 27 + 6;

test('malformed messages over the real bridge are answered, and none has an effect @malformed-messages', async () => {
  test.setTimeout(180_000);
  const before = proxy.requests.length;
  const counts = await launched.window.evaluate(fuzzHere, [
    ...([callNames, willing] as const),
    newCallId() + 1_000_000,
  ] as const);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  expect(total).toBeGreaterThanOrEqual((callNames.length - willing.length) * (A_CALL - 1));
  // Refused by main, or by the page's own bridge; no other outcome.
  expect(
    Object.keys(counts)
      .sort()
      .filter((kind) => kind !== 'not carried'),
  ).toEqual(['invalid-input']);
  expect(proxy.requests.length).toBe(before);
  expect(await callInPage(launched.window, 'app.noop', {})).toEqual({ ok: true, value: {} });
});

test('well-formed messages over the real bridge from another window are answered by a refusal alone', async () => {
  const calls = fc
    .sample(
      fc.oneof(...allCalls.map((row) => inputsOf(row.schema, {}).map((input) => [row.name, input] as const))),
      {
        numRuns: 1_000,
        seed,
      },
    )
    .concat(callNames.map((name) => [name, goodInputs[name]] as const))
    .map(([name, input]) => [name, JSON.stringify(input)] as const);
  const before = proxy.requests.length;
  const answers = await launched.app.evaluate(async ({ app, BrowserWindow }, given) => {
    const foreign = new BrowserWindow({
      show: false,
      webPreferences: { preload: `${app.getAppPath()}/preload.cjs`, partition: 'strongroom', sandbox: true },
    });
    await foreign.loadURL('app://strongroom/');
    const script = `Promise.all(${JSON.stringify(given)}.map(([name, input], at) => {
      return strongroom.call(name, JSON.parse(input), 9000000 + at).then((answer) => JSON.stringify(answer), String);
    }))`;
    const said = (await foreign.webContents.executeJavaScript(script)) as string[];
    foreign.destroy();
    return [...new Set(said)];
  }, calls);
  expect(answers, `the seed ${String(seed)}`).toEqual([
    '{"ok":false,"error":{"kind":"internal","message":"This page may not ask Strongroom for anything."}}',
  ]);
  expect(proxy.requests.length).toBe(before);
});
