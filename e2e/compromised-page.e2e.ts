/**
 * The page is under an attacker's control, beside a working user and key ceremonies on other servers. The page makes
 * any call, at any rate, with every id it has seen, and spends the user's key presses and clicks at will. The user
 * agrees only to the call that they have just asked for. The page must not read a credential, reach an unconfirmed
 * host, open a program, touch a file, or destroy anything.
 *
 * `npm test` tries some; STRONGROOM_SEQUENCES=2000 all of them, STRONGROOM_SEED repeats one order of them.
 */
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import type { LaunchedApp } from './steps/app.ts';
import { takeOver } from './attacks/broken-page.ts';
import { sequencesOf } from './attacks/broken-sequences.ts';
import { startServersBeside } from './attacks/ceremonies-beside.ts';
import type { ServersBeside } from './attacks/ceremonies-beside.ts';
import { launchConnected } from './steps/connected.ts';
import { personAt } from './attacks/person-at-work.ts';
import type { PersonTask } from './attacks/person-at-work.ts';
import {
  ask,
  newKvMount,
  newPolicy,
  newToken,
  startDevVault,
  startRecordingProxy,
  uniqueName,
  writeEntry,
} from './servers/index.ts';
import type { RecordingProxy, VaultServer } from './servers/index.ts';
import { worthComparing } from './servers/server-state.ts';
import { sampled } from './traces/sampled.ts';

const sequences = Number(process.env['STRONGROOM_SEQUENCES'] ?? 80);
const seed = Number(process.env['STRONGROOM_SEED'] ?? Date.now() % 0x7f_ff_ff_ff);
/** Time for the page's calls before the user goes on, in milliseconds. */
const PATIENCE_MS = 700;

const canaries = {
  token: uniqueName('canary-token'),
  password: uniqueName('canary-password'),
  header: uniqueName('canary-header'),
  bystander: uniqueName('canary-bystander'),
  file: uniqueName('canary-file'),
  /** A value that a page is allowed to reveal: the search must find it. */
  shown: uniqueName('value-shown'),
};

const { shown: _shown, ...secretTexts } = canaries;
const secrets = Object.values(secretTexts);

