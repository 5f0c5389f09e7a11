/**
 * The promise of `canary.e2e.ts` for operators: shares entered in ceremonies and shown after them, a generated root
 * token, the temporary token of a policy test, the value of an extra header. None of them appears on the desktop, or
 * in a file if the page's process crashes midway.
 */
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { launchApp } from './steps/app.ts';
import { agreeTo, giveShare, openCeremony, saveAll } from './steps/ceremony-steps.ts';
import { openCluster, verdict } from './steps/cluster-screen.ts';
import { addressField, answerSaveDialogs, openTab, pressLogIn } from './steps/connect-form.ts';
import { goTo, tree } from './steps/connected.ts';
import { walkEveryScreen } from './steps/every-screen.ts';
import { filesHolding } from './traces/files-holding.ts';
import { findInMemory, processName } from './traces/process-memory.ts';
import { gone, rendererPid } from './steps/renderer-process.ts';
import {
  must,
  newPolicy,
  newToken,
  startRaftCluster,
  startRecordingProxy,
  uniqueName,
} from './servers/index.ts';
import type { RaftCluster, RecordingProxy } from './servers/index.ts';
import { childrenOf, plant, seenOnDesktop, tracesLeft, tracesOf, watchDesktop } from './traces/traces.ts';

let folder = '';
let cluster: RaftCluster;
let proxy: RecordingProxy;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strongroom-canary-'));
  cluster = await startRaftCluster({ nodes: 1, keys: { shares: 3, threshold: 2 } });
  proxy = await startRecordingProxy(cluster);
});
test.afterAll(async () => {
  await proxy.stop();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('what operators type, make and are shown is in no process but main, no file, title, notification or argument @operators', async () => {
  test.setTimeout(240_000);
  const secrets = new Map([
    ['the token of the session', uniqueName('canary-token')],
    ['the value of a header', `${uniqueName('canary-header')}/+&%=`],
    ['a value that nobody revealed', `${uniqueName('value-kept')}/+&%=`],
  ]);
  await newToken(cluster, { id: secrets.get('the token of the session') ?? '', policies: ['root'] });
  await must(cluster, 'POST', 'secret/data/kept', {
    data: { kept: secrets.get('a value that nobody revealed') },
  });
  const launched = await launchInside(folder);
  const planted = uniqueName('planted-text');
  try {
    await watchDesktop(launched);
    await test.step('a search finds what is there', async () => {
      await plant(launched, planted);
      const finds = findInMemory(childrenOf(launched), planted);
      expect(finds.map(({ process }) => process)).toContain('renderer');
    });
    await test.step('a session with an extra header', () => logIn(launched, secrets));
    await test.step('policies are tested by a temporary token', () => testPolicy(launched));
    await test.step('new unseal keys', () => rekey(launched, secrets));
    await test.step('a root token', () => generateRoot(launched, secrets));
    await test.step('a snapshot', () => saveSnapshot(launched));
    await test.step('every screen', async () => {
      const seen = await walkEveryScreen(launched, 'secret/kept');
      expect(seen).toEqual(expect.arrayContaining(['Snapshots', 'Console', 'Rekey', 'Board']));
    });
    await test.step('a notification of the seal', () => sealWhileNotified(launched));

    for (const [what, secret] of answered(proxy)) secrets.set(what, secret);
    const { titles, notices } = await seenOnDesktop(launched);
    expect(titles).toContain('Strongroom');
    expect(notices.join('\n')).toContain('sealed');
    expect([...secrets.values()].filter((secret) => secret.length < 16)).toEqual([]);
    expect(secrets.size).toBeGreaterThan(12);
    expect(childrenOf(launched).map(processName)).toContain('renderer');
    expect(findInMemory(childrenOf(launched), planted)).not.toEqual([]);
    expect(await tracesOf(launched, secrets)).toEqual([]);

    await test.step('the page crashes, which leaves no dump', async () => {
      const page = await rendererPid(launched);
      process.kill(page, 'SIGSEGV');
      await gone(page);
      await expect.poll(() => rendererPid(launched)).not.toBe(page);
    });
  } finally {
    await launched.close();
  }
  expect(await filesHolding(folder, 'call ceremony.')).not.toEqual([]);
  expect(await filesHolding(folder, planted)).toEqual([]);
  expect(await tracesLeft(launched, folder, secrets)).toEqual([]);
});

/** Puts everything that the app can write below one folder: its data, its home and temporary files. */
function launchInside(place: string): Promise<LaunchedApp> {
  const [home, temporary] = [join(place, 'home'), join(place, 'tmp')];
  for (const one of [home, temporary]) mkdirSync(one);
  return launchApp({
    userDataDir: join(place, 'data'),
    env: { HOME: home, TMPDIR: temporary },
    args: ['--allow-sandbox-debugging'],
  });
}

async function logIn(launched: LaunchedApp, secrets: ReadonlyMap<string, string>): Promise<void> {
  const { window } = launched;
  await addressField(window).fill(proxy.address);
  await openTab(window, 'Advanced');
  await window.getByRole('button', { name: 'Add a header' }).click();
  await window.keyboard.type('X-Gateway-Key');
  await window.getByRole('button', { name: 'Set value… of header 1' }).click();
  await launched.answer(async (trusted) => {
    await trusted
      .getByLabel('Value', { exact: true })
      .pressSequentially(secrets.get('the value of a header') ?? '');
    await trusted.getByRole('button', { name: 'Use it' }).click();
  });
  await pressLogIn(window);
  // A prompt of its own saves a connection with a header.
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Save connection' }).click());
  await launched.answer(async (trusted) => {
    const field = trusted.getByLabel('Token', { exact: true });
    await field.pressSequentially(secrets.get('the token of the session') ?? '');
    await trusted.getByRole('button', { name: 'Log in' }).click();
  });
  await tree(window).waitFor();
  expect(proxy.requests.some(({ headers }) => headers['x-gateway-key'] !== undefined)).toBe(true);
}

async function testPolicy(launched: LaunchedApp): Promise<void> {
  const { window } = launched;
  const name = await newPolicy(cluster, 'path "secret/data/team/*" { capabilities = ["read"] }');
  await window
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: 'Policies' })
    .click();
  const field = window.getByRole('searchbox', { name: 'Filter, or open by name' });
  await field.fill(name);
  await field.press('Enter');
  await window.getByRole('textbox', { name: `Policy ${name}` }).waitFor();
  await window.keyboard.press('Control+k');
  await window.getByRole('combobox', { name: 'Command palette' }).fill('Test policy');
  await window
    .getByRole('option', { name: /^Test policy/ })
    .first()
    .click();
  await window.getByRole('textbox', { name: 'Path' }).fill('secret/team/db');
  await window.getByRole('textbox', { name: 'Path' }).press('Enter');
  await window.getByRole('button', { name: 'Ask server with a temporary token…' }).click();
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Create and test' }).click());
  await expect(window.getByRole('region', { name: 'Result of the test' })).toContainText('matches rules');
}

