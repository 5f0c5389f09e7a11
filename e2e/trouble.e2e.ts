/** Failures of the server, the network or the token during an open session, on screen. No open data is lost. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { addressField, formFailure, giveToken, pressLogIn, trustedViewCount } from './steps/connect-form.ts';
import {
  goTo,
  keyRow,
  launchConnected,
  logIn,
  openFolder,
  savedAs,
  tree,
  treeRow,
} from './steps/connected.ts';
import { startRelay } from './servers/relay.ts';
import {
  at,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startRecordingProxy,
  startSealedVault,
  startUninitialisedVault,
  writeEntry,
} from './servers/index.ts';

const { dev } = sharedServers();
let launched: LaunchedApp;
test.afterEach(() => launched.close());

function troubleTitle(page: Page, name: string): Locator {
  return page.getByRole('main', { name: 'Entries' }).getByRole('heading', { name, exact: true });
}

function entryTab(page: Page, name: string): Locator {
  return page.getByRole('tab', { name: new RegExp(`^${name}\\b`) });
}

/** Refreshes health and token from the server. */
async function lookAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Session', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Refresh' }).click();
}

test('a server sealed during an edit says what to do; the edit outlives it and is saved afterwards', async () => {
  const vault = await startSealedVault();
  await vault.unseal();
  const mount = await newKvMount(vault, 2);
  await writeEntry(vault, mount, 'app', { user: 'alice', password: 'old' });
  launched = await launchConnected({ address: vault.address, token: vault.rootToken });
  const { window } = launched;
  await openFolder(window, mount.path);
  await treeRow(window, 'app').click();
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await window.getByRole('button', { name: 'Edit password' }).click();
  const editor = window.getByRole('textbox', { name: 'Value of password' });
  await editor.fill('typed before the seal');

  await must(vault, 'PUT', 'sys/seal');
  const save = async (): Promise<void> => {
    await window.getByRole('button', { name: 'Review and save…' }).click();
    await window.getByRole('button', { name: 'Save as version 2' }).click();
  };
  await save();
  await expect(troubleTitle(window, 'The server is sealed')).toBeVisible();
  await lookAgain(window);
  const entries = window.getByRole('main', { name: 'Entries' });
  await expect(entries).toContainText('0 of 3 key shares entered; 5 exist.');
  await expect(entries).toContainText('Open tabs and unsaved edits stay.');
  const status = window.getByRole('contentinfo', { name: 'Status' });
  await expect(status).toContainText('Sealed');
  await expect(status).not.toContainText('leader');
  await expect(entryTab(window, 'app')).toBeVisible();
  await window.getByRole('button', { name: 'View open tabs' }).click();
  await window.getByRole('button', { name: 'Back to editing' }).click();
  await expect(editor).toHaveValue('typed before the seal');
  await expect(entries).toContainText('The server is sealed. What you see may be out of date.');

  await vault.unseal();
  await window.getByRole('button', { name: 'What happened' }).click();
  await entries.getByRole('button', { name: 'Retry' }).last().click();
  await expect(troubleTitle(window, 'The server is sealed')).toHaveCount(0);
  await expect(editor).toHaveValue('typed before the seal');
  await save();
  await savedAs(window, 2);
  const saved = await must(vault, 'GET', `${mount.path}data/app`);
  expect(at(saved, 'data', 'data')).toEqual({ user: 'alice', password: 'typed before the seal' });
  await vault.stop();
});

test('a server that stops is told apart, and works again on the same port when it is back @stopped-server', async () => {
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'app', { user: 'alice' });
  const relay = await startRelay(dev);
  launched = await launchConnected({ address: relay.address, token: dev.rootToken });
  const { window } = launched;
  await openFolder(window, mount.path);
  await treeRow(window, 'app').click();
  await expect(keyRow(window, 'user')).toBeVisible();

  await relay.cut();
  await lookAgain(window);
  await expect(troubleTitle(window, 'Cannot connect')).toBeVisible();
  const entries = window.getByRole('main', { name: 'Entries' });
  await expect(entries).toContainText(`${new URL(relay.address).host} refused the connection.`);
  await expect(window.getByRole('contentinfo', { name: 'Status' })).toContainText('Unreachable');
  await entries.getByRole('button', { name: 'Retry' }).first().click();
  await expect(entries.getByRole('button', { name: 'Retry' }).first()).toBeEnabled();
  await expect(troubleTitle(window, 'Cannot connect')).toBeVisible();
  await expect(entryTab(window, 'app')).toBeVisible();

  await relay.mend();
  // The previous attempt can still be retrying, and succeed before the button is pressed.
  await expect(async () => {
    const again = entries.getByRole('button', { name: 'Retry' }).first();
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(troubleTitle(window, 'Cannot connect')).toHaveCount(0, { timeout: 5_000 });
  }).toPass();
  await keyRow(window, 'user').getByRole('button', { name: 'Reveal user' }).click();
  await expect(keyRow(window, 'user')).toContainText('alice');
  await relay.stop();
});