let server: VaultServer;
let proxy: RecordingProxy;
let beside: ServersBeside;
let tripwire: Server;
let launched: LaunchedApp;
let folder = '';
const heardOutside: string[] = [];

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-broken-page-'));
  await writeFile(join(folder, 'canary.txt'), canaries.file);
  [server, beside] = await Promise.all([startDevVault(), startServersBeside()]);
  proxy = await startRecordingProxy(server);
  tripwire = createServer((request, response) => {
    heardOutside.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.end('{}');
  });
  tripwire.listen(0, '127.0.0.1');
  await once(tripwire, 'listening');
  await newToken(server, { id: canaries.token, policies: ['root'] });
  await newToken(server, { id: canaries.bystander, policies: ['default'], ttl: '2h' });
  launched = await launchConnected(
    { address: proxy.address, token: canaries.token },
    { env: { STRONGROOM_QUIET_MS: '' }, userDataDir: join(folder, 'data') },
  );
});
test.afterAll(async () => {
  await launched.close();
  tripwire.closeAllConnections();
  tripwire.close();
  await beside.stop();
  await proxy.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Records actions of the system for the app; the user closes dialogs that they did not ask for. */
function watchSystem(): Promise<void> {
  return launched.app.evaluate(({ shell, dialog }) => {
    const opened: string[] = [];
    Reflect.set(globalThis, 'openedOutside', opened);
    shell.openExternal = (url: string) => Promise.resolve(void opened.push(url));
    shell.openPath = (path: string) => Promise.resolve(String(opened.push(path)));
    dialog.showOpenDialog = () => Promise.resolve({ canceled: true, filePaths: [] });
    dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' });
  });
}

/** Occasional intentions of the user. */
function tasksOf(): readonly PersonTask[] {
  const here = new URL(proxy.address).host;
  const target = {
    address: proxy.address,
    namespace: '',
    timeoutMs: 30_000,
    proxy: 'direct',
    tls: { useSystemStore: true, skipVerify: false },
  };
  return [
    {
      call: ['secret.enter', { sessionId: '@sessionId', kind: 'password' }],
      expects: (text) => text.includes('Enter a password') && text.includes(here),
      answer: async (prompt) => {
        await prompt.getByRole('textbox').first().fill(canaries.password);
        await prompt.keyboard.press('Enter');
      },
    },
    {
      call: ['connection.enterHeader', { name: 'X-Canary', address: proxy.address }],
      expects: (text) => text.includes('X-Canary') && text.includes(here),
      answer: async (prompt) => {
        await prompt.getByRole('textbox').first().fill(canaries.header);
        await prompt.keyboard.press('Enter');
      },
    },
    {
      call: ['session.open', { target, name: 'again', colour: 'red' }],
      expects: (text) =>
        asksForToken(text) &&
        text.includes('Log in') &&
        text.includes(here) &&
        !/\d+ (?:headers?|proxy)/.test(text),
      answer: (prompt) => typeToken(prompt),
    },
  ];
}

/** A page can ask for another login method at the same moment. */
const asksForToken = (text: string): boolean => /^Token$/m.test(text);

async function typeToken(prompt: Parameters<PersonTask['answer']>[0]): Promise<void> {
  const timeout = 5_000;
  await prompt.getByLabel('Token', { exact: true }).fill(canaries.token, { timeout });
  await prompt.getByRole('button', { name: 'Log in' }).click({ timeout });
}

test(`a page in other hands gets nothing in ${String(sequences)} sequences beside a person at work @sequences`, async ({}, info) => {
  test.setTimeout(120_000 + sequences * 3_000);
  info.annotations.push({ type: 'seed', description: String(seed) });
  const mounts = [(await newKvMount(server, 2)).path];
  const legacy = await newKvMount(server, 1);
  await writeEntry(server, { path: mounts[0] ?? '', version: 2 }, 'entry', { key: canaries.shown });
  await writeEntry(server, legacy, 'entry', { key: 'kept' });
  const policy = await newPolicy(server, 'path "kept" { capabilities = ["read"] }');
  await enableRole();
  await watchSystem();
  const before = await worthComparing(server);
  const page = takeOver(launched.window);
  const person = personAt(launched);
  const [enterPassword, enterHeader, logIn] = tasksOf();
  const tasks = [enterPassword, enterHeader, logIn];
  const around = {
    address: proxy.address,
    others: beside.addresses,
    outside: outside(),
    mounts,
    legacy: legacy.path,
    policy,
    bystander: canaries.bystander,
  };
  const why = (at: number): string => `sequence ${String(at)} of the seed ${String(seed)}`;
  process.stdout.write(`seed ${String(seed)}\n`);
  let calls = 0;
  let texts = '';

  /** Makes calls of the page while the user handles the resulting prompts. */
  async function live(
    made: readonly (readonly [string, unknown])[],
    pick: number,
    task?: PersonTask,
  ): Promise<string> {
    const asked = made.map(([name, input]) => [name, page.filled(input, pick)] as const);
    await page.begin(asked);
    const until = performance.now() + PATIENCE_MS;
    let wanted = task;
    while (performance.now() < until && ((await page.pending()) > 0 || person.isAsked())) {
      if (!person.isAsked()) continue;
      await person.attend(wanted);
      wanted = undefined;
    }
    return page.heard();
  }

  /** Makes a call and waits for its result, without a time limit. */
  async function answered(call: readonly [string, unknown]): Promise<string> {
    const heard = await live([call], 0);
    await expect.poll(page.pending).toBe(0);
    return heard + (await page.heard());
  }

  /** Logs in again if needed, as a user would. */
  async function atWork(): Promise<string> {
    await person.attend(undefined);
    const listed = await live([['session.list', {}]], 0);
    const sessionIds = [...listed.matchAll(/\\?"sessionId\\?":\\?"([^"\\]+)/g)].map(([, id = '']) => id);
    const state = await live([['lock.state', {}]], 0);
    const locked = /"locked\\?":true/.test(state) || /"locked\\?":true/.test(listed);
    if (sessionIds.length > 0 && !locked) return listed + state;
    await person.press(1);
    const task =
      sessionIds.length > 0
        ? {
            call: ['session.reauthenticate', { sessionId: sessionIds[0] ?? '' }] as const,
            expects: (text: string) =>
              asksForToken(text) && /log in|unlock/i.test(text) && text.includes(new URL(proxy.address).host),
            answer: typeToken,
          }
        : logIn;
    return listed + state + (task === undefined ? '' : await live([task.call], 0, task));
  }

  // Proves that each search finds its text.
  await atWork();
  const ofCeremonies = await beside.begin(page, person);
  await answered(['entry.open', { sessionId: '@sessionId', mount: mounts[0], path: 'entry' }]);
  expect(await answered(['entry.reveal', { entryId: '@entryId', key: 'key' }])).toContain(canaries.shown);
  await fetch(`${outside()}/heard`);
  expect(heardOutside.splice(0)).toEqual(['GET /heard']);

  for (const [at, sequence] of fc.sample(sequencesOf(around), { numRuns: sequences, seed }).entries()) {
    texts = await atWork();
    const { calls: made, picks, hands, isHonest } = sequence;
    const task = sequence.task === null ? undefined : tasks[sequence.task];
    if (task !== undefined) await person.press(0);
    for (const kind of hands) await person.press(kind);
    const all = task !== undefined && isHonest ? [task.call, ...made] : made;
    texts += await live(all, picks, task);
    await person.attend(undefined);
    texts += await page.heard();
    calls += all.length;
    const leaked = [...secrets, ...ofCeremonies, ...minted()].filter((canary) => texts.includes(canary));
    expect(leaked, `credentials in the page: ${why(at)}`).toEqual([]);
    expect(texts, why(at)).not.toContain('Error invoking remote method');
    expect(heardOutside, `a host that nobody confirmed: ${why(at)}`).toEqual([]);
    if (at % 25 === 24 || at === sequences - 1) {
      await expectNothingLost(before, why(at));
      await beside.expectUntouched(why(at));
    }
  }
  info.annotations.push({ type: 'counts', description: JSON.stringify({ calls, ...person.counts }) });
  process.stdout.write(`${String(sequences)} sequences: ${JSON.stringify({ calls, ...person.counts })}\n`);
  sampled({ tag: 'sequences', what: 'sequences', ran: sequences, of: 2000, seed });
  expect(person.counts.agreed).toBeGreaterThan(0);
  expect(person.counts.closed).toBeGreaterThan(0);
});

