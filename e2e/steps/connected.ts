/** Ways into a session for tests: directly by the sample switch, or as the user does, through the trusted view. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { launchApp, type LaunchedApp, type LaunchOptions } from './app.ts';

export interface ServerAndToken {
  readonly address: string;
  readonly token: string;
  /** Name of the session; defaults to `Test server`. */
  readonly name?: string;
}

/** Launches the app with a session already open, as `npm start` does, and waits for its tree. */
export function launchConnected(server: ServerAndToken, options: LaunchOptions = {}): Promise<LaunchedApp> {
  return launchSample(server, options, (window) => tree(window).waitFor());
}

/** Launches the app with a session that opens automatically, and waits for `there`. */
export async function launchSample(
  server: ServerAndToken,
  options: LaunchOptions,
  there: (window: Page) => Promise<unknown>,
): Promise<LaunchedApp> {
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-sample-'));
  const file = join(folder, 'server.json');
  const { address, token, name = 'Test server' } = server;
  writeFileSync(file, JSON.stringify({ address, token, name }), { mode: 0o600 });
  const launched = await launchApp({
    ...options,
    args: [...(options.args ?? []), `--sample-server=${file}`],
  });
  await there(launched.window);
  rmSync(folder, { recursive: true });
  return launched;
}

/** Fills the connect form and enters the token in the trusted view, as the user does; waits for the tree. */
export async function logIn(launched: LaunchedApp, server: ServerAndToken): Promise<void> {
  const { window } = launched;
  await window.getByLabel('Address').fill(server.address);
  if (server.name !== undefined) await window.getByRole('textbox', { name: /^Name\b/ }).fill(server.name);
  await window.getByRole('button', { name: 'Connect', exact: true }).click();
  await launched.answer(async (trusted) => {
    await trusted.getByLabel('Token', { exact: true }).fill(server.token);
    await trusted.getByRole('button', { name: 'Log in' }).click();
  });
  await tree(window).waitFor();
}

/** Logs out, forgetting the token; the menu of the session must be open. */
export async function logOut(launched: LaunchedApp): Promise<void> {
  await launched.window.getByRole('menuitem', { name: 'Log out…' }).click();
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Log out', exact: true }).click());
}

/**
 * Runs `act`, which locks, and waits for the lock. The page ends with its process, perhaps before Playwright hears
 * that the key or click arrived: the lock on screen is the result.
 */
export async function lockBy(page: Page, act: () => Promise<unknown>): Promise<void> {
  act().catch(() => undefined);
  await expect(page.getByRole('heading', { name: 'Strongroom is locked' })).toBeVisible();
}

/** Locks by the keyboard shortcut, and waits for the lock. */
export async function lockByKeys(page: Page): Promise<void> {
  await lockBy(page, () => page.keyboard.press('Control+Shift+L'));
}

/**
 * Waits until the server has confirmed the entry's edit, by the text that the editor leaves on screen until the next
 * edit begins. Other texts stay on screen from the save before. KV v1: without a version.
 */
export async function savedAs(page: Page, version?: number): Promise<void> {
  const said = version === undefined ? 'Saved.' : `Saved as version ${String(version)}.`;
  await expect(page.getByRole('main', { name: 'Entries' }).getByText(said, { exact: true })).toBeVisible();
}

/** The tree of paths. */
export function tree(page: Page): Locator {
  return page.getByRole('tree');
}

/** Visible row of the tree, by its whole name; folders end with a slash. */
export function treeRow(page: Page, name: string): Locator {
  return tree(page)
    .getByRole('treeitem')
    .filter({ has: page.getByText(name, { exact: true }) });
}

/** Brings a mount into view from any state of the tree, and opens it. */
export async function openMount(page: Page, path: string): Promise<void> {
  await goTo(page, path);
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await openFolder(page, path);
}

/** Scrolls the tree until a row is in it: shared servers have more mounts than a window has rows. */
export async function scrollTo(page: Page, name: string): Promise<void> {
  await expect(async () => {
    if (await treeRow(page, name).isVisible()) return;
    await tree(page).evaluate((box) => {
      const atEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
      box.scrollTop = atEnd ? 0 : box.scrollTop + box.clientHeight / 2;
    });
    await treeRow(page, name).waitFor({ timeout: 300 });
  }).toPass({ intervals: [50] });
}

/**
 * Clicks a folder's row until it is open: after a recent navigation the app itself can open it between our check and
 * our click.
 */
export async function openFolder(page: Page, name: string): Promise<void> {
  await scrollTo(page, name);
  const row = treeRow(page, name);
  const open = page.locator('[role=treeitem][aria-expanded=true]', { hasText: name }).first();
  await expect(async () => {
    if ((await row.getAttribute('aria-expanded')) !== 'true') await row.click();
    await open.waitFor({ timeout: 1000 });
  }).toPass();
  // Scrolled up far enough to show its children.
  await open.evaluate((element) => {
    const box = element.closest('[role=tree]');
    if (box === null) return;
    const below = element.getBoundingClientRect().top - box.getBoundingClientRect().top;
    if (below > box.clientHeight / 2) box.scrollTop += below - box.clientHeight / 4;
  });
}

/** Chooses from the menu of a row of the tree. */
export async function fromMenu(page: Page, name: string, item: string): Promise<void> {
  await treeRow(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: item }).click();
}

/** Row of one key of the entry on screen. */
export function keyRow(page: Page, key: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: key, exact: true }) });
}

/** Goes to a path, in any form, by the overlay. */
export async function goTo(page: Page, text: string): Promise<void> {
  const overlay = page.getByRole('dialog', { name: 'Go to path' });
  // The window's shortcuts are off while the previous one fades out.
  await overlay.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+p');
  await overlay.getByRole('combobox').fill(text);
  await page.keyboard.press('Enter');
}
