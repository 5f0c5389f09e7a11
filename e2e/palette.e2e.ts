/** The command palette: actions, navigation and copying by keyboard alone; and the keys of the map. */
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { findings } from './looks/axe-findings.ts';
import { addressField } from './steps/connect-form.ts';
import { goTo, keyRow, launchConnected, openMount, treeRow } from './steps/connected.ts';
import { newKvMount, sharedServers, startRecordingProxy, uniqueName, writeEntry } from './servers/index.ts';
import type { RecordingProxy } from './servers/recording-proxy.ts';

const { dev } = sharedServers();
const mount = await newKvMount(dev, 2, uniqueName('palette/kv'));
const long = `long-${'x'.repeat(480)}-end`;
const rightToLeft = 'שלום-عالم';
let launched: LaunchedApp;
let proxy: RecordingProxy;

test.beforeAll(async () => {
  await writeEntry(dev, mount, 'apps/database', { user: 'me', password: 'correct horse' });
  await writeEntry(dev, mount, 'apps/other', { value: 'of another' });
  await writeEntry(dev, mount, `odd/${long}`, { value: '1' });
  await writeEntry(dev, mount, `odd/${rightToLeft}`, { value: '2' });
  proxy = await startRecordingProxy(dev);
  launched = await launchConnected({ address: proxy.address, token: dev.rootToken });
});
test.afterAll(async () => {
  await launched.close();
  await proxy.stop();
});

function palette(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Command palette' });
}

/** Opens the palette and types. */
async function ask(page: Page, text: string): Promise<Locator> {
  const dialog = palette(page);
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await dialog.getByRole('combobox').fill(text);
  return dialog;
}

function entryHeading(page: Page, name: string): Locator {
  return page.getByRole('heading', { level: 2, name, exact: true });
}

