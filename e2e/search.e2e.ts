/** The search in the real app: filters, values, several connections, namespaces, what it could not see, and results. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { keyRow, launchConnected, logIn, openMount, treeRow } from './steps/connected.ts';
import {
  cancelSearch,
  foundGrid,
  openSearch,
  searchFor,
  searchIn,
  searchStatus,
  tooManyNames,
  words,
} from './steps/search-screen.ts';
import {
  must,
  newKvMount,
  newNamespace,
  newPolicy,
  newToken,
  sharedServers,
  startDevVault,
  startFaultProxy,
  writeEntry,
} from './servers/index.ts';
import { onClipboard } from './steps/wrapping-steps.ts';
import type { FaultProxy, KvMount } from './servers/index.ts';

const { dev } = sharedServers();
let launched: LaunchedApp;
let page: Page;
let mount: KvMount;

async function start(server = { address: dev.address, token: dev.rootToken }): Promise<void> {
  launched = await launchConnected({ ...server, name: 'First' });
  page = launched.window;
}

/** Opens the search of one mount alone, as from the menu of the tree. */
async function searchMount(of = mount): Promise<void> {
  await openMount(page, of.path);
  await treeRow(page, of.path).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Search below this folder' }).click();
  await words(page).waitFor();
}

/** Paths of the results, as a person reads them in the columns. */
async function found(): Promise<readonly string[]> {
  const rows = await foundGrid(page).getByRole('row').all();
  const texts = await Promise.all(rows.slice(1).map((row) => row.getByRole('gridcell').allInnerTexts()));
  return texts.map((cells) => `${cells[2] ?? ''}${cells[1] ?? ''}`.trim()).sort();
}

test.beforeEach(async () => {
  mount = await newKvMount(dev, 2);
  for (const path of ['web/api', 'web/db', 'mail/api'])
    await writeEntry(dev, mount, path, { user: 'svc', 'api-key': 'k' });
});
test.afterEach(() => launched.close());

test('each filter finds exactly what it says', async () => {
  const old = await newKvMount(dev, 1);
  await writeEntry(dev, old, 'web/legacy', { token: 'x' });
  await must(dev, 'POST', `${mount.path}metadata/web/db`, {
    custom_metadata: { owner: 'payments', tier: 'gold' },
  });
  for (let version = 0; version < 6; version++) await writeEntry(dev, mount, 'web/api', { other: 'v' });
  await must(dev, 'DELETE', `${mount.path}data/mail/api`);
  await start();
  await openSearch(page);
  const own = mount.path.slice(0, -1);
  const cases: readonly (readonly [text: string, found: readonly string[]])[] = [
    [`mount:${own} api`, ['mail/api', 'web/api']],
    [`mount:${old.path.slice(0, -1)} legacy`, ['web/legacy']],
    [`mount:${own} key:api-key`, ['web/db']],
    [`mount:${own} meta:tier=gold`, ['web/db']],
    [`mount:${own} owner:pay`, ['web/db']],
    [`mount:${own} web changed:<30d`, ['web/api', 'web/db']],
    [`mount:${own} changed:>30d`, []],
    [`mount:${own} versions:>5`, ['web/api']],
    [`mount:${own} deleted:`, ['mail/api']],
  ];
  for (const [text, paths] of cases) {
    await searchFor(page, text);
    await expect(searchStatus(page)).toContainText(paths.length === 0 ? /^Nothing matches/ : /found among/);
    await expect.poll(found, text).toEqual(paths);
  }
});

test('a value is found by a text typed in the prompt, which counts the reads; the page sees no character', async () => {
  await writeEntry(dev, mount, 'web/db', { password: 'before zebra-crossing', user: 'svc' });
  await start();
  await searchMount();
  await searchFor(page, '');
  // The three folders are known now.
  await expect(searchStatus(page)).toContainText(/found among 5 names in 3 folders/);
  await page.getByRole('button', { name: 'Search values…' }).click();
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('dialog')).toContainText('at most 3');
    await expect(trusted.getByRole('dialog')).toContainText('The audit log will show each read.');
    await trusted.getByLabel('Text to find', { exact: true }).fill('zebra');
    await trusted.getByRole('button', { name: 'Read and search' }).click();
  });
  await expect(searchStatus(page)).toHaveText('1 found among 5 names in 3 folders, 3 entries read.');
  const row = foundGrid(page).getByRole('row').nth(1);
  await expect(row).toContainText('password');
  await expect(row.getByRole('img', { name: 'hidden, with a match' }).locator('mark')).toBeVisible();
  expect(await page.content()).not.toContain('zebra');
  // Declined, it reads nothing, and what was found stays.
  await page.getByRole('button', { name: 'Search values…' }).click();
  await launched.answer((trusted) => trusted.keyboard.press('Escape'));
  await expect(row).toContainText('password');
  await row.getByRole('button', { name: 'Copy password' }).click();
  await expect.poll(() => onClipboard(launched)).toBe('before zebra-crossing');
});

