/** Two folders compared in the real app, by hand and by keyboard; what differs goes out as a plan. The server judges. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { callByHand, callInPage } from './steps/bridge-calls.ts';
import { answerFileDialogs } from './steps/connect-form.ts';
import { launchConnected, openMount, treeRow } from './steps/connected.ts';
import { readToEnd } from './steps/prompt-steps.ts';
import { ask, at, newKvMount, sharedServers, writeEntry, type KvMount } from './servers/index.ts';

const { dev } = sharedServers();
let launched: LaunchedApp;
let page: Page;
let mount: KvMount;
let folder: string | undefined;

test.beforeEach(async () => {
  mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'staging/api', { host: 'a', password: 'canary-staging' });
  await writeEntry(dev, mount, 'production/api', { host: 'a', password: 'canary-production' });
  await writeEntry(dev, mount, 'staging/mail/smtp', { user: 'u' });
  await writeEntry(dev, mount, 'production/mail/smtp', { user: 'u' });
  await writeEntry(dev, mount, 'staging/deep/er/queue', { user: 'q' });
  await writeEntry(dev, mount, 'production/old', { user: 'o' });
  launched = await launchConnected({ address: dev.address, token: dev.rootToken, name: 'Folders' });
  page = launched.window;
  await openMount(page, mount.path);
});
test.afterEach(async () => {
  await launched.close();
  if (folder !== undefined) rmSync(folder, { recursive: true });
  folder = undefined;
});

const dataOf = async (path: string): Promise<unknown> =>
  at((await ask(dev, 'GET', `${mount.path}data/${path}`)).json, 'data', 'data');
const row = (path: string) =>
  page.getByRole('grid', { name: 'Compared entries' }).getByRole('row').filter({ hasText: path });

async function agree(action = /^Copy/): Promise<void> {
  await launched.answer(async (trusted) => {
    await readToEnd(trusted);
    await trusted.getByRole('button', { name: action }).click();
  });
}

/** A file that the dialog answers with. */
async function fileInDialog(name: string, text: string): Promise<void> {
  folder ??= mkdtempSync(join(tmpdir(), 'compare-e2e-'));
  const path = join(folder, name);
  writeFileSync(path, text);
  await answerFileDialogs(launched, [path]);
}

test('a folder is compared from the tree: equal entries are folded, one row is copied by a plan', async () => {
  await treeRow(page, 'staging/').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Compare with…' }).click();
  await expect(page.getByRole('combobox', { name: 'Left folder' })).toHaveValue('staging/');
  await page.getByRole('combobox', { name: 'Right folder' }).fill('production');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(row('api')).toContainText('1 of 2');
  await expect(row('old')).toContainText('Only right');
  await expect(row('deep/er/queue')).toContainText('Only left');
  await expect(row('mail/smtp')).toBeHidden();
  await page.getByRole('button', { name: '1 Same' }).click();
  await expect(row('mail/smtp')).toBeVisible();
  await page.getByRole('button', { name: '1 Same' }).click();

  await row('api').click();
  const differing = page.getByRole('list', { name: 'Keys that differ' });
  await expect(differing).toContainText('password');
  await expect(differing).not.toContainText('host');
  await expect(page.locator('body')).not.toContainText('canary');
  await page.keyboard.press('Escape');

  await page.getByRole('checkbox', { name: 'Select deep/er/queue' }).click();
  await page.getByRole('button', { name: 'Copy 1 to the right…' }).click();
  await page.getByRole('button', { name: 'Run 1 row…' }).click();
  await agree();
  await expect(page.getByRole('status', { name: 'Result' })).toContainText('1 done');
  expect(await dataOf('production/deep/er/queue')).toEqual({ user: 'q' });
  expect(await dataOf('production/api')).toEqual({ host: 'a', password: 'canary-production' });
});

