/** Remembered work: tabs, recents and favourites after a restart, everything after a crash of the page. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { Output } from '../shared/ipc/contract.ts';
import { launchApp } from './steps/app.ts';
import { findings } from './looks/axe-findings.ts';
import { callInPage } from './steps/bridge-calls.ts';
import { addressField, giveToken, pressLogIn, profileRow } from './steps/connect-form.ts';
import {
  goTo,
  keyRow,
  launchConnected,
  logIn,
  logOut,
  openFolder,
  tree,
  treeRow,
} from './steps/connected.ts';
import { inPage, killPage } from './steps/renderer-process.ts';
import {
  newKvMount,
  sharedServers,
  startFaultProxy,
  startRecordingProxy,
  writeEntry,
} from './servers/index.ts';

const { dev } = sharedServers();
const mount = await newKvMount(dev, 2);

test.beforeAll(async () => {
  for (const name of ['first', 'second', 'third'])
    await writeEntry(dev, mount, `work/${name}`, { key: `canary-of-${name}` });
});

function tabNames(window: Page): Promise<string[]> {
  return window.getByRole('tab').allTextContents();
}

test('after a restart nothing is asked before the login; then the tabs are there, and only the one in front is read', async () => {
  const userDataDir = mkdtempSync(join(tmpdir(), 'strongroom-workspace-'));
  const proxy = await startRecordingProxy(dev);
  try {
    const first = await launchApp({ userDataDir });
    await logIn(first, { address: proxy.address, token: dev.rootToken, name: 'Remembered' });
    for (const name of ['first', 'second', 'third']) {
      await goTo(first.window, `${mount.path}work/${name}`);
      await expect(first.window.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
    }
    await first.window.getByRole('button', { name: 'Add to favourites' }).click();
    await first.window.getByRole('tab', { name: 'second' }).click();
    await expect(keyRow(first.window, 'key')).toBeVisible();
    await openFolder(first.window, mount.path);
    await treeRow(first.window, 'work/').click({ button: 'right' });
    await first.window.getByRole('menuitem', { name: 'Add to favourites' }).click();
    await first.window.getByRole('tab', { name: 'first' }).click({ button: 'middle' });
    // Mirrored to main a moment later.
    await expect.poll(() => rememberedTabs(first.window)).toEqual(['work/second', 'work/third']);
    await first.close();
    expect(readFileSync(join(userDataDir, 'workspaces.json'), 'utf8')).not.toContain('canary');

    proxy.clear();
    const again = await launchApp({ userDataDir });
    const { window } = again;
    await expect(profileRow(window, 'Remembered')).toBeVisible();
    expect(proxy.requests).toEqual([]);
    await profileRow(window, 'Remembered').dblclick();
    const trusted = await again.trusted();
    await trusted.getByLabel('Token', { exact: true }).waitFor();
    const paths = (): readonly string[] => proxy.requests.map(({ url }) => url);
    expect(paths().filter((url) => url.includes(mount.path))).toEqual([]);
    await giveToken(again, dev.rootToken);
    await expect(window.getByRole('tab', { name: 'second', selected: true })).toBeVisible();
    await expect(keyRow(window, 'key')).toBeVisible();
    expect(await tabNames(window)).toEqual(['second', 'third']);
    const favourites = window.getByRole('region', { name: 'Favourites' });
    await expect(favourites.getByRole('listitem')).toHaveText([/^third/, /^work\//]);
    expect(paths().some((url) => url.includes('work/second'))).toBe(true);
    expect(paths().filter((url) => /work\/(?:first|third)/.test(url))).toEqual([]);

    expect(await findings(window)).toEqual([]);
    await window.keyboard.press('Control+p');
    await expect(window.getByRole('option')).toHaveText(
      ['third', 'second', 'first'].map((name) => `${mount.path}work/${name}`),
    );
    await window.keyboard.press('Escape');
    // If the system stores secrets in the clear, as here, the token is not kept, and the menu says so.
    await window.getByRole('button', { name: 'Session', exact: true }).click();
    const keep = window.getByRole('menuitem', { name: /^Keep the token in the keychain…/ });
    await expect(keep).toContainText(/keychain|unencrypted|encrypt/i);
    await expect(keep).toHaveAttribute('aria-disabled', 'true');
    await window.keyboard.press('Escape');
    await favourites.getByRole('button', { name: /^third/ }).click();
    await expect(window.getByRole('heading', { level: 2, name: 'third', exact: true })).toBeVisible();
    await again.close();
  } finally {
    await proxy.stop();
    rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('the page’s process is killed: the session, the tabs and the unsaved edit come back without a login', async () => {
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  try {
    const { window } = launched;
    await goTo(window, `${mount.path}work/first`);
    await expect(keyRow(window, 'key')).toBeVisible();
    await goTo(window, `${mount.path}work/second`);
    await window.getByRole('button', { name: 'Edit', exact: true }).click();
    await window.getByRole('button', { name: 'Edit key' }).click();
    await window.getByRole('textbox', { name: 'Value of key' }).fill('typed before the crash');
    // Input is mirrored to main a moment later, like the workspace.
    await expect.poll(() => drafts(window)).toContain('typed before the crash');
    await expect.poll(() => rememberedTabs(window)).toEqual(['work/first', 'work/second']);
    await killPage(launched);
    const seen = (selector: string, what = 'textContent'): string =>
      `[...document.querySelectorAll('${selector}')].map((one) => one.${what})`;
    await expect
      .poll(() => inPage(launched, seen('[aria-label="Value of key"]', 'value')))
      .toEqual(['typed before the crash']);
    expect(await inPage(launched, seen('[role=tab]'))).toEqual(['first', 'second, not saved']);
    await inPage(launched, `document.querySelector('[role=tab]').click()`);
    await expect.poll(() => inPage(launched, seen('[role=tabpanel]:not([hidden]) h2'))).toEqual(['first']);
  } finally {
    await launched.close();
  }
});

test('a server that never answers holds nobody else up', async () => {
  const dead = await startFaultProxy(dev);
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken, name: 'Alive' });
  try {
    const { window } = launched;
    await window.getByRole('button', { name: 'Connect to another server' }).click();
    await addressField(window).fill(dead.address);
    await window.getByRole('textbox', { name: /^Name\b/ }).fill('Dead');
    await pressLogIn(window);
    await giveToken(launched, dev.rootToken);
    await expect(window.getByRole('heading', { level: 1, name: 'Dead' })).toBeVisible();
    await tree(window).waitFor();
    await openFolder(window, mount.path);
    await treeRow(window, 'work/').waitFor();
    dead.add({ fault: { kind: 'never' } });
    await treeRow(window, 'work/').click();
    await goTo(window, `${mount.path}work/first`);
    await expect.poll(() => dead.arrived.some((line) => line.includes('data/work/first'))).toBe(true);

    await window.keyboard.press('Control+Alt+1');
    await expect(window.getByRole('heading', { level: 1, name: 'Alive' })).toBeVisible();
    await goTo(window, `${mount.path}work/second`);
    await expect(keyRow(window, 'key')).toBeVisible();
    await openFolder(window, mount.path);
    await expect(treeRow(window, 'work/')).toBeVisible();
    await window.getByRole('button', { name: /^Dead/ }).click({ button: 'right' });
    await logOut(launched);
    await expect(window.getByRole('button', { name: /^Dead/ })).toHaveCount(0);
    await expect(keyRow(window, 'key')).toBeVisible();
  } finally {
    await launched.close();
    await dead.stop();
  }
});

/** Texts of unsaved edits in main. */
async function drafts(window: Page): Promise<string> {
  const stored = await callInPage(window, 'draft.list', { sessionId: await sessionIn(window) });
  return JSON.stringify(stored.value);
}

/** Paths of the tabs that main remembers. */
async function rememberedTabs(window: Page): Promise<unknown> {
  const { value } = await callInPage(window, 'workspace.load', { sessionId: await sessionIn(window) });
  return (value as Output<'workspace.load'>).tabs.map(({ path }) => path);
}

async function sessionIn(window: Page): Promise<string> {
  const { value } = await callInPage(window, 'session.list', {});
  return (value as Output<'session.list'>)[0]?.sessionId ?? '';
}
