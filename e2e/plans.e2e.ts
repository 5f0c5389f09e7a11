/** Plans of many entries in the real app on a real Vault: from the tree, by keyboard and by drag. The server judges. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { agreeToPlan, dataOf as dataIn, namesIn as namesBelow, planResult } from './steps/plan-steps.ts';
import { callByHand, callInPage } from './steps/bridge-calls.ts';
import { answerFileDialogs, answerSaveDialogs } from './steps/connect-form.ts';
import { readToEnd } from './steps/prompt-steps.ts';
import { launchConnected, openFolder, openMount, tree, treeRow } from './steps/connected.ts';
import {
  ask,
  at,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  temporaryFolder,
  writeEntry,
  type KvMount,
} from './servers/index.ts';

const { dev } = sharedServers();
const folder = temporaryFolder('plans-e2e');
let launched: LaunchedApp;
let page: Page;
let mount: KvMount;

async function start(token = dev.rootToken): Promise<void> {
  launched = await launchConnected({ address: dev.address, token, name: 'Plans' });
  page = launched.window;
  await openMount(page, mount.path);
}

test.beforeEach(async () => {
  mount = await newKvMount(dev, 2);
  for (const user of ['first', 'second', 'third']) await writeEntry(dev, mount, 'web/api', { user });
  await writeEntry(dev, mount, 'web/db', { password: 'correct horse' });
  await writeEntry(dev, mount, 'prod/mail', { user: 'svc' });
});
test.afterEach(async () => {
  await launched.close();
});

async function versionsOf(path: string): Promise<unknown> {
  const { json } = await ask(dev, 'GET', `${mount.path}metadata/${path}`);
  return at(json, 'data', 'current_version');
}

const dataOf = (path: string, version?: number): Promise<unknown> => dataIn(dev, mount, path, version);
const namesIn = (folder: string): Promise<unknown> => namesBelow(dev, mount, folder);
const agree = (): Promise<void> => agreeToPlan(launched);
const result = () => planResult(page);

test('a folder with all versions is copied from the tree by keyboard alone', async () => {
  await start();
  await tree(page).focus();
  await page.keyboard.type('web');
  await page.keyboard.press('Control+c');
  await page.keyboard.type('prod');
  await page.keyboard.press('Control+v');
  const run = page.getByRole('button', { name: 'Run 2 rows…' });
  await expect(run).toBeFocused();
  await page.keyboard.press('Enter');
  await agree();
  await expect(result()).toContainText('2 done');
  expect(await versionsOf('prod/web/api')).toBe(3);
  expect(await dataOf('prod/web/api', 1)).toEqual({ user: 'first' });
  expect(await dataOf('prod/web/db')).toEqual({ password: 'correct horse' });
  expect(await dataOf('web/db')).toEqual({ password: 'correct horse' });
});

test('a copy is undone from its result: the copies go after their name was typed, the source stays', async () => {
  await start();
  await tree(page).focus();
  await page.keyboard.type('web');
  await page.keyboard.press('Control+c');
  await page.keyboard.type('prod');
  await page.keyboard.press('Control+v');
  await page.getByRole('button', { name: 'Run 2 rows…' }).click();
  await agree();
  await expect(result()).toContainText('2 done');
  await page.getByRole('button', { name: 'Undo…' }).click();
  await expect(page.getByRole('button', { name: '2 Delete everything' })).toBeVisible();
  await page.getByRole('button', { name: 'Run 2 rows…' }).click();
  await launched.answer(async (trusted) => {
    await readToEnd(trusted);
    await trusted.getByRole('textbox').fill(`${mount.path}prod/web/`);
    await trusted.getByRole('button', { name: /^Undo/ }).click();
  });
  await expect(result()).toContainText('2 done');
  expect(await namesIn('prod/')).toEqual(['mail']);
  expect(await versionsOf('web/api')).toBe(3);
  await expect(page.getByRole('button', { name: 'Undo…' })).toHaveCount(0);
});

test('a plan is saved and loaded again: what changed since is left out, and no page names its file @plan-file-chosen', async () => {
  const path = join(folder.path, 'release.jsonl');
  await start();
  await tree(page).focus();
  await page.keyboard.type('web');
  await page.keyboard.press('Control+c');
  await page.keyboard.type('prod');
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('button', { name: 'Run 2 rows…' })).toBeFocused();
  await answerSaveDialogs(launched, [path]);
  await page.getByRole('button', { name: 'Save the plan…' }).click();
  await expect(page.getByText('2 rows saved to release.jsonl, without values.')).toBeVisible();
  expect(readFileSync(path, 'utf8')).not.toContain('correct horse');
  await writeEntry(dev, mount, 'web/db', { password: 'another horse' });
  // A page that names a path gets nothing, and without a dialog no file is read.
  const [{ sessionId }] = (await callInPage(page, 'session.list', {})).value as [{ sessionId: string }];
  expect(await callByHand(page, 'plan.load', { sessionId, path })).toMatchObject({ ok: false });
  await answerFileDialogs(launched, []);
  expect(await callByHand(page, 'plan.load', { sessionId })).toMatchObject({ error: { kind: 'cancelled' } });
  await answerFileDialogs(launched, [path]);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Load a plan');
  await page.getByRole('option', { name: /^Load a plan…/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Loaded from release.jsonl and checked against the server.')).toBeVisible();
  await expect(page.getByText(/^Changed since the plan was saved/)).toBeVisible();
  await page.getByRole('button', { name: 'Run 1 row…' }).click();
  await agree();
  await expect(result()).toContainText('1 done');
  expect(await dataOf('prod/web/api')).toEqual({ user: 'third' });
  expect(await dataOf('prod/web/db')).toBeNull();
});

test('a folder dragged onto another is moved there', async () => {
  await start();
  await treeRow(page, 'web/').hover();
  await page.mouse.down();
  await treeRow(page, 'prod/').hover();
  await expect(page.getByText(/^Move 1 name to/)).toBeVisible();
  await page.mouse.up();
  await page.getByRole('button', { name: 'Run 2 rows…' }).click();
  await agree();
  await expect(result()).toContainText('2 done');
  expect(await namesIn('prod/')).toEqual(['mail', 'web/']);
  expect(await dataOf('web/db')).toBeNull();
  // The tree shows it without being asked.
  await openFolder(page, 'prod/');
  await expect(treeRow(page, 'web/').first()).toBeVisible();
});

test('an open entry that a plan moves says where it is now, and keeps what was typed', async () => {
  await start();
  await openFolder(page, 'web/');
  await treeRow(page, 'api').click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Edit user', exact: true }).click();
  await page.getByRole('textbox', { name: 'Value of user' }).fill('typed here');
  await tree(page).focus();
  await page.keyboard.type('web');
  await page.keyboard.press('F2');
  await page.getByRole('combobox', { name: 'To folder' }).fill('moved/');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Run 2 rows…' }).click();
  await agree();
  await expect(result()).toContainText('2 done');
  await expect(treeRow(page, 'moved/')).toBeVisible();
  await expect(treeRow(page, 'web/')).toHaveCount(0);
  await page.getByRole('tab', { name: 'api' }).click();
  const told = page.getByRole('main').getByRole('status').filter({ hasText: 'This entry was moved' });
  await expect(told).toContainText(`${mount.path}moved/api`);
  await expect(page.getByRole('textbox', { name: 'Value of user' })).toHaveValue('typed here');
  await told.getByRole('button', { name: 'Open it there' }).click();
  await expect(page.getByRole('navigation', { name: 'Folder' })).toContainText('moved');
  expect(await dataOf('moved/api')).toEqual({ user: 'third' });
  // The palette has the new place of the other one, too, and no longer the old one.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('db');
  await expect(page.getByRole('option').filter({ hasText: `${mount.path}moved/` })).toHaveCount(1);
  await expect(page.getByRole('option').filter({ hasText: `${mount.path}web/` })).toHaveCount(0);
});

test('a folder is renamed by F2, and a row that is left out stays', async () => {
  await start();
  await tree(page).focus();
  await page.keyboard.type('web');
  await page.keyboard.press('F2');
  const folder = page.getByRole('combobox', { name: 'To folder' });
  await expect(folder).toBeFocused();
  await folder.fill('site/');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: `Select ${mount.path}web/db` }).click();
  await page.getByRole('button', { name: 'Run 1 row…' }).click();
  await agree();
  await expect(result()).toContainText('1 done');
  expect(await dataOf('site/api', 2)).toEqual({ user: 'second' });
  expect(await dataOf('web/db')).toEqual({ password: 'correct horse' });
});

test('a plan that is declined changes nothing and can be run later; several selected names are deleted', async () => {
  await start();
  await openFolder(page, 'web/');
  await treeRow(page, 'api').click({ modifiers: ['Control'] });
  await treeRow(page, 'db').click({ modifiers: ['Shift'] });
  await page.keyboard.press('Delete');
  const run = page.getByRole('button', { name: 'Run 2 rows…' });
  await run.click();
  await launched.answer((trusted) => trusted.keyboard.press('Escape'));
  await expect(run).toBeVisible();
  expect(await dataOf('web/db')).toEqual({ password: 'correct horse' });
  await run.click();
  await agree();
  await expect(result()).toContainText('2 done');
  expect(await dataOf('web/db')).toBeNull();
});

test('rows without permission are said before; what failed is tried again', async () => {
  const policy = await newPolicy(
    dev,
    `path "${mount.path}*" { capabilities = ["read", "list", "create", "update"] }
     path "${mount.path}data/prod/web/db" { capabilities = ["deny"] }`,
  );
  const { token } = await newToken(dev, { policies: [policy] });
  await start(token);
  await tree(page).focus();
  await page.keyboard.type('web');
  await page.keyboard.press('Control+c');
  await page.keyboard.type('prod');
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('button', { name: '1 No permission' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Run 1 row…' })).toBeVisible();
});

test('several folders that are copied keep their names', async () => {
  await start();
  await treeRow(page, 'prod/').click({ modifiers: ['Control'] });
  await treeRow(page, 'web/').click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Actions', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy to…' }).click();
  await page.getByRole('combobox', { name: 'To folder' }).fill('all');
  await page.getByRole('button', { name: 'Make the plan' }).click();
  await page.getByRole('button', { name: 'Run 3 rows…' }).click();
  await agree();
  await expect(result()).toContainText('3 done');
  expect(await namesIn('all/')).toEqual(['prod/', 'web/']);
});
