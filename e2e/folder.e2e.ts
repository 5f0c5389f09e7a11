/** A folder as a table: by keyboard from the tree, its columns, its deleted versions and changes, what is due. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import {
  fromMenu,
  goTo,
  keyRow,
  launchConnected,
  openFolder,
  openMount,
  tree,
  treeRow,
} from './steps/connected.ts';
import {
  issueCertificate,
  makeAuthority,
  must,
  newKvMount,
  productOfRun,
  sharedServers,
  startRecordingProxy,
  uniqueName,
  writeEntry,
  writeManyNames,
} from './servers/index.ts';
import type { RecordingProxy } from './servers/index.ts';

const { dev } = sharedServers();
const mount = await newKvMount(dev, 2, uniqueName('folder/kv'));
const old = await newKvMount(dev, 1, uniqueName('folder/kv1'));
let proxy: RecordingProxy;
let launched: LaunchedApp;

test.beforeAll(async () => {
  const metadata = { custom_metadata: { owner: 'payments', rotate_after: '90d' } };
  await must(dev, 'POST', `${mount.path}metadata/team/database`, metadata);
  for (const value of ['1', '2', '3'])
    await writeEntry(dev, mount, 'team/database', { user: 'web', password: `canary-${value}` });
  await must(dev, 'POST', `${mount.path}delete/team/database`, { versions: [1] });
  await writeEntry(dev, mount, 'team/stripe', { key: 'x' });
  await writeEntry(dev, mount, 'team/inner/mail', { key: 'x' });
  await writeEntry(dev, mount, 'team/retired', { key: 'x' });
  await must(dev, 'DELETE', `${mount.path}data/team/retired`);
  await writeManyNames(dev, old, 'devices/', 10_000);
  proxy = await startRecordingProxy(dev);
  launched = await launchConnected({ address: proxy.address, token: dev.rootToken });
});
test.afterAll(async () => {
  await launched.close();
  await proxy.stop();
});

/** A table of the folder's screen by its name. */
function table(page: Page, name: string): Locator {
  return page.getByRole('grid', { name, exact: true });
}

/** First texts of its rows. */
async function names(page: Page, name: string): Promise<readonly string[]> {
  const rows = table(page, name).locator('[role=row][data-index]');
  return rows.evaluateAll((all) =>
    all.map((row) => row.querySelector('[role=gridcell] [data-mono]')?.textContent ?? ''),
  );
}

/** Opens the folder's table from the menu of the tree; one that was read stays as it is. */
async function showTable(page: Page): Promise<void> {
  await openMount(page, mount.path);
  await fromMenu(page, 'team/', 'Open as table');
  await page.getByRole('heading', { level: 2, name: `${mount.path}team/` }).waitFor();
}

test('is opened from the tree by keyboard, reads metadata alone, and lists what lies below on request', async () => {
  const { window } = launched;
  await openMount(window, mount.path);
  await treeRow(window, 'team/').click();
  await expect(treeRow(window, 'stripe')).toBeVisible();
  proxy.clear();
  await tree(window).focus();
  await window.keyboard.press('Control+Enter');
  await expect(window.getByRole('heading', { level: 2, name: `${mount.path}team/` })).toBeVisible();
  await expect.poll(() => names(window, 'Entries')).toEqual(['database', 'retired', 'stripe']);
  const row = table(window, 'Entries').getByRole('row').filter({ hasText: 'database' });
  await expect(row).toContainText('payments');
  await expect(row).toContainText('rotate 20');
  expect(proxy.requests.filter(({ url }) => url.includes('/data/'))).toEqual([]);
  await window.getByRole('button', { name: 'All below' }).click();
  await expect.poll(() => names(window, 'Entries')).toEqual(['database', 'inner/mail', 'retired', 'stripe']);
});

test('columns are chosen, remembered, and keys are counted once they are', async () => {
  const { window } = launched;
  await showTable(window);
  const header = window.getByRole('columnheader', { name: 'Keys' });
  await expect(header).toHaveCount(0);
  proxy.clear();
  await window.getByRole('button', { name: 'Columns' }).click();
  await window.getByRole('checkbox', { name: 'Keys' }).check();
  await window.getByRole('checkbox', { name: 'Owner' }).uncheck();
  await window.keyboard.press('Escape');
  await expect(header).toBeVisible();
  await expect(window.getByRole('columnheader', { name: 'Owner' })).toHaveCount(0);
  const row = table(window, 'Entries').getByRole('row').filter({ hasText: 'database' });
  await expect(row.getByRole('gridcell', { name: '2', exact: true })).toBeVisible();
  expect(proxy.requests.filter(({ url }) => url.includes('/data/'))).toEqual([]);
  await expect
    .poll((): unknown => JSON.parse(readFileSync(join(launched.userDataDir, 'preferences.json'), 'utf8')))
    .toMatchObject({ data: { folderColumns: ['version', 'changed', 'keys', 'due'] } });
});