test('one search of two connections opens a hit in its own', async () => {
  const other = await startDevVault();
  try {
    const there = await newKvMount(other, 2, 'other-kv');
    await writeEntry(other, there, 'far/needle-entry', { key: 'v' });
    await writeEntry(dev, mount, 'near/needle-entry', { key: 'v' });
    await start();
    await page.getByRole('button', { name: 'Connect to another server' }).click();
    await logIn(launched, { address: other.address, token: other.rootToken, name: 'Second' });
    await openSearch(page);
    await searchIn(page, 'All 2 open connections');
    await searchFor(page, 'needle-entry');
    await expect.poll(found).toEqual(['far/needle-entry', 'near/needle-entry']);
    await foundGrid(page).getByRole('row').filter({ hasText: 'First' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'needle-entry' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText(/Vault|OpenBao/);
    await expect(page.getByRole('heading', { name: 'First' })).toBeVisible();
  } finally {
    await other.stop();
  }
});

test.describe('through a proxy', () => {
  let proxy: FaultProxy;
  test.beforeEach(async () => {
    proxy = await startFaultProxy(dev);
    // Folder by folder, also where one request could scan.
    proxy.add({
      fault: { kind: 'answer', status: 403, body: { errors: ['permission denied'] } },
      url: /scan=true/,
    });
  });
  test.afterEach(() => proxy.stop());

  test('a search is cancelled, keeps what it has found, and goes on from there', async () => {
    const late = Promise.withResolvers<undefined>();
    proxy.add({ fault: { kind: 'delay', until: late.promise }, url: /metadata\/web/ });
    await start({ address: proxy.address, token: dev.rootToken });
    await searchMount();
    await searchFor(page, 'api');
    await expect(searchStatus(page)).toContainText(/^1 found · 2 folders read/);
    await cancelSearch(page);
    await expect(searchStatus(page)).toContainText(/^Cancelled: 1 found so far/);
    late.resolve(undefined);
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(searchStatus(page)).toHaveText('2 found among 5 names in 3 folders.');
    expect(await found()).toEqual(['mail/api', 'web/api']);
  });

  test('more names than it takes: it says which mount, and goes on with the rest', async () => {
    proxy.add({
      fault: { kind: 'answer', status: 200, body: tooManyNames('deep/') },
      url: /metadata\/web\/\?/,
    });
    await writeEntry(dev, mount, 'web/deep/api', { key: 'v' });
    await start({ address: proxy.address, token: dev.rootToken });
    await searchMount();
    await searchFor(page, 'api');
    await expect(page.getByText('The search stopped early')).toBeVisible();
    await expect(page.getByText(`More than 200,000 names lie below “${mount.path}”.`)).toBeVisible();
    await expect(searchStatus(page)).toContainText(/found before it stopped/);
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(searchStatus(page)).toContainText(/found among/);
    expect(await found()).toContain('web/deep/api');
  });
});

test('folders and entries that it could not see are lists that open', async () => {
  const policy = await newPolicy(
    dev,
    `path "${mount.path}*" { capabilities = ["list", "read"] }
     path "${mount.path}metadata/mail/" { capabilities = ["deny"] }
     path "${mount.path}subkeys/web/db" { capabilities = ["deny"] }`,
  );
  const { token } = await newToken(dev, { policies: [policy] });
  await start({ address: dev.address, token });
  await searchMount();
  await searchFor(page, 'key:api-key');
  await expect.poll(found).toEqual(['web/api']);
  await page.getByRole('button', { name: '1 folder could not be read' }).click();
  await expect(page.getByText(`${mount.path}mail/`, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '1 entry could not be read' }).click();
  await expect(page.getByText(`${mount.path}web/db`, { exact: true })).toBeVisible();
});

test('results are copied, opened and handed over to a plan', async () => {
  await start();
  await searchMount();
  await searchFor(page, 'web key:api-key');
  await expect.poll(found).toEqual(['web/api', 'web/db']);
  // The mount's name is chance, and may say "db", too.
  const row = foundGrid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: /web\/db$/ }) });
  await row.getByRole('button', { name: 'Copy api-key' }).click();
  await expect.poll(() => onClipboard(launched)).toBe('k');
  await row.click();
  await expect(keyRow(page, 'api-key')).toBeVisible();
  await page.getByRole('tab', { name: 'Search' }).click();
  await page.getByRole('checkbox', { name: 'Select all shown' }).click();
  await page.getByRole('button', { name: 'Plan…' }).click();
  await page.getByRole('combobox', { name: 'To folder' }).fill('copies');
  await page.getByRole('button', { name: 'Make the plan' }).click();
  await expect(page.getByRole('button', { name: 'Run 2 rows…' })).toBeVisible();
});

test('the namespaces below are searched with the same token; a hit opens there, refused ones are listed', async () => {
  const bao = await startDevVault({ product: 'openbao' });
  try {
    const [team, closed] = [await newNamespace(bao, 'team'), await newNamespace(bao, 'closed')];
    for (const where of [team, closed])
      await writeEntry(where, await newKvMount(where, 2, 'kv'), 'deep/needle-entry', { where: 'there' });
    const policy = await newPolicy(
      bao,
      `path "cubbyhole/*" { capabilities = ["list"] }
       path "sys/namespaces" { capabilities = ["list"] }
       path "team/sys/namespaces" { capabilities = ["list"] }
       path "team/kv/*" { capabilities = ["list", "read"] }`,
    );
    const { token } = await newToken(bao, { policies: [policy] });
    await start({ address: bao.address, token });
    await openSearch(page);
    await searchIn(page, 'All mounts and the namespaces below');
    await searchFor(page, 'needle-entry');
    await expect.poll(found).toEqual(['deep/needle-entry']);
    await page.getByRole('button', { name: /namespaces? could not be read$/ }).click();
    await expect(page.getByText('closed/', { exact: true })).toBeVisible();
    await foundGrid(page).getByRole('row').nth(1).click();
    await expect(keyRow(page, 'where')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('team');
  } finally {
    await bao.stop();
  }
});
