/** Quick access: a global shortcut opens a small window over any program, which copies a key and is gone. */
import { expect, test, type Page } from '@playwright/test';
import { untilClosed, type LaunchedApp } from './steps/app.ts';
import { callInPage } from './steps/bridge-calls.ts';
import { giveToken } from './steps/connect-form.ts';
import { goTo, keyRow, launchConnected, lockByKeys } from './steps/connected.ts';
import { closeQuick, pressShortcut, quickPage, withQuickAccess } from './steps/quick-access.ts';
import { gone } from './steps/renderer-process.ts';
import { newKvMount, sharedServers, uniqueName, writeEntry } from './servers/index.ts';

const { dev } = sharedServers();
const server = { address: dev.address, token: dev.rootToken, name: 'Quick server' };
const chosen = { preferences: withQuickAccess };

async function isClosed(quick: Page): Promise<void> {
  await expect.poll(() => quick.isClosed(), { message: 'quick access closes behind itself' }).toBe(true);
}

const clipboardOf = ({ app }: LaunchedApp) => app.evaluate(({ clipboard }) => clipboard.readText());
const isMainVisible = ({ app }: LaunchedApp) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((one) => one.isVisible()));

/** A favourite with a key that was copied once; the clipboard is empty again. */
async function withFavourite(launched: LaunchedApp, value: string): Promise<void> {
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'team/database', { user: 'x', password: value });
  const { window } = launched;
  await goTo(window, `${mount.path}team/database`);
  await expect(keyRow(window, 'password')).toBeVisible();
  await window.getByRole('button', { name: 'Add to favourites' }).click();
  await window.keyboard.press('Control+w');
  await window.getByRole('button', { name: 'Copy…' }).click();
  await window
    .getByRole('dialog', { name: 'Copy which key?' })
    .getByRole('row', { name: 'password' })
    .click();
  await expect.poll(() => clipboardOf(launched)).toBe(value);
  await expect(window.getByRole('dialog')).toHaveCount(0);
  const saved = async (): Promise<string> => JSON.stringify(await memoryOf(window));
  await expect.poll(saved).toContain('"copyKey":"password"');
  await launched.app.evaluate(({ clipboard }) => clipboard.clear());
}

async function memoryOf(window: Page): Promise<unknown> {
  const sessions = (await callInPage(window, 'session.list', {})).value as readonly { sessionId: string }[];
  return (await callInPage(window, 'workspace.load', { sessionId: sessions[0]?.sessionId ?? '' })).value;
}

test('copies a known password from any program in 3 keys, while the main window is hidden @quick-values', async () => {
  const launched = await launchConnected(server, chosen);
  const { app } = launched;
  const value = uniqueName('quick-canary');
  try {
    await withFavourite(launched, value);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    expect(await isMainVisible(launched)).toBe(false);

    // 1: the shortcut, 2: a name, 3: Enter.
    pressShortcut();
    const quick = await quickPage(launched);
    await expect(quick.getByRole('option', { name: /^database › password/ })).toBeVisible();
    await quick.keyboard.type('data');
    expect(await quick.content()).not.toContain(value);
    const pid = await app.evaluate(
      ({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()
          .find((one) => one.webContents.getURL().startsWith('app://quick/'))
          ?.webContents.getOSProcessId() ?? 0,
    );
    await untilClosed(quick, () => quick.keyboard.press('Enter'));
    await expect.poll(() => clipboardOf(launched)).toBe(value);
    await gone(pid);
    expect(await isMainVisible(launched)).toBe(false);
    // It is cleared later like any other copy.
    const state = (await callInPage(launched.window, 'clipboard.state', {})).value as { clearsAt: string };
    expect(state.clearsAt).not.toBe('');
  } finally {
    await launched.close();
  }
});

test('unlocks by the secure prompt over the main window, which goes out of sight again', async () => {
  const launched = await launchConnected(server, chosen);
  const { app } = launched;
  try {
    await withFavourite(launched, uniqueName('quick-locked'));
    await lockByKeys(launched.window);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
    pressShortcut();
    const quick = await quickPage(launched);
    await expect(quick.getByRole('option')).toHaveText([/^Unlock Quick server…/]);
    expect(await quick.content()).not.toContain('database');
    await quick.keyboard.press('Enter');
    await giveToken(launched, dev.rootToken);
    await expect(quick.getByRole('option', { name: /^database › password/ })).toBeVisible();
    await expect
      .poll(() =>
        app.evaluate(({ BrowserWindow }) =>
          BrowserWindow.getAllWindows().map((one) => [one.webContents.getURL(), one.isVisible()]),
        ),
      )
      .toEqual(expect.arrayContaining([['app://strongroom/', false]]));
    await closeQuick(launched, quick);
  } finally {
    await launched.close();
  }
});

test('a broken page of it can do no more than it shows, and none of the main page’s @quick-narrow', async () => {
  const launched = await launchConnected(server, chosen);
  try {
    await withFavourite(launched, uniqueName('quick-hostile'));
    pressShortcut();
    const quick = await quickPage(launched);
    for (const name of ['entry.reveal', 'entry.raw', 'app.setPreferences', 'console.send', 'workspace.save'])
      expect(await callInPage(quick, name, {})).toMatchObject({
        ok: false,
        error: { message: 'This page may not ask Strongroom for this.' },
      });
    // It cannot lay itself over another window.
    const place = () =>
      launched.app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()
          .find((one) => one.webContents.getURL().startsWith('app://quick/'))
          ?.getBounds(),
      );
    const before = await place();
    await quick.evaluate(() => {
      window.moveTo(10, 10);
      window.resizeTo(900, 700);
    });
    // It has no way to another page, and none to the network.
    await quick.evaluate(() => {
      location.href = 'app://strongroom/';
      window.open('app://quick/');
    });
    expect(quick.url()).toBe('app://quick/');
    expect(
      await quick.evaluate(() =>
        fetch('https://example.com').then(
          () => 'sent',
          () => 'refused',
        ),
      ),
    ).toBe('refused');
    expect(await place()).toEqual(before);
    // The main page’s channels hear it no more than any other window.
    expect(await launched.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(2);
    pressShortcut();
    await isClosed(quick);
  } finally {
    await launched.close();
  }
});

test('is off until it is chosen, and a refusal of the system is said', async () => {
  const launched = await launchConnected(server);
  const { app, window } = launched;
  try {
    expect((await callInPage(window, 'app.quickAccess', {})).value).toBe('off');
    await window.keyboard.press('Control+,');
    await window.getByRole('combobox', { name: 'Quick access' }).click();
    await window.getByRole('option', { name: 'Ctrl Shift Space' }).click();
    await expect.poll(async () => (await callInPage(window, 'app.quickAccess', {})).value).toBe('on');
    pressShortcut();
    const quick = await quickPage(launched);
    await closeQuick(launched, quick);

    await app.evaluate(({ globalShortcut }) => {
      globalShortcut.register = () => false;
    });
    await window.getByRole('combobox', { name: 'Quick access' }).click();
    await window.getByRole('option', { name: 'Ctrl Alt Space' }).click();
    await expect(window.getByText('The system refused this shortcut', { exact: false })).toBeVisible();
  } finally {
    await launched.close();
  }
});