test('deleted versions say when they were deleted and what removes them for good', async () => {
  const { window } = launched;
  await showTable(window);
  await window.getByRole('button', { name: 'Deleted', exact: true }).click();
  await expect(window.getByRole('button', { name: 'Deleted 2' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => names(window, 'Deleted versions')).toEqual(['retired', 'database']);
  const rows = table(window, 'Deleted versions').getByRole('row');
  await expect(rows.filter({ hasText: 'retired' })).toContainText('1 (current)');
  await expect(rows.filter({ hasText: 'database' })).toContainText('after 8 writes');
  await window.getByRole('searchbox', { name: 'Filter paths' }).fill('base');
  await expect.poll(() => names(window, 'Deleted versions')).toEqual(['database']);
  await window.keyboard.press('Escape');
});

test('changes stand by day, newest first, and say what the metadata does not tell', async () => {
  const { window } = launched;
  await showTable(window);
  await window.getByRole('button', { name: 'Changes', exact: true }).click();
  await expect.poll(async () => (await names(window, 'Changes'))[1]).toBe('retired');
  const rows = table(window, 'Changes').getByRole('row');
  await expect(rows.nth(2)).toContainText('deleted');
  // Vault names the token that did it.
  const isNamed = productOfRun() === 'vault';
  await expect(window.getByText('The server does not say who.')).toBeVisible({ visible: !isNamed });
  if (isNamed) await expect(rows.nth(2)).toContainText('token');
  await window.getByRole('button', { name: 'Day', exact: true }).click();
  await rows.filter({ hasText: 'stripe' }).click();
  await expect(window.getByRole('heading', { level: 2, name: 'stripe', exact: true })).toBeVisible();
});

test('a certificate in an entry says when it ends, without being revealed', async () => {
  const { window } = launched;
  const { cert } = issueCertificate(makeAuthority(), { commonName: 'db.example' });
  await writeEntry(dev, mount, 'tls/db', { certificate: cert, note: 'x' });
  await goTo(window, `${mount.path}tls/db`);
  const year = new X509Certificate(cert).validToDate.toISOString().slice(0, 10);
  await expect(keyRow(window, 'certificate')).toContainText(`expires ${year}`);
  await expect(keyRow(window, 'note')).not.toContainText('expire');
  expect(await window.content()).not.toContain('BEGIN CERTIFICATE');
});

test('ten thousand entries scroll as one screen does', async () => {
  const { window } = launched;
  await openMount(window, old.path);
  await fromMenu(window, 'devices/', 'Open as table');
  await expect(window.getByRole('main').getByText(/^10,000 entries/)).toBeVisible();
  const rows = table(window, 'Entries').locator('[role=row][data-index]');
  await expect(table(window, 'Entries')).toHaveAttribute('aria-rowcount', '10001');
  await rows.first().focus();
  await window.keyboard.press('End');
  await expect(rows.filter({ hasText: 'name-009999' })).toBeInViewport();
  await expect(rows.filter({ hasText: 'name-000000' })).toHaveCount(0);
  expect(await rows.count()).toBeLessThan(100);
});

test('what is due stands on Home and in the tree, as far as it was read', async () => {
  const { window } = launched;
  await showTable(window);
  await must(dev, 'POST', `${mount.path}metadata/team/stripe`, {
    custom_metadata: { expires: '2020-01-31' },
  });
  await openFolder(window, 'team/');
  await expect(treeRow(window, 'stripe').getByRole('img', { name: 'Overdue' })).toHaveCount(0);
  await window.getByRole('button', { name: 'Home', exact: true }).click();
  const due = window.getByRole('region', { name: 'Due' });
  await expect(due).toContainText('Nothing is due soon.');
  await due.getByRole('button', { name: `Refresh ${mount.path}team/` }).click();
  await expect(due.getByRole('row')).toContainText(['stripe']);
  await expect(due.getByRole('row')).toContainText('expired 2020-01-31');
  await expect(treeRow(window, 'stripe').getByRole('img', { name: 'Overdue' })).toBeVisible();
  await due.getByRole('row').focus();
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { level: 2, name: 'stripe', exact: true })).toBeVisible();
});

test('another field is understood as soon as the settings name it', async () => {
  const { window } = launched;
  await must(dev, 'POST', `${mount.path}metadata/team/inner/mail`, {
    custom_metadata: { valid_until: '2020-01-31' },
  });
  await window.keyboard.press('Control+,');
  const names = window.getByRole('region', { name: /^Reminders/ });
  await names.getByRole('textbox', { name: 'Expires' }).fill('valid_until');
  await window.keyboard.press('Enter');
  await openMount(window, mount.path);
  await openFolder(window, 'team/');
  await openFolder(window, 'inner/');
  await fromMenu(window, 'inner/', 'Open as table');
  const row = table(window, 'Entries').getByRole('row').filter({ hasText: 'mail' });
  await expect(row).toContainText('expired 2020-01-31');
  await expect(treeRow(window, 'mail').getByRole('img', { name: 'Overdue' })).toBeVisible();
  await window.keyboard.press('Control+,');
  await names.getByRole('textbox', { name: 'Expires' }).fill('');
  await window.keyboard.press('Enter');
  await expect(names.getByRole('textbox', { name: 'Expires' })).toHaveValue('expires');
});