async function enableRole(): Promise<void> {
  await ask(server, 'POST', 'sys/auth/approle', { type: 'approle' });
  await ask(server, 'POST', 'auth/approle/role/canary', { token_policies: ['default'] });
}

/** Address of a listening host that the user has not confirmed. */
function outside(): string {
  return `http://127.0.0.1:${String((tripwire.address() as AddressInfo).port)}`;
}

/** Credentials that the server has created for the app so far, for any call of the page. */
function minted(): readonly string[] {
  const names = /"(?:client_token|secret_id|token|root_token|encoded_token|otp)":"([^"]{12,})"/g;
  return proxy.requests.flatMap(({ answer = '' }) =>
    [...answer.matchAll(names)].map(([, made = '']) => made),
  );
}

/** Expects all earlier data unchanged, no program opened, and no file written outside. */
async function expectNothingLost(
  before: Awaited<ReturnType<typeof worthComparing>>,
  why: string,
): Promise<void> {
  const now = await worthComparing(server);
  expect(now.sealed, why).toBe(before.sealed);
  expect(now.mounts, why).toEqual(expect.arrayContaining([...before.mounts]));
  expect(now.authMethods, why).toEqual(expect.arrayContaining([...before.authMethods]));
  expect(now.policies, why).toMatchObject(before.policies);
  expect(now.entries, why).toMatchObject(before.entries);
  for (const token of [canaries.token, canaries.bystander])
    expect((await ask({ ...server, rootToken: token }, 'GET', 'auth/token/lookup-self')).status, why).toBe(
      200,
    );
  expect(await launched.app.evaluate(() => Reflect.get(globalThis, 'openedOutside') as unknown), why).toEqual(
    [],
  );
  expect((await readdir(folder)).sort(), why).toEqual(['canary.txt', 'data']);
}
