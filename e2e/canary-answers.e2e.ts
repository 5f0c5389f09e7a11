/**
 * The promise of `canary.e2e.ts` for server responses: unwrapped, wrapped and newly created secrets, and the entered
 * key share, are in no process except main, in no file and in no output, unless revealed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { addressField, confirmContact } from './steps/connect-form.ts';
import { openPanel } from './steps/cluster-screen.ts';
import { launchConnected } from './steps/connected.ts';
import { openConsole, send } from './steps/console-screen.ts';
import { filesHolding } from './traces/files-holding.ts';
import { findInMemory, processName } from './traces/process-memory.ts';
import { gone } from './steps/renderer-process.ts';
import {
  enableUserpass,
  must,
  newKvMount,
  newToken,
  sharedServers,
  startSealedVault,
  textAt,
  uniqueName,
  writeEntry,
} from './servers/index.ts';
import type { KvMount, SealedVault } from './servers/index.ts';
import { childrenOf, plant, tracesLeft, tracesOf, watchDesktop } from './traces/traces.ts';
import {
  answerRow,
  onClipboard,
  openIt,
  openWrappingTab,
  paste,
  wrappedEntry,
  agreeToCopy,
} from './steps/wrapping-steps.ts';

const { dev } = sharedServers();

/** Texts that must not be found, by description. */
type Secrets = Map<string, string>;

let dataFolder = '';
let sealed: SealedVault;
test.beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'strongroom-canary-'));
  sealed = await startSealedVault();
});
test.afterEach(async () => {
  await sealed.stop();
  await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
});

test('what was answered and not revealed is in no process but main, in no file and in no output @answers', async () => {
  test.setTimeout(240_000);
  const token = uniqueName('canary-root-token');
  const shown = uniqueName('value-shown');
  const planted = uniqueName('planted-text');
  const secrets: Secrets = new Map([['the token of the session', token]]);
  const mount = await newKvMount(dev, 2);
  await newToken(dev, { id: token, policies: ['root'] });
  const server = { address: dev.address, token, name: 'Answers' };
  const launched = await launchConnected(server, {
    userDataDir: dataFolder,
    args: ['--allow-sandbox-debugging'],
  });
  try {
    await test.step('a search finds what is there', async () => {
      await watchDesktop(launched);
      await plant(launched, planted);
      const finds = findInMemory(childrenOf(launched), planted);
      expect(finds.map(({ process }) => process)).toContain('renderer');
    });

    await test.step('a wrapping token is opened', () => unwrap(launched, mount, shown, secrets));
    await test.step('the answer of a request is wrapped', () => wrapAnswer(launched, mount, secrets));
    await test.step('a token is made', () => makeToken(launched, secrets));
    await test.step('credentials are minted in the console', () => mint(launched, secrets));
    await test.step('a key share is typed', () => giveShare(launched, secrets));
    await test.step('all of it is looked at once more', () => lookAgain(launched));

    await test.step('no process but main holds any of it', async () => {
      const children = childrenOf(launched);
      expect(children.map(processName)).toContain('renderer');
      expect(findInMemory(children, planted)).not.toEqual([]);
      expect([...secrets.values()].filter((secret) => secret.length < 16)).toEqual([]);
      expect(new Set(secrets.values()).size).toBe(13);
      expect(await tracesOf(launched, secrets)).toEqual([]);
    });
  } finally {
    await launched.close();
  }

  expect(await filesHolding(dataFolder, 'call wrapping.')).not.toEqual([]);
  const all = new Map([...secrets, ['the revealed value', shown]]);
  expect(await tracesLeft(launched, dataFolder, all)).toEqual([]);
});

