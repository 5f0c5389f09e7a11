/** A folder as a table: by keyboard from the tree, its columns, its deleted versions and changes, what is due. */
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { launchConnected, openMount, tree, treeRow } from './steps/connected.ts';
import {
  must,
  newKvMount,
  sharedServers,
  startRecordingProxy,
  uniqueName,
  writeEntry,
} from './servers/index.ts';
import type { RecordingProxy } from './servers/index.ts';

const { dev } = sharedServers();
const mount = await newKvMount(dev, 2, uniqueName('folder/kv'));
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
