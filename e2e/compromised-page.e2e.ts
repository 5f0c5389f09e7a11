/**
 * The page is in somebody else's hands, and a person works beside it, key ceremonies on other servers under way. The page calls whatever it likes, at once and as often
 * as it likes, with every id it has seen, and spends the key presses and clicks of the person on what it likes. The person
 * agrees to nothing but what they have just asked for. Whatever the page tries, it reads no credential, reaches nobody,
 * opens nothing, touches no file, and destroys nothing.
 *
 * `npm test` tries some; STRONGROOM_SEQUENCES=2000 all of them, STRONGROOM_SEED one order of them again.
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
/** How long the page is given to be answered before the person goes on, in milliseconds. */
const PATIENCE_MS = 700;

const canaries = {
  token: uniqueName('canary-token'),
  password: uniqueName('canary-password'),
  header: uniqueName('canary-header'),
  bystander: uniqueName('canary-bystander'),
  file: uniqueName('canary-file'),
  /** A value, which a page may reveal: the search must find it. */
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

/** What the system would do at the app's request; a person closes the dialogs that they did not ask for. */
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

/** What a person wants now and then. */
function tasksOf(): readonly PersonTask[] {
  const here = new URL(proxy.address).host;
  const target = {
    ...{ address: proxy.address, namespace: '', timeoutMs: 30_000, proxy: 'direct' },
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

/** A page may ask for another way to log in at the same moment. */
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
    ...{ address: proxy.address, others: beside.addresses, outside: outside(), mounts },
    ...{ legacy: legacy.path, policy, bystander: canaries.bystander },
  };
  const why = (at: number): string => `sequence ${String(at)} of the seed ${String(seed)}`;
  process.stdout.write(`seed ${String(seed)}\n`);
  let calls = 0;
  let texts = '';

  /** Calls of the page, and what the person does about the prompts that come of them. */
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

  /** A call whose answer is waited for, however long it takes. */
  async function answered(call: readonly [string, unknown]): Promise<string> {
    const heard = await live([call], 0);
    await expect.poll(page.pending).toBe(0);
    return heard + (await page.heard());
  }

  /** Somebody is logged in again, as a person would see to. */
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

  // What is looked for is found where it is.
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

/** Where a host listens that nobody has confirmed. */
function outside(): string {
  return `http://127.0.0.1:${String((tripwire.address() as AddressInfo).port)}`;
}

/** Credentials that the server has made for the app so far, whatever the page has asked for. */
function minted(): readonly string[] {
  const names = /"(?:client_token|secret_id|token|root_token|encoded_token|otp)":"([^"]{12,})"/g;
  return proxy.requests.flatMap(({ answer = '' }) =>
    [...answer.matchAll(names)].map(([, made = '']) => made),
  );
}

/** Whatever was there before is there, as it was; nothing was opened, and no file appeared outside. */
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
