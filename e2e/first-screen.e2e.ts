/**
 * The static first screen, held by a copy of the app whose React waits until the test lets it draw: it is React's own
 * screen, and what the user has done in it by then is taken over.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { PNG } from 'pngjs';
import type { Preferences } from '../shared/ipc/contract.ts';
import { appEntry, launchApp, type LaunchedApp } from './steps/app.ts';
import { addressField } from './steps/connect-form.ts';

const folder = mkdtempSync(join(tmpdir(), 'strongroom-first-screen-'));
const entry = join(folder, 'app');
let launched: LaunchedApp;

test.beforeAll(() => {
  cpSync(appEntry(), entry, { recursive: true });
  const assets = join(entry, 'renderer', 'assets');
  const [bundle = ''] = readdirSync(assets).filter(
    (name) => /^first-[\w-]+\.js$/.test(name) && /react/i.test(readFileSync(join(assets, name), 'utf8')),
  );
  const text = readFileSync(join(assets, bundle), 'utf8');
  writeFileSync(join(assets, bundle), `await new Promise((go) => (globalThis.letReactDraw = go));\n${text}`);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));
test.afterEach(() => launched.close());

interface Saved {
  readonly name: string;
  readonly environment?: string;
  readonly lastUsed?: string;
}

async function launchStatic(saved: readonly Saved[], preferences: Partial<Preferences> = {}): Promise<Page> {
  const userDataDir = mkdtempSync(join(folder, 'data-'));
  mkdirSync(userDataDir, { recursive: true });
  const profiles = saved.map(({ name, ...rest }, at) => ({
    profileId: `p${String(at)}`,
    name,
    colour: ['teal', 'red', 'amber'][at % 3],
    lastUsed: '',
    timeoutMs: 30_000,
    address: `https://vault-${String(at)}.example:8200`,
    namespace: '',
    proxy: 'direct',
    tls: { useSystemStore: true, skipVerify: false },
    ...rest,
  }));
  writeFileSync(
    join(userDataDir, 'profiles.json'),
    JSON.stringify({ version: 1, data: { files: {}, profiles } }),
  );
  writeFileSync(join(userDataDir, 'preferences.json'), JSON.stringify({ version: 1, data: preferences }));
  // Without a PATH no server is found whose sample would be offered later.
  launched = await launchApp({ entry, userDataDir, env: { PATH: '' } });
  const { window } = launched;
  await window.waitForFunction(() => 'letReactDraw' in globalThis);
  expect(await isStatic(window)).toBe(true);
  return window;
}

const isStatic = (window: Page): Promise<boolean> =>
  window.evaluate(() => 'still' in document.documentElement.dataset);

const pictureOf = (window: Page): Promise<Buffer> =>
  window.screenshot({ animations: 'disabled', caret: 'hide' });

/** Pixels that differ visibly: the edges of round corners do by a shade or two when they are drawn again. */
function differences(one: Buffer, other: Buffer): number {
  const [a, b] = [PNG.sync.read(one).data, PNG.sync.read(other).data];
  return a.filter((value, at) => Math.abs(value - (b[at] ?? 0)) > 24).length;
}

async function letReactDraw(window: Page): Promise<void> {
  await window.evaluate(() => (Reflect.get(globalThis, 'letReactDraw') as () => void)());
  await expect.poll(() => isStatic(window)).toBe(false);
}

const two: readonly Saved[] = [
  { name: 'Payments, production', environment: 'production', lastUsed: '2026-01-02T03:04:05.000Z' },
  { name: `O'Neil & <b>"sons"</b>` },
];
const many = Array.from({ length: 11 }, (_one, at) => ({
  name: `Server ${String(at)}`,
  environment: 'staging',
}));

for (const [title, saved, preferences] of [
  ['first start', [], {}],
  ['first start, dark and compact', [], { theme: 'dark', density: 'compact' }],
  ['saved connections', two, { theme: 'light' }],
  ['many of them, dark and compact', many, { theme: 'dark', density: 'compact' }],
] as const)
  test(`is React's own: ${title}`, async () => {
    const window = await launchStatic(saved, preferences);
    await window.evaluate(() => document.fonts.ready);
    const seen = await pictureOf(window);
    const heard = await window.locator('body').ariaSnapshot();
    await window.evaluate(() => Reflect.set(globalThis, 'before', [...document.querySelectorAll('#root *')]));
    await letReactDraw(window);
    expect(await window.locator('body').ariaSnapshot()).toBe(heard);
    expect(differences(seen, await pictureOf(window))).toBe(0);
    // React kept every element: its screen was the same to the last attribute that it compares.
    expect(
      await window.evaluate(() =>
        (Reflect.get(globalThis, 'before') as Element[])
          .filter((one) => !one.isConnected)
          .map(({ outerHTML }) => outerHTML),
      ),
    ).toEqual([]);
  });

test('typed texts, the focus and the caret stay, and React knows of them', async () => {
  const window = await launchStatic(two);
  await addressField(window).press('v');
  await window.keyboard.type('aut');
  await window.keyboard.press('ArrowLeft');
  await window.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await window.keyboard.press('ArrowLeft');
  await letReactDraw(window);
  await window.keyboard.type('d');
  await expect(window.getByRole('group', { name: 'Badge' })).toContainText('Minde');
  // Back at its caret.
  await addressField(window).focus();
  await window.keyboard.type('l');
  await expect(addressField(window)).toHaveValue('vault');
});

test('text that is being composed stays so', async () => {
  const window = await launchStatic(two);
  const input = await window.context().newCDPSession(window);
  const compose = (text: string) =>
    input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await window.getByRole('textbox', { name: 'Name' }).focus();
  await compose('に');
  await letReactDraw(window);
  await compose('にほ');
  await input.send('Input.insertText', { text: '日本' });
  await expect(window.getByRole('textbox', { name: 'Name' })).toHaveValue('日本');
  await expect(window.getByRole('group', { name: 'Badge' })).toContainText('日本');
});

test('Enter connects', async () => {
  const window = await launchStatic([]);
  await addressField(window).press('Enter');
  await expect(window.getByText('Type the address of a server')).toBeHidden();
  await letReactDraw(window);
  await expect(window.getByText('Type the address of a server')).toBeVisible();
});

test('clicks reach React', async () => {
  const window = await launchStatic(two);
  await window.getByRole('checkbox', { name: 'Remember this connection' }).click();
  await window.getByRole('button', { name: /^PP Payments|^Payments/ }).click();
  await window.getByRole('tab', { name: 'Advanced' }).click();
  await letReactDraw(window);
  await expect(window.getByRole('heading', { level: 1, name: 'Payments, production' })).toBeVisible();
  await expect(window.getByRole('tab', { name: 'Advanced' })).toHaveAttribute('aria-selected', 'true');
  await window.getByRole('button', { name: 'New connection' }).click();
  await expect(window.getByRole('checkbox', { name: 'Remember this connection' })).not.toBeChecked();
});

test('a double click connects', async () => {
  const window = await launchStatic(two);
  await window.getByRole('button', { name: /^Payments/ }).dblclick();
  await letReactDraw(window);
  // By an Electron for testing no further than that.
  await expect(window.getByText('nothing was sent').or(window.getByText('Contact'))).toBeVisible();
});

test('the page as built is served for every later load', async () => {
  const window = await launchStatic(two);
  await letReactDraw(window);
  await window.reload();
  await window.waitForFunction(() => 'letReactDraw' in globalThis);
  expect(await isStatic(window)).toBe(false);
});
