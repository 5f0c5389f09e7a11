/** Sharing an entry: wrapped for a recipient, as text for other tools, with an unseen generated password. */
import { expect, test } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { findings } from './looks/axe-findings.ts';
import { goTo, keyRow, launchConnected, savedAs } from './steps/connected.ts';
import { factsOf, at, must, newKvMount, sharedServers, uniqueName, writeEntry } from './servers/index.ts';
import { resize } from './tour/sizes.ts';
import { agreeToCopy, onClipboard } from './steps/wrapping-steps.ts';

const { dev } = sharedServers();
const v2 = await newKvMount(dev, 2);
const unseen = uniqueName('never-shown');
let launched: LaunchedApp;

test.beforeAll(async () => {
  launched = await launchConnected({ address: dev.address, token: dev.rootToken });
});
test.afterAll(() => launched.close());

test('an entry is shared by keyboard alone, and opens to the chosen keys', async () => {
  const { window } = launched;
  const path = uniqueName('handed-on');
  await writeEntry(dev, v2, path, { host: 'db', password: unseen, user: 'eve' });
  await goTo(window, v2.path + path);
  await expect(keyRow(window, 'host')).toBeFocused();
  await window.keyboard.press('Control+k');
  await window.getByRole('combobox', { name: 'Command palette' }).fill('share');
  await expect(window.getByRole('option').first()).toContainText('Share…');
  await window.keyboard.press('Enter');
  const dialog = window.getByRole('dialog', { name: 'Share this entry' });
  await dialog.getByRole('checkbox', { name: 'host' }).focus();
  await window.keyboard.press('Space');
  await expect(dialog.getByRole('group', { name: 'Keys (2 of 3)' })).toBeVisible();
  await dialog.getByRole('textbox', { name: 'TTL' }).fill('5m');
  expect(await findings(window)).toEqual([]);
  await window.keyboard.press('Enter');
  const result = window.getByRole('dialog', { name: 'Wrapping token' });
  await expect(result).toContainText(`Wrapped ${v2.path}${path}, version 1, 2 of 3 keys`);
  expect(await findings(window)).toEqual([]);
  expect(await window.content()).not.toContain(unseen);
  await result.getByRole('button', { name: 'Copy wrapping token' }).click();
  await agreeToCopy(launched);
  const token = await onClipboard(launched);
  const opened = await must({ address: dev.address, rootToken: token }, 'POST', 'sys/wrapping/unwrap', {});
  expect(at(opened, 'data')).toEqual({ password: unseen, user: 'eve' });
  await window.keyboard.press('Escape');
  await expect(result).toBeHidden();
});

test('an entry is copied for other tools, and the window says so', async () => {
  const { window } = launched;
  const path = uniqueName('copied');
  await writeEntry(dev, v2, path, { 'db-password': `${unseen}'s`, user: 'eve' });
  await goTo(window, v2.path + path);
  await expect(keyRow(window, 'user')).toBeVisible();
  for (const [name, text] of [
    ['.env', `db_password="${unseen}'s"\nuser=eve\n`],
    ['JSON', `{\n  "db-password": "${unseen}'s",\n  "user": "eve"\n}\n`],
    ['YAML', `db-password: "${unseen}'s"\nuser: "eve"\n`],
    [
      'CLI command',
      `${factsOf().program} kv put -mount=${v2.path.slice(0, -1)} ${path} \\\n  'db-password=${unseen}'\\''s' \\\n  user=eve\n`,
    ],
  ] as const) {
    await window.getByRole('button', { name: 'More', exact: true }).click();
    await window.getByRole('menuitem', { name: `Copy as ${name}` }).click();
    await expect.poll(() => onClipboard(launched)).toBe(text);
    await expect(window.getByRole('region', { name: 'Done' })).toContainText(
      `as ${name}, without showing it.`,
    );
  }
  expect(await window.content()).not.toContain(unseen);
});

test('a generated password is saved by five keys, and was never in the page', async () => {
  const { window } = launched;
  const path = uniqueName('generated');
  await writeEntry(dev, v2, path, { password: 'old' });
  await goTo(window, v2.path + path);
  await expect(keyRow(window, 'password')).toBeFocused();
  await window.keyboard.press('e');
  await expect(window.getByRole('button', { name: 'Edit password' })).toBeFocused();
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('Enter');
  const dialog = window.getByRole('dialog', { name: 'Generate a value for password' });
  await expect(dialog.getByRole('textbox', { name: 'Length' })).toBeFocused();
  expect(await findings(window)).toEqual([]);
  await window.keyboard.press('Enter');
  await expect(window.getByText('24 characters · 142 bits')).toBeVisible();
  await window.keyboard.press('Control+s');
  await expect(window.getByRole('list', { name: 'Changes' })).toContainText('generated');
  expect(await findings(window)).toEqual([]);
  await window.keyboard.press('Control+s');
  await savedAs(window, 2);
  await expect(keyRow(window, 'password')).toBeFocused();
  const password = at(await must(dev, 'GET', `${v2.path}data/${path}`), 'data', 'data', 'password');
  expect(password).toMatch(/^[A-Za-z0-9]{24}$/);
  expect(await window.content()).not.toContain(password);
});

test('keys can be read and edited at 640×480 and at 960×600 with 150 %', async () => {
  const { window, app } = launched;
  const path = uniqueName('narrow');
  await writeEntry(dev, v2, path, { 'a-rather-long-name-of-a-key': 'value', user: 'eve' });
  await goTo(window, v2.path + path);
  await keyRow(window, 'user').waitFor();
  const field = window.getByRole('textbox', { name: 'Value of user' });
  const small = { width: 640, height: 480 };
  await app.evaluate(({ BrowserWindow }, { width, height }) => {
    BrowserWindow.getAllWindows()[0]?.setMinimumSize(width, height);
  }, small);
  await resize(launched, small);
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await window.getByRole('button', { name: 'Edit user', exact: true }).click();
  const width = async (): Promise<number> => (await field.boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(150);
  await resize(launched, { width: 960, height: 600 });
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(1.5);
  });
  await window.waitForFunction(() => innerWidth === 640);
  await expect.poll(width).toBeGreaterThan(150);
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.setZoomFactor(1);
  });
  await resize(launched, { width: 1280, height: 800 });
});
