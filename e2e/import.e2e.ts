/** Imports in the real app: a file from the dialog, its mapping masked, its plan run after the secure prompt. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { callByHand, callInPage, nextEvent } from './steps/bridge-calls.ts';
import { answerFileDialogs } from './steps/connect-form.ts';
import { launchConnected, openMount, treeRow } from './steps/connected.ts';
import { readToEnd } from './steps/prompt-steps.ts';
import { ask, at, newKvMount, sharedServers, writeEntry } from './servers/index.ts';
import type { KvMount } from './servers/index.ts';

const { dev } = sharedServers();
const logins =
  'Group,Title,Username,Password\nWeb/Shops,Book/shop,me,canary-one\nWeb/Shops,Toys,you,canary-two\n';
let folder: string;
let launched: LaunchedApp;
let page: Page;
let mount: KvMount;

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'import-e2e-'));
  mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'team/Toys', { Username: 'theirs' });
  launched = await launchConnected({ address: dev.address, token: dev.rootToken, name: 'First' });
  page = launched.window;
});
test.afterEach(async () => {
  await launched.close();
  rmSync(folder, { recursive: true });
});

function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function dataOf(path: string): Promise<unknown> {
  const { json } = await ask(dev, 'GET', `${mount.path}data/${path}`);
  return at(json, 'data', 'data') ?? null;
}

test('logins of a CSV file come into a folder, under new names, after the secure prompt', async () => {
  await answerFileDialogs(launched, [fileOf('logins.csv', logins)]);
  await openMount(page, mount.path);
  await treeRow(page, 'team/').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Import…' }).click();
  await page.getByRole('button', { name: 'Choose a file…' }).click();
  const preview = page.getByRole('grid', { name: 'Preview' });
  await expect(preview).toContainText('Web/Shops/Book-shop');
  await expect(preview).toContainText('Username (2), Password (10)');
  await page.getByRole('radio', { name: 'Without Web/Shops/' }).check();
  await page.getByRole('button', { name: 'Rename or leave out keys' }).click();
  await page.getByRole('textbox', { name: 'Username' }).fill('user');
  await expect(preview).toContainText('user (2), Password (10)');
  await expect(page.getByRole('textbox', { name: `Folder in ${mount.path}` })).toHaveValue('team/');
  await page.getByRole('button', { name: 'Make the plan' }).click();
  const rows = page.getByRole('grid', { name: 'Rows of the plan' });
  await expect(rows).toContainText(`${mount.path}team/Book-shop`);
  await expect(rows).toContainText('Conflict');
  await page.getByRole('button', { name: 'Run 1 row…' }).click();
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('dialog')).toContainText('Import 1 entry?');
    await expect(trusted.getByRole('dialog')).toContainText('logins.csv');
    await readToEnd(trusted);
    await trusted.getByRole('button', { name: 'Import' }).click();
  });
  await expect(page.getByRole('status', { name: 'Result' })).toContainText('1 done');
  expect(await dataOf('team/Book-shop')).toEqual({ user: 'me', Password: 'canary-one' });
  expect(await dataOf('team/Toys')).toEqual({ Username: 'theirs' });
  expect(await page.content()).not.toContain('canary-');
});

test('a file that cannot be read says where, and another one can be chosen', async () => {
  await answerFileDialogs(launched, [
    fileOf('broken.json', '{\n"a": canary-secret'),
    fileOf('good.json', '{"app":{"db":{"k":"v"}}}'),
  ]);
  await openMount(page, mount.path);
  await treeRow(page, mount.path).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Import…' }).click();
  const choose = page.getByRole('button', { name: 'Choose a file…' });
  await choose.click();
  const alert = page.getByRole('alert').filter({ hasText: 'The file was not read' });
  await expect(alert).toContainText('Line 2');
  await expect(alert).not.toContainText('canary-secret');
  await choose.click();
  await expect(page.getByRole('grid', { name: 'Preview' })).toContainText('app/db');
  await page.getByRole('radio', { name: 'One entry' }).check();
  await expect(page.getByRole('grid', { name: 'Preview' })).toContainText('good');
});

test('a hostile page chooses no path, reads no value and alters no plan @import-hostile', async () => {
  await openMount(page, mount.path);
  const path = fileOf('a.json', '{"a":{"k":"canary-secret"}}');
  const sessions = await callInPage(page, 'session.list', {});
  const [{ sessionId }] = sessions.value as [{ readonly sessionId: string }];
  // An input with a path is refused, and without a dialog no file is read.
  expect(await callByHand(page, 'import.choose', { sessionId, path })).toMatchObject({ ok: false });
  await answerFileDialogs(launched, []);
  expect(await callByHand(page, 'import.choose', { sessionId })).toMatchObject({
    error: { kind: 'cancelled' },
  });
  await answerFileDialogs(launched, [path]);
  const chosen = await callByHand(page, 'import.choose', { sessionId });
  const file = (chosen as { value: { importId: string; mapping: object } }).value;
  const { importId, mapping } = file;
  const preview = await callByHand(page, 'import.preview', { importId, mapping });
  const to = { sessionId, mount: mount.path, path: '' };
  const made = nextEvent(page, 'job.ended');
  const plan = await callByHand(page, 'import.plan', { importId, mapping, to, existing: 'skip' });
  const { planId } = (plan as { value: { planId: string } }).value;
  await made;
  expect(JSON.stringify([chosen, preview, plan])).not.toContain('canary-secret');
  // An import as an action of its own would name what main has not read.
  const forged = { kind: 'import', to, fileName: 'x', format: 'json', incomplete: false, existing: 'skip' };
  expect(await callByHand(page, 'plan.make', { sessionId, places: [to], action: forged })).toMatchObject({
    ok: false,
  });
  const running = callByHand(page, 'plan.run', { planId, leftOut: [] });
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('dialog')).toContainText('a.json');
    await trusted.getByRole('button', { name: 'Cancel' }).click();
  });
  expect(await running).toMatchObject({ error: { kind: 'cancelled' } });
  expect(await dataOf('a')).toBeNull();
});
