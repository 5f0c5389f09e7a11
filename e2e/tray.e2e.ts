/** The tray: favourites are copied without the page, a locked app only unlocks, and a missing tray is reported. */
import { expect, test } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { callInPage } from './steps/bridge-calls.ts';
import { goTo, keyRow, launchConnected, lockByKeys } from './steps/connected.ts';
import { newKvMount, sharedServers, uniqueName, writeEntry } from './servers/index.ts';

const { dev } = sharedServers();

/** Records the menus set on the tray, as Electron cannot read them back. */
async function hearMenus({ app }: LaunchedApp): Promise<void> {
  await app.evaluate(({ Tray }) => {
    const set = Reflect.get(Tray.prototype, 'setContextMenu');
    Tray.prototype.setContextMenu = function heard(this: Electron.Tray, menu) {
      Object.assign(globalThis, { trayMenu: menu });
      set.call(this, menu);
    };
  });
}

function labels({ app }: LaunchedApp): Promise<readonly string[]> {
  return app.evaluate(() => {
    const { trayMenu } = globalThis as { trayMenu?: Electron.Menu | null };
    return trayMenu?.items.filter(({ type }) => type !== 'separator').map(({ label }) => label) ?? [];
  });
}

function press({ app }: LaunchedApp, label: string): Promise<void> {
  return app.evaluate((_electron, wanted) => {
    const { trayMenu } = globalThis as { trayMenu?: Electron.Menu | null };
    trayMenu?.items.find((item) => item.label === wanted)?.click();
  }, label);
}

test('copies a key of a favourite past the page, and only unlocks a locked app', async () => {
  const mount = await newKvMount(dev, 2);
  const value = uniqueName('tray-canary');
  await writeEntry(dev, mount, 'team/database', { user: 'x', password: value });
  const launched = await launchConnected(
    { address: dev.address, token: dev.rootToken },
    { preferences: { tray: true } },
  );
  const { app, window } = launched;
  try {
    await hearMenus(launched);
    await goTo(window, `${mount.path}team/database`);
    await expect(keyRow(window, 'password')).toBeVisible();
    await window.getByRole('button', { name: 'Add to favourites' }).click();
    await window.keyboard.press('Control+k');
    await window.getByRole('combobox', { name: 'Command palette' }).fill('Home');
    await window.getByRole('option', { name: /^Home/ }).first().click();
    await window.getByRole('button', { name: 'Copy…' }).click();
    await window
      .getByRole('dialog', { name: 'Copy which key?' })
      .getByRole('row', { name: 'password' })
      .click();
    // The choice has copied it, too.
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(value);
    await app.evaluate(({ clipboard }) => clipboard.clear());
    const copy = 'Copy database › password';
    await expect.poll(() => labels(launched)).toEqual([copy, 'Lock now', 'Show window']);
    await press(launched, copy);
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(value);
    // It is cleared later like any other copy.
    const state = (await callInPage(window, 'clipboard.state', {})).value as { readonly clearsAt: string };
    expect(state.clearsAt).not.toBe('');
    expect(await window.content()).not.toContain(value);
    await lockByKeys(window);
    await expect.poll(() => labels(launched)).toEqual(['Unlock…']);
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).not.toBe(value);
  } finally {
    await launched.close();
  }
});

test('is off unless a person wants it, and a desktop without one is said', async () => {
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  const { window } = launched;
  try {
    expect((await callInPage(window, 'app.tray', {})).value).toBe('off');
    await window.keyboard.press('Control+,');
    const box = window.getByRole('checkbox', { name: 'Show in the tray' });
    await expect(box).not.toBeChecked();
    await box.click();
    await launched.answer((trusted) => trusted.getByRole('button', { name: 'Change settings' }).click());
    // The virtual display of tests has no desktop.
    await expect(window.getByText('This desktop shows no tray.', { exact: false })).toBeVisible();
  } finally {
    await launched.close();
  }
});