test('a token revoked meanwhile is told; a new one keeps the tabs', async () => {
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'app', { user: 'alice' });
  await writeEntry(dev, mount, 'folder/other', { user: 'bob' });
  const [first, second] = await Promise.all([newToken(dev), newToken(dev)]);
  launched = await launchConnected({ address: dev.address, token: first.token });
  const { window } = launched;
  await openFolder(window, mount.path);
  await treeRow(window, 'app').click();
  await expect(keyRow(window, 'user')).toBeVisible();

  await must(dev, 'POST', 'auth/token/revoke-accessor', { accessor: first.accessor });
  await treeRow(window, 'folder/').click();
  await expect(troubleTitle(window, 'The token is no longer valid')).toBeVisible();
  await expect(window.getByRole('contentinfo', { name: 'Status' })).toContainText('no longer valid');
  await expect(entryTab(window, 'app')).toBeVisible();

  await window.getByRole('button', { name: 'Log in again…' }).click();
  const trusted = await launched.trusted();
  await expect(trusted.getByRole('alert')).not.toBeEmpty();
  await giveToken(launched, second.token);
  await expect(troubleTitle(window, 'The token is no longer valid')).toHaveCount(0);
  await expect(entryTab(window, 'app')).toBeVisible();
  await keyRow(window, 'user').getByRole('button', { name: 'Reveal user' }).click();
  await expect(keyRow(window, 'user')).toContainText('alice');
  await tree(window).getByText('Retry').click();
  await expect(treeRow(window, 'other')).toBeVisible();
});

test('a token with few rights is told which capability on which path it lacks, and goes where it may @few-rights', async () => {
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'app/allowed', { user: 'alice' });
  await writeEntry(dev, mount, 'app/denied', { user: 'bob' });
  const policy = await newPolicy(dev, `path "${mount.path}data/app/allowed" { capabilities = ["read"] }`);
  const { token } = await newToken(dev, { policies: [policy] });
  launched = await launchConnected({ address: dev.address, token });
  const { window } = launched;
  const row = treeRow(window, mount.path);
  await row.click();
  await expect(row).toContainText('needs list');
  // A window that opens above this one takes the pointer away; a user would also try again.
  await expect(async () => {
    await window.mouse.move(0, 0);
    await row.getByText('needs list').hover();
    await expect(window.getByRole('tooltip')).toHaveText(`Missing: list on ${mount.path}metadata/`, {
      timeout: 2_000,
    });
  }).toPass();
  await row.click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Copy the policy rule that is missing' }).click();
  await expect
    .poll(async () => {
      const copied = await launched.app.evaluate(({ clipboard }) => clipboard.readText());
      return copied.replace(/\s+/g, ' ');
    })
    .toBe(`path "${mount.path}metadata/" { capabilities = ["list"] }`);

  await goTo(window, `${mount.path}app/allowed`);
  await keyRow(window, 'user').getByRole('button', { name: 'Reveal user' }).click();
  await expect(keyRow(window, 'user')).toContainText('alice');

  await goTo(window, `${mount.path}app/denied`);
  const entries = window.getByRole('main', { name: 'Entries' });
  await expect(entries.getByText(`Needs read on ${mount.path}data/app/denied`)).toBeVisible();
  await expect(
    entries.getByText(`path "${mount.path}data/app/denied" { capabilities = ["read"] }`),
  ).toBeVisible();
  await expect(keyRow(window, 'user')).toHaveCount(0);

  await goTo(window, `${mount.path}app/absent-or-not`);
  await expect(
    entries.getByText(`path "${mount.path}data/app/absent-or-not" { capabilities = ["read"] }`),
  ).toBeVisible();
  await entryTab(window, 'allowed').click();
  await expect(keyRow(window, 'user')).toBeVisible();
});

test('a server that was never initialised says so, and is sent no token', async () => {
  const fresh = await startUninitialisedVault();
  launched = await launchApp();
  const { window } = launched;
  await addressField(window).fill(fresh.address);
  await pressLogIn(window);
  await giveToken(launched, 'hvs.typed-before-anything-was-asked');
  await expect(formFailure(window)).toContainText('The server is not initialised');
  await expect(formFailure(window)).toContainText('vault operator init');
  expect(trustedViewCount(launched)).toBe(0);
  await fresh.stop();
});

test('a token with few uses pays for one look-up and for what is asked for, and for nothing else', async () => {
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'app', { user: 'alice', password: 'wonderland' });
  const { token, accessor } = await newToken(dev, { num_uses: 20 });
  const recorder = await startRecordingProxy(dev);
  const paid = () =>
    recorder.requests
      .filter(({ headers }) => headers['x-vault-token'] !== undefined)
      .map(({ method, url }) => `${method} ${url.replace(/\?.*/, '').replace('/v1/', '')}`);
  launched = await launchApp();
  const { window } = launched;
  await logIn(launched, { address: recorder.address, token });
  // Any item: shared servers have more mounts than a window has rows.
  await tree(window).getByRole('treeitem').first().waitFor();
  expect(paid().sort()).toEqual(['GET auth/token/lookup-self', 'GET sys/internal/ui/mounts']);

  recorder.clear();
  await openFolder(window, mount.path);
  await treeRow(window, 'app').click();
  await keyRow(window, 'user').getByRole('button', { name: 'Reveal user' }).click();
  await expect(keyRow(window, 'user')).toContainText('alice');
  await keyRow(window, 'password').getByRole('button', { name: 'Copy password' }).click();
  await expect(window.getByText('without showing it.')).toBeVisible();
  const looked = recorder.requests.length;
  await lookAgain(window);
  await expect.poll(() => recorder.requests.length).toBeGreaterThan(looked);
  await expect(window.getByRole('menuitem', { name: 'Refresh' })).toHaveCount(0);
  expect(paid()).toEqual([`GET ${mount.path}metadata/`, `GET ${mount.path}data/app`]);
  // The drawer offers its requests with their price instead of making them.
  const details = window.getByRole('complementary', { name: 'Details' });
  await details.getByRole('button', { name: 'Ask the server (1 use)' }).first().click();
  await expect(details).toContainText('current');
  const left = await must(dev, 'POST', 'auth/token/lookup-accessor', { accessor });
  // The look-up, the folder, the entry, its metadata; the list of mounts is free.
  expect(at(left, 'data', 'num_uses')).toBe(20 - 4);
  await recorder.stop();
});