test('two folders are compared and made equal by keyboard alone', async () => {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Compare folders');
  await page.keyboard.press('Enter');
  const left = page.getByRole('combobox', { name: 'Left folder' });
  const right = page.getByRole('combobox', { name: 'Right folder' });
  await expect(right).toBeFocused();
  for (const side of ['Left', 'Right']) {
    await page.getByRole('combobox', { name: `${side} mount` }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type(mount.path);
    await page.keyboard.press('Enter');
  }
  await left.focus();
  await page.keyboard.type('staging/');
  await right.focus();
  await page.keyboard.type('production/');
  await page.keyboard.press('Enter');
  await expect(row('api')).toContainText('Different');
  await page.getByRole('button', { name: 'Copy 2 to the right…' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Run 2 rows…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await agree();
  await expect(page.getByRole('status', { name: 'Result' })).toContainText('2 done');
  expect(await dataOf('production/api')).toEqual({ host: 'a', password: 'canary-staging' });
  await page.getByRole('tab', { name: 'Compare folders' }).click();
  await page.getByRole('button', { name: 'Compare again' }).click();
  await expect(page.getByRole('button', { name: '3 Same' })).toBeVisible();
  await expect(row('old')).toContainText('Only right');
});

const backup = `{"format":"strongroom-export","version":1}
{"path":"staging/api","below":"staging/","versions":[{"version":1,"data":{"host":"a","password":"canary-backup"}}]}
{"path":"staging/mail/smtp","below":"staging/","versions":[{"version":1,"data":{"user":"u"}}]}
{"path":"staging/lost","below":"staging/","versions":[{"version":1,"data":{"user":"canary-lost"}}]}
{"end":"complete","entries":3,"unread":0}
`;

test('a folder is compared with an export file, and what it lost comes back by an import', async () => {
  await fileInDialog('backup.jsonl', backup);
  await treeRow(page, 'staging/').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Compare with…' }).click();
  await page.getByRole('button', { name: 'Right from a file…' }).click();
  const right = page.getByRole('region', { name: 'Right' });
  await expect(right).toContainText('backup.jsonl');
  await expect(right).toContainText('3 entries');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(row('api')).toContainText('1 of 2');
  await expect(row('deep/er/queue')).toContainText('Only left');
  await expect(row('lost')).toContainText('Only right');
  await row('api').click();
  await expect(page.getByRole('list', { name: 'Keys that differ' })).toContainText('password');
  await expect(page.getByRole('button', { name: 'Open side by side' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /to the right…/ })).toBeHidden();
  await page.getByRole('checkbox', { name: 'Select lost' }).click();
  await page.getByRole('button', { name: 'Copy 1 to the left…' }).click();
  await page.getByRole('button', { name: 'Run 1 row…' }).click();
  await agree(/^Import/);
  await expect(page.getByRole('status', { name: 'Result' })).toContainText('1 done');
  expect(await dataOf('staging/lost')).toEqual({ user: 'canary-lost' });
  expect(await dataOf('staging/api')).toEqual({ host: 'a', password: 'canary-staging' });
  expect(await page.content()).not.toContain('canary');
});

test('a hostile page names no file to compare with, and none of another page @comparison-hostile', async () => {
  await fileInDialog('backup.jsonl', backup);
  const sessions = await callInPage(page, 'session.list', {});
  const [{ sessionId }] = sessions.value as [{ readonly sessionId: string }];
  const left = { sessionId, mount: mount.path, path: 'staging/' };
  for (const right of [
    { importId: '/etc/passwd', folders: 'all' },
    { path: '/etc/passwd' },
    { importId: 'x', folders: 'all', path: '/etc/passwd' },
  ])
    expect(await callByHand(page, 'comparison.start', { sessionId, left, right })).toMatchObject({
      ok: false,
    });
  const chosen = await callByHand(page, 'import.choose', { sessionId, purpose: 'comparison' });
  const { importId } = (chosen as { value: { importId: string } }).value;
  const right = { importId, folders: 'all' };
  const started = await callByHand(page, 'comparison.start', { sessionId, left, right });
  expect(started).toMatchObject({ ok: true });
  expect(JSON.stringify([chosen, started])).not.toContain('canary');
});