/** A token from another user: pasted, looked up, unwrapped; one value is revealed and one copied. */
async function unwrap(launched: LaunchedApp, mount: KvMount, shown: string, secrets: Secrets): Promise<void> {
  const { window } = launched;
  const values = {
    copied: uniqueName('unwrapped-copied'),
    kept: uniqueName('unwrapped-kept'),
    password: uniqueName('unwrapped-password'),
  };
  for (const [name, value] of Object.entries(values)) secrets.set(`unwrapped: ${name}`, value);
  const token = await wrappedEntry(dev, mount, { ...values, shown });
  secrets.set('the wrapping token that was pasted', token);
  await openWrappingTab(launched);
  await paste(launched, token);
  await expect(window.getByText(`${mount.path}data/payments/db`)).toBeVisible();
  await clearClipboard(launched);
  await openIt(window).click();
  await answerRow(window, 'copied').getByRole('button', { name: 'Copy copied' }).click();
  expect(await taken(launched)).toBe(values.copied);
  await answerRow(window, 'password').getByRole('button', { name: 'Copy password' }).click();
  await agreeToCopy(launched);
  expect(await taken(launched)).toBe(values.password);
  // The whole response as text, without a revealed value.
  await window.getByRole('button', { name: 'Details', exact: true }).click();
  const raw = window.getByRole('button', { name: 'JSON', exact: true });
  await raw.click();
  await expect(window.getByRole('region', { name: 'Raw JSON' })).toContainText('request_id');
  await raw.click();
  await answerRow(window, 'shown').getByRole('button', { name: 'Reveal shown' }).click();
  await expect(answerRow(window, 'shown')).toContainText(shown);
  // The search finds the revealed value of a response.
  expect(findInMemory(childrenOf(launched), shown)).not.toEqual([]);
}

/** Wraps an entry for another user, without reading it. */
async function wrapAnswer(launched: LaunchedApp, mount: KvMount, secrets: Secrets): Promise<void> {
  const { window } = launched;
  const values = { user: uniqueName('wrapped-user'), password: uniqueName('wrapped-password') };
  for (const [name, value] of Object.entries(values)) secrets.set(`wrapped: ${name}`, value);
  await writeEntry(dev, mount, 'handed/over', values);
  await window.getByRole('button', { name: 'Wrap and share' }).click();
  await window.getByRole('button', { name: 'API response' }).click();
  await window.getByRole('textbox', { name: 'API path' }).fill(`${mount.path}data/handed/over`);
  await window.getByRole('button', { name: '5m', exact: true }).click();
  await window.getByRole('button', { name: 'Wrap', exact: true }).click();
  await window.getByRole('button', { name: 'Copy wrapping token' }).click();
  await agreeToCopy(launched);
  const token = await taken(launched);
  secrets.set('the wrapping token that was made', token);
  expect(textAt(await must(dev, 'POST', 'sys/wrapping/lookup', { token }), 'data', 'creation_path')).toBe(
    `${mount.path}data/handed/over`,
  );
}

/** Creates a token with the form, and copies it. */
async function makeToken(launched: LaunchedApp, secrets: Secrets): Promise<void> {
  const { window } = launched;
  await openSection(window, 'Tokens');
  await window.getByRole('button', { name: 'New token' }).click();
  await window.getByRole('button', { name: 'default', exact: true }).click();
  await window.getByLabel('TTL', { exact: true }).fill('45m');
  await window.getByRole('button', { name: 'Create token' }).click();
  await window
    .getByRole('group', { name: 'Client token' })
    .getByRole('button', { name: 'Copy client token' })
    .click();
  await agreeToCopy(launched);
  const made = await taken(launched);
  secrets.set('the token that was made', made);
  await must({ ...dev, rootToken: made }, 'GET', 'auth/token/lookup-self');
}

