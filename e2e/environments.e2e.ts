/** One entry over several environments, in the real app: a view is made, read, looked into, changed and deleted. */
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { goTo, launchConnected } from './steps/connected.ts';
import { readToEnd } from './steps/prompt-steps.ts';
import { ask, at, newKvMount, sharedServers, startRecordingProxy, writeEntry } from './servers/index.ts';

const { dev } = sharedServers();
const kv = await newKvMount(dev, 2);
const proxy = await startRecordingProxy(dev);
let launched: LaunchedApp;
let page: Page;

test.beforeAll(async () => {
  await writeEntry(dev, kv, 'dev/app', { host: 'db', password: 'canary-dev', debug: true });
  await writeEntry(dev, kv, 'prod/app', { host: 'db', password: 'canary-prod' });
  launched = await launchConnected({ address: proxy.address, token: dev.rootToken, name: 'First' });
  page = launched.window;
});
test.afterAll(async () => {
  await launched.close();
  await proxy.stop();
});

const dialog = (): Locator => page.getByRole('dialog');
const row = (key: string): Locator =>
  page.getByRole('grid', { name: 'Keys by environment' }).getByRole('row').filter({ hasText: key });

async function makeView(): Promise<void> {
  await goTo(page, `${kv.path}dev/app`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Compare environments…' }).click();
  await dialog()
    .getByRole('button', { name: `Add ${kv.path}prod/app` })
    .click();
  await dialog().getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'app', exact: true })).toBeVisible();
}

test('a view over two prefixes shows what is the same, different and missing, without a value', async () => {
  await makeView();
  await expect(row('host')).toContainText('same');
  await expect(row('password')).toContainText('different');
  await expect(row('debug')).toContainText('missing');
  await page.getByRole('button', { name: 'Different 1' }).click();
  await expect(row('host')).toBeHidden();
  await page.getByRole('button', { name: 'All 3' }).click();
  await expect(page.locator('body')).not.toContainText('canary');

  await row('password').click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('button', { name: 'Reveal password of prod' }).click();
  await expect(details.getByText('canary-prod')).toBeVisible();
  await details.getByRole('button', { name: 'Reveal password of dev' }).click();
  await expect(details.getByText('canary-dev')).toBeVisible();
  await expect(details.getByText('canary-prod')).toBeHidden();
  await details.getByRole('button', { name: 'More of dev' }).click();
  await page.getByRole('menuitem', { name: 'Compare with prod' }).click();
  await expect(page.getByText('2 of 3 keys differ')).toBeVisible();
});

test('a view is read only when asked, and once for each click', async () => {
  const reads = (): number =>
    proxy.requests.filter(({ url, method }) => method === 'GET' && /\/data\/(?:dev|prod)\/app/.test(url))
      .length;
  await page.getByRole('tab', { name: /Environments/ }).click();
  const before = reads();
  await ask(dev, 'DELETE', `${kv.path}data/prod/app`);
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(row('host')).toContainText('deleted');
  expect(reads() - before).toBe(2);
});

test('views are listed, changed and deleted, and a deletion can be undone', async () => {
  await page.getByRole('button', { name: 'All views' }).click();
  await page.getByRole('button', { name: 'Edit app' }).click();
  await dialog().getByRole('textbox', { name: 'Name' }).fill('the app');
  await dialog().getByRole('button', { name: 'Add column' }).click();
  await dialog().getByRole('textbox', { name: 'Path of column 3' }).fill(`${kv.path}none/app`);
  await dialog().getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'the app' })).toBeVisible();
  await expect(row('host')).toContainText('no entry');
  await page.getByRole('button', { name: 'All views' }).click();
  await page.getByRole('button', { name: 'Delete the app' }).click();
  await expect(page.getByText('No views yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('row', { name: /the app/ }).click();
  await expect(row('host')).toContainText('no entry');
});

test('a key is copied from one environment to another, by a plan that the person agrees to', async () => {
  await writeEntry(dev, kv, 'prod/app', { host: 'db', password: 'canary-prod' });
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(row('password')).toContainText('different');
  await row('password').click();
  const details = page.getByRole('complementary', { name: 'Details' });
  await details.getByRole('button', { name: /^More of dev/ }).click();
  await page.getByRole('menuitem', { name: 'Copy password to prod…' }).click();
  const run = page.getByRole('button', { name: 'Run 1 row…' });
  await expect(run).toBeFocused();
  // The row opens by keyboard: its difference says what is written, not if it is there already.
  await page.getByRole('row', { name: new RegExp(`${kv.path}dev/app`) }).click();
  await expect(page.getByRole('list', { name: 'Keys that differ' })).toContainText('password');
  await page.keyboard.press('Escape');
  await run.click();
  await launched.answer(async (trusted) => {
    await expect(trusted.locator('body')).toContainText(`${kv.path}dev/app → ${kv.path}prod/app`);
    await readToEnd(trusted);
    await trusted.getByRole('button', { name: /^Copy/ }).click();
  });
  await expect(page.getByRole('status', { name: 'Result' })).toContainText('1 done');
  const now = await ask(dev, 'GET', `${kv.path}data/prod/app`);
  expect(at(now.json, 'data', 'data')).toEqual({ host: 'db', password: 'canary-dev' });
  await expect(page.locator('body')).not.toContainText('canary');
});

test('a key gets different generated values in all environments that have an entry', async () => {
  await page.getByRole('tab', { name: /Environments/ }).click();
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(row('password')).toContainText('same');
  await row('password').click();
  await page.getByRole('button', { name: 'Generate…' }).click();
  await expect(page.getByRole('textbox', { name: 'Key', exact: true })).toHaveValue('password');
  await page.getByRole('button', { name: 'Make the plan' }).click();
  await page.getByRole('button', { name: 'Run 2 rows…' }).click();
  await launched.answer(async (trusted) => {
    await readToEnd(trusted);
    await trusted.getByRole('button', { name: /^Rotate/ }).click();
  });
  await expect(page.getByRole('status', { name: 'Result' })).toContainText('2 done');
  await page.getByRole('tab', { name: /Environments/ }).click();
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(row('password')).toContainText('different');
});

test('a value is written to all environments that have an entry, and to no other', async () => {
  await row('password').click();
  await page.getByRole('button', { name: 'Write to all…' }).click();
  await expect(page.getByRole('combobox', { name: 'Action' })).toContainText('Set a key');
  await expect(page.getByRole('textbox', { name: 'Key', exact: true })).toHaveValue('password');
  await page.getByRole('textbox', { name: 'Value', exact: true }).fill('written to all');
  await page.getByRole('button', { name: 'Make the plan' }).click();
  await page.getByRole('button', { name: 'Run 2 rows…' }).click();
  await launched.answer(async (trusted) => {
    await expect(trusted.locator('body')).toContainText(`${kv.path}prod/app`);
    await expect(trusted.locator('body')).not.toContainText('written to all');
    await readToEnd(trusted);
    await trusted.getByRole('button', { name: /^Set/ }).click();
  });
  await expect(page.getByRole('status', { name: 'Result' })).toContainText('2 done');
  const passwordOf = async (folder: string): Promise<unknown> =>
    at((await ask(dev, 'GET', `${kv.path}data/${folder}/app`)).json, 'data', 'data', 'password');
  expect(await passwordOf('dev')).toBe('written to all');
  expect(await passwordOf('prod')).toBe('written to all');
  expect((await ask(dev, 'GET', `${kv.path}data/none/app`)).status).toBe(404);
  await page.getByRole('tab', { name: /Environments/ }).click();
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(row('password')).toContainText('same');
});
