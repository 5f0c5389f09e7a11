/** Tokens with few rights about themselves: limited uses, or no self look-up; and one revoked without children. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { findings } from './looks/axe-findings.ts';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { goTo, keyRow, launchConnected, logIn, tree } from './steps/connected.ts';
import {
  ask,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startRecordingProxy,
  textAt,
  writeEntry,
} from './servers/index.ts';

const { dev } = sharedServers();
let launched: LaunchedApp;
test.afterEach(() => launched.close());

function statusBar(page: Page) {
  return page.getByRole('contentinfo', { name: 'Status' });
}

async function openScreen(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name }).click();
}

test('a token with few uses: opening Policies costs none, and what is left is told', async () => {
  const policy = await newPolicy(dev, 'path "sys/policies/acl*" { capabilities = ["list", "read"] }');
  const { token } = await newToken(dev, { policies: ['default', policy], num_uses: 9 });
  const recorder = await startRecordingProxy(dev);
  launched = await launchApp();
  const { window } = launched;
  await logIn(launched, { address: recorder.address, token });
  await tree(window).getByRole('treeitem').first().waitFor();
  await expect(statusBar(window)).toContainText('8 uses left');
  recorder.clear();
  await openScreen(window, 'Policies');
  const list = window.getByRole('button', { name: 'Ask the server (1 use)' });
  await list.waitFor();
  expect(recorder.requests).toEqual([]);
  await list.click();
  await expect(statusBar(window)).toContainText('7 uses left');
  const field = window.getByRole('searchbox', { name: 'Filter, or open by name' });
  await field.fill(policy);
  await field.press('Enter');
  await window.getByRole('button', { name: 'Ask the server (1 use)' }).click();
  await expect(window.getByRole('heading', { name: policy })).toBeVisible();
  await expect(statusBar(window)).toContainText('6 uses left');
  expect(recorder.requests.map(({ url }) => url.replace(/\?.*/, ''))).toEqual([
    '/v1/sys/policies/acl/',
    `/v1/sys/policies/acl/${policy}`,
  ]);
  expect(await findings(window)).toEqual([]);
  await recorder.stop();
});

test('the last use of a token buys an entry that stays on screen, and what it costs is said before', async () => {
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'team/app', { user: 'alice' });
  const policy = await newPolicy(
    dev,
    `path "${mount.path}data/*" { capabilities = ["read"] }\npath "${mount.path}metadata/*" { capabilities = ["list"] }`,
  );
  // One for the login, one for each of two folders, one for the entry.
  const { token } = await newToken(dev, { policies: ['default', policy], num_uses: 4 });
  launched = await launchApp();
  const { window } = launched;
  await logIn(launched, { address: dev.address, token });
  for (const name of [mount.path.replace(/\/$/, ''), 'team', 'app']) {
    const row = tree(window).getByRole('treeitem', { name: new RegExp(`^${name}\\b`) });
    await expect(row).toContainText('1 use');
    await row.click();
  }
  await keyRow(window, 'user').getByRole('button', { name: 'Reveal user' }).click();
  await expect(keyRow(window, 'user')).toContainText('alice');
  await expect(statusBar(window)).toContainText('no uses left');
  const banner = window.getByRole('note').filter({ hasText: 'The token has no uses left' });
  await expect(banner).toBeVisible();
  expect(await findings(window)).toEqual([]);
  // The server refuses further requests as if a permission were missing.
  await window.keyboard.press('F5');
  await expect(window.getByText('This token has no uses left').first()).toBeVisible();
  await expect(window.getByText('Not permitted')).toHaveCount(0);
  await expect(keyRow(window, 'user')).toBeVisible();
  await banner.getByRole('button', { name: 'What happened' }).click();
  await expect(window.getByRole('button', { name: 'Log in again…' })).toBeVisible();
});

test('a token that may not look itself up: logs in, reads, and says what is not known', async () => {
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'app', { user: 'alice' });
  const policy = await newPolicy(dev, `path "${mount.path}data/*" { capabilities = ["read"] }`);
  const { token } = await newToken(dev, { policies: [policy], no_default_policy: true });
  launched = await launchApp();
  const { window } = launched;
  await logIn(launched, { address: dev.address, token });
  await goTo(window, `${mount.path}app`);
  await keyRow(window, 'user').getByRole('button', { name: 'Reveal user' }).click();
  await expect(keyRow(window, 'user')).toContainText('alice');
  await expect(statusBar(window)).toContainText('TTL unknown');
  await statusBar(window)
    .getByRole('button', { name: /TTL unknown/ })
    .click();
  const card = window.getByRole('dialog', { name: 'Token' });
  await expect(card).toContainText('This token cannot look itself up');
  await card.getByRole('button', { name: 'Inspect token' }).click();
  await expect(window.getByRole('note')).toContainText('its TTL, policies and uses are unknown');
  expect(await findings(window)).toEqual([]);
  await window.getByRole('note').getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(window.getByText('Needs read on auth/token/lookup-self')).toBeVisible();
});

test('my own token is revoked alone, and what it made lives on', async () => {
  const { token } = await newToken(dev, { policies: ['root'], ttl: '30m' });
  const made = await must({ ...dev, rootToken: token }, 'POST', 'auth/token/create', { ttl: '30m' });
  const child = textAt(made, 'auth', 'client_token');
  launched = await launchConnected({ address: dev.address, token, name: 'Own' });
  const { window } = launched;
  await openScreen(window, 'Tokens');
  await window.getByRole('button', { name: 'More', exact: true }).click();
  await window.getByRole('menuitem', { name: /Revoke, keep child tokens…/ }).click();
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Revoke it alone' }).click());
  await expect(window.getByRole('button', { name: 'Log in again…' })).toBeVisible();
  const lives = async (one: string) =>
    (await ask({ ...dev, rootToken: one }, 'GET', 'auth/token/lookup-self')).status;
  expect([await lives(token), await lives(child)]).toEqual([403, 200]);
});