test('opens, narrows while one types, runs an action, and gives the focus back when closed', async () => {
  const { window } = launched;
  await window.getByRole('searchbox', { name: 'Filter names' }).focus();
  const dialog = await ask(window, 'polic');
  await expect(dialog.getByRole('option').first()).toContainText('Policies');
  expect(await findings(window)).toEqual([]);
  await window.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(window.getByRole('searchbox', { name: 'Filter names' })).toBeFocused();
  await ask(window, 'polic');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('tab', { name: 'Policies', selected: true })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('goes to a typed path, and to names that were listed, without listing any', async () => {
  const { window } = launched;
  await ask(window, `/v1/${mount.path}data/apps/database`);
  await window.keyboard.press('Enter');
  await expect(entryHeading(window, 'database')).toBeVisible();
  await openMount(window, mount.path);
  await treeRow(window, 'apps/').click();
  await expect(treeRow(window, 'other')).toBeVisible();
  const listed = proxy.requests.filter(({ url }) => url.includes('list=true')).length;
  const dialog = await ask(window, 'apps/oth');
  await expect(dialog.getByRole('option').first()).toContainText('other');
  await window.keyboard.press('Enter');
  await expect(entryHeading(window, 'other')).toBeVisible();
  expect(proxy.requests.filter(({ url }) => url.includes('list=true'))).toHaveLength(listed);
});

test('copies a key of an entry that is not in front, and shows nothing of it', async () => {
  const { app, window } = launched;
  await goTo(window, `${mount.path}apps/database`);
  await expect(entryHeading(window, 'database')).toBeVisible();
  await goTo(window, `${mount.path}apps/other`);
  await expect(entryHeading(window, 'other')).toBeVisible();
  const dialog = await ask(window, 'database');
  await window.keyboard.press('ArrowRight');
  const keys = dialog.getByRole('combobox', { name: 'Copy which key?' });
  await expect(dialog.getByRole('option')).toHaveText([/^password/, /^user/]);
  expect(await findings(window)).toEqual([]);
  await keys.fill('pass');
  await window.keyboard.press('Enter');
  const clipboard = () => app.evaluate(({ clipboard: system }) => system.readText());
  await expect.poll(clipboard).toBe('correct horse');
  await expect(dialog).toBeHidden();
  await app.evaluate(({ clipboard: system }) => system.writeText('something else'));
  // The next time it has its own line, the first of the matches.
  await ask(window, 'da');
  await expect(dialog.getByRole('option').first()).toContainText('database › password');
  await window.keyboard.press('Enter');
  await expect.poll(clipboard).toBe('correct horse');
  await expect(entryHeading(window, 'other')).toBeVisible();
  expect(await window.content()).not.toContain('correct horse');
});

test('without a session it offers connections and what works there', async () => {
  const alone = await launchApp();
  try {
    const { window } = alone;
    await addressField(window).waitFor();
    const dialog = await ask(window, 'wrapping');
    await expect(dialog.getByRole('option').first()).toContainText('Open a wrapping token');
    expect(await findings(window)).toEqual([]);
    await dialog.getByRole('combobox').fill('new conn');
    await window.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(addressField(window)).toBeVisible();
  } finally {
    await alone.close();
  }
});

test('names of 500 letters and right-to-left ones stay within their line, also in a small window', async () => {
  const { window } = launched;
  for (const name of [long, rightToLeft]) {
    await goTo(window, `${mount.path}odd/${name}`);
    await expect(entryHeading(window, name)).toBeVisible();
  }
  const size = await launched.app.evaluate(({ BrowserWindow }) => {
    const [main] = BrowserWindow.getAllWindows();
    const before = main?.getContentSize() ?? [1280, 800];
    main?.setContentSize(960, 600);
    return before;
  });
  await expect.poll(() => window.evaluate(() => innerHeight)).toBeLessThanOrEqual(600);
  for (const text of ['long', 'שלום', '']) {
    const dialog = await ask(window, text);
    await dialog.getByRole('option').first().waitFor();
    const bounds = await dialog.boundingBox();
    expect((bounds?.y ?? 0) + (bounds?.height ?? 0)).toBeLessThanOrEqual(600);
    for (const option of await dialog.getByRole('option').all()) {
      const box = await option.boundingBox();
      expect(box?.height).toBeLessThan(40);
      expect(box?.width).toBeLessThanOrEqual(bounds?.width ?? 0);
    }
    await window.keyboard.press('Escape');
  }
  await launched.app.evaluate(({ BrowserWindow }, [width = 1280, height = 800]) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
  }, size);
});

test('keys go back and forward, reopen a tab, edit, find a key, and are all on the cheat sheet', async () => {
  const { window } = launched;
  await goTo(window, `${mount.path}apps/database`);
  await expect(entryHeading(window, 'database')).toBeVisible();
  await goTo(window, `${mount.path}apps/other`);
  await expect(entryHeading(window, 'other')).toBeVisible();
  await window.keyboard.press('Alt+ArrowLeft');
  await expect(entryHeading(window, 'database')).toBeVisible();
  await window.keyboard.press('Alt+ArrowRight');
  await expect(entryHeading(window, 'other')).toBeVisible();
  await window.keyboard.press('Control+w');
  await expect(window.getByRole('tab', { name: 'other', exact: true })).toHaveCount(0);
  await window.keyboard.press('Control+Shift+t');
  await expect(window.getByRole('tab', { name: 'other', selected: true })).toBeVisible();
  await expect(keyRow(window, 'value')).toBeVisible();
  await window.keyboard.press('Control+f');
  await expect(window.getByRole('searchbox', { name: 'Filter keys' })).toBeFocused();
  await window.keyboard.press('Control+k');
  await expect(palette(window)).toBeVisible();
  await window.keyboard.press('Control+k');
  await expect(palette(window)).toBeHidden();
  await window.getByRole('tab', { name: 'other', selected: true }).focus();
  await window.keyboard.press('?');
  const sheet = window.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet).toContainText('Reopen closed tab');
  expect(await findings(window)).toEqual([]);
  await window.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await window.keyboard.press('e');
  await expect(window.getByRole('button', { name: 'Add a key' })).toBeVisible();
  await window.getByRole('button', { name: 'Cancel' }).click();
  await expect(keyRow(window, 'value')).toBeVisible();
});