/** From three keys to three others, with verification: every share is entered or shown here. */
async function rekey(launched: LaunchedApp, secrets: Map<string, string>): Promise<void> {
  const { window } = launched;
  await openCeremony(window, 'Rekey');
  await window.getByRole('textbox', { name: 'Key shares' }).fill('3');
  await window.getByRole('textbox', { name: 'Threshold' }).fill('2');
  await agreeTo(launched, 'Begin rekey…', 'Begin rekey');
  for (const [index, share] of cluster.shares.slice(0, 2).entries()) {
    await giveShare(launched, 'Enter key share…', share);
    secrets.set(`old key share ${String(index + 1)}`, share);
  }
  const fresh = await saveAll(launched, 'New unseal keys', 3);
  for (const [index, share] of fresh.entries()) secrets.set(`new key share ${String(index + 1)}`, share);
  await giveShare(launched, 'Enter new key share…', fresh[0] ?? '');
  await expect(window.getByText('1 of 2 entered')).toBeVisible();
  await giveShare(launched, 'Enter new key share…', fresh[1] ?? '');
  await expect(window.getByRole('button', { name: 'Begin rekey…' })).toBeVisible();
}

async function generateRoot(launched: LaunchedApp, secrets: Map<string, string>): Promise<void> {
  const { window } = launched;
  await openCeremony(window, 'Generate root token');
  await agreeTo(launched, 'Begin root generation…', 'Begin root generation');
  await expect(window.getByText('0 of 2 entered')).toBeVisible();
  for (const which of ['1', '2'])
    await giveShare(launched, 'Enter key share…', secrets.get(`new key share ${which}`) ?? '');
  const [token = ''] = await saveAll(launched, 'Root token', 1);
  secrets.set('the root token', token);
}

/** To a folder outside the search: the file is the requested output. */
async function saveSnapshot(launched: LaunchedApp): Promise<void> {
  const { window } = launched;
  const elsewhere = await mkdtemp(join(tmpdir(), 'strongroom-snapshot-'));
  await answerSaveDialogs(launched, [join(elsewhere, 'all.snap')]);
  for (const [navigation, name] of [
    ['Sections', 'Administration'],
    ['Administration', 'Snapshots'],
  ] as const)
    await window.getByRole('navigation', { name: navigation }).getByRole('button', { name }).click();
  await window.getByRole('button', { name: 'Save snapshot…' }).click();
  await expect(window.getByText(/^Saved as all\.snap/)).toBeVisible();
  await rm(elsewhere, { recursive: true });
}

async function sealWhileNotified(launched: LaunchedApp): Promise<void> {
  const { window } = launched;
  await window.getByRole('button', { name: 'Session', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Turn on notifications' }).click();
  await goTo(window, 'secret/kept');
  await openCluster(window);
  await expect(verdict(window).getByRole('status')).not.toHaveText('Sealed');
  await must(cluster, 'PUT', 'sys/seal');
  await expect.poll(async () => (await seenOnDesktop(launched)).notices.length).toBeGreaterThan(0);
}

/** Secrets in the server's responses: temporary tokens, key shares in every form, one-time passwords. */
function answered({ requests }: RecordingProxy): ReadonlyMap<string, string> {
  const secret =
    /"(client_token|otp|encoded_token|encoded_root_token|keys|keys_base64)":("[^"]*"|\[[^\]]*\])/g;
  const found = new Map<string, string>();
  // Lists use the field `keys` for names.
  const given = requests.filter(({ url }) => /rekey|generate-root|token\/create/.test(url));
  for (const { answer = '' } of given)
    for (const [, name = '', json = ''] of answer.matchAll(secret))
      for (const text of [JSON.parse(json) as string | readonly string[]].flat())
        if (text !== '') found.set(`${name} ${String(found.size)}`, text);
  return found;
}
