/** The user's guide: opened from the window and from Help, and harmless. */
import { readdirSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { launchApp } from './steps/app.ts';
import type { LaunchedApp } from './steps/app.ts';
import { addressField } from './steps/connect-form.ts';

/** Window of the guide, which `act` opens. */
async function guideBy({ app }: LaunchedApp, act: () => Promise<unknown>): Promise<Page> {
  const opened = app.waitForEvent('window', (page) => page.url().startsWith('app://guide/'));
  await act();
  return opened;
}

/** Chooses an item of the application menu. */
async function pressHelp({ app }: LaunchedApp, id: string): Promise<void> {
  // The page enables it once it listens.
  await expect
    .poll(() =>
      app.evaluate(({ Menu }, wanted) => Menu.getApplicationMenu()?.getMenuItemById(wanted)?.enabled, id),
    )
    .toBe(true);
  await app.evaluate(({ Menu }, wanted) => {
    Menu.getApplicationMenu()?.getMenuItemById(wanted)?.click();
  }, id);
}

test('the guide opens by F1, from the palette and from Help; it has no bridge, no script, no network and no way out', async () => {
  const launched = await launchApp();
  const { app, window } = launched;
  try {
    await expect(addressField(window)).toBeFocused();
    const guide = await guideBy(launched, () => window.keyboard.press('F1'));
    await expect(guide.getByRole('heading', { level: 1, name: 'Strongroom Guide' })).toBeVisible();
    const pages = await guide.getByRole('navigation', { name: 'Pages' }).getByRole('link').count();
    expect(pages).toBe(readdirSync('build/guide').filter((name) => name.endsWith('.md')).length);
    await guide.getByRole('navigation').getByRole('link', { name: 'Log in', exact: true }).click();
    await expect(guide.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
    await expect(guide.getByRole('table')).toContainText('AppRole');

    const facts = await app.evaluate(async ({ BrowserWindow, session }) => {
      const opened = BrowserWindow.getAllWindows().find((one) =>
        one.webContents.getURL().startsWith('app://guide/'),
      );
      if (opened === undefined) throw new Error('The guide is not open.');
      const { webContents } = opened;
      const before = webContents.getURL();
      const outside = ['app://strongroom/', 'https://example.com/', 'data:text/html,x', 'file:///etc/passwd'];
      const blocked = await Promise.all(
        ['https://example.com/x.png', 'http://127.0.0.1:1/x', 'app://strongroom/index.html'].map((url) =>
          webContents.session.fetch(url).then(
            ({ status }) => status,
            () => 'blocked',
          ),
        ),
      );
      return {
        blocked,
        before,
        outside,
        persistent: webContents.session.isPersistent(),
        same: webContents.session === session.defaultSession,
        preload: webContents.session.getPreloadScripts().length,
      };
    });
    expect(facts).toMatchObject({ persistent: false, same: false, preload: 0 });
    expect(facts.blocked).toEqual(['blocked', 'blocked', 404]);
    expect(
      await guide.evaluate(() =>
        Object.keys(window).filter((name) => /strongroom|require|process/i.test(name)),
      ),
    ).toEqual([]);

    // Sent as the window's own input: Playwright's keys bypass main's handler, which runs before the page.
    await app.evaluate(({ BrowserWindow }) => {
      const opened = BrowserWindow.getAllWindows().find((one) =>
        one.webContents.getURL().startsWith('app://guide/'),
      );
      opened?.webContents.sendInputEvent({ type: 'keyDown', keyCode: 'Escape' });
    });
    await expect.poll(() => guide.isClosed()).toBe(true);

    await window.bringToFront();
    await window.keyboard.press('Control+k');
    await window.getByRole('dialog').getByRole('combobox').fill('guide');
    const again = await guideBy(launched, () => window.keyboard.press('Enter'));
    await expect(again.getByRole('heading', { level: 1, name: 'Strongroom Guide' })).toBeVisible();
    await again.close();
    const third = await guideBy(launched, () => pressHelp(launched, 'guide'));
    await expect(third.getByRole('heading', { level: 1, name: 'Strongroom Guide' })).toBeVisible();

    // The app ends with its main window.
    const ended = new Promise((resolve) => app.process().once('exit', resolve));
    app
      .evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()
          .find((one) => one.title === 'Strongroom')
          ?.close(),
      )
      .catch(() => undefined);
    await ended;
  } finally {
    await launched.close();
  }
});

test('diagnostics are copied from Help and hold no name', async () => {
  const launched = await launchApp();
  const { app, window } = launched;
  try {
    await expect(addressField(window)).toBeFocused();
    await addressField(window).fill('https://canary-host.example:8200');
    await pressHelp(launched, 'diagnostics');
    await expect(window.getByRole('status').filter({ hasText: 'Diagnostics copied' })).toHaveCount(1);
    const text = await app.evaluate(({ clipboard }) => clipboard.readText());
    expect(text).toMatch(/^Strongroom \d+\.\d+\.\d+/);
    expect(text).toContain('call app.info');
    for (const name of ['canary', launched.userDataDir, process.env['USER'] ?? '/home/', '127.0.0.1'])
      expect(text).not.toContain(name);
  } finally {
    await launched.close();
  }
});