/** Creates a secret ID, and a token by a password entered in the trusted view. */
async function mint(launched: LaunchedApp, secrets: Secrets): Promise<void> {
  const { window } = launched;
  const [approle, userpass] = [uniqueName('approle'), uniqueName('userpass')];
  const password = uniqueName('canary-password');
  await must(dev, 'POST', `sys/auth/${approle}`, { type: 'approle' });
  await must(dev, 'POST', `auth/${approle}/role/x`, { token_policies: ['default'] });
  await enableUserpass(dev, userpass, 'alice', password);

  await openConsole(window);
  const minted = await send(launched, {
    method: 'POST',
    path: `auth/${approle}/role/x/secret-id`,
    confirm: 'press',
  });
  await copy(minted, 'secret_id');
  await agreeToCopy(launched);
  const secretId = await taken(launched);
  secrets.set('the secret ID', secretId);
  await must(dev, 'POST', `auth/${approle}/role/x/secret-id/lookup`, { secret_id: secretId });

  secrets.set('the password', password);
  const login = await send(launched, {
    method: 'POST',
    path: `auth/${userpass}/login/alice`,
    secret: ['password', password],
    withoutToken: true,
  });
  await login.getByRole('button', { name: 'Copy client token' }).click();
  await agreeToCopy(launched);
  const token = await taken(launched);
  secrets.set('the token of the login', token);
  await must({ ...dev, rootToken: token }, 'GET', 'auth/token/lookup-self');
}

/** Submits a share to a sealed server without a login. */
async function giveShare(launched: LaunchedApp, secrets: Secrets): Promise<void> {
  const { window } = launched;
  const [share = ''] = sealed.shares;
  secrets.set('the key share', share);
  await window.getByRole('button', { name: 'Connect to another server' }).click();
  await addressField(window).fill(sealed.address);
  await window.getByRole('button', { name: 'Seal status and unsealing…' }).click();
  await confirmContact(launched);
  const seal = await openPanel(window, 'Seal');
  await seal.getByRole('button', { name: 'Enter unseal key…' }).click();
  let typedIn = 0;
  await launched.answer(async (trusted) => {
    await trusted.getByRole('textbox', { name: 'Unseal key share' }).pressSequentially(share);
    typedIn = await trustedPid(launched);
    const holders = findInMemory(childrenOf(launched), share).map(({ pid }) => pid);
    expect([...new Set(holders)]).toEqual([typedIn]);
    await trusted.getByRole('button', { name: 'Enter this key' }).click();
  });
  await expect(seal.getByText('1 of 3', { exact: true })).toBeVisible();
  await gone(typedIn);
  await window.getByRole('button', { name: 'Back', exact: true }).click();
  await window.getByRole('button', { name: 'Back to the open session' }).click();
}

/** Every result is still there: in its tab, and in the list of one-time results. */
async function lookAgain(launched: LaunchedApp): Promise<void> {
  const { window } = launched;
  await openSection(window, 'Wrapping');
  await expect(window.getByRole('group', { name: 'Wrapping token' })).toBeVisible();
  await openSection(window, 'Tokens');
  await openConsole(window);
  await expect(window.getByRole('group', { name: 'Client token' })).toBeVisible();
  await window.getByRole('button', { name: '5 one-time results' }).click();
  const oneTimeResults = window.getByRole('dialog', { name: 'One-time results' });
  for (let index = 0; index < 5; index += 1) {
    await oneTimeResults.getByRole('listitem').nth(index).getByRole('button').click();
    await expect(oneTimeResults.getByText('one-time result', { exact: true })).toBeVisible();
    await oneTimeResults.getByRole('button', { name: 'All 5' }).click();
  }
  await oneTimeResults.getByRole('button', { name: 'Close' }).click();
}

async function openSection(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name }).click();
}

async function copy(answer: Locator, key: string): Promise<void> {
  await answer.getByRole('button', { name: `Copy ${key}`, exact: true }).click();
}

/** Copied text, once available; empties the clipboard. */
async function taken(launched: LaunchedApp): Promise<string> {
  await expect.poll(() => onClipboard(launched)).not.toBe('');
  const text = await onClipboard(launched);
  await clearClipboard(launched);
  return text;
}

async function clearClipboard({ app }: LaunchedApp): Promise<void> {
  await app.evaluate(({ clipboard }) => {
    clipboard.clear();
  });
}

/** Process of the open trusted view. */
function trustedPid({ app }: LaunchedApp): Promise<number> {
  return app.evaluate(
    ({ webContents }) =>
      webContents
        .getAllWebContents()
        .find((contents) => contents.getURL().startsWith('app://trusted/'))
        ?.getOSProcessId() ?? 0,
  );
}
