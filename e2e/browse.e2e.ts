/** Navigation: the tree, its keys, its filter, and going to a path in any form. */
import { expect, test, type Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { goTo, keyRow, launchConnected, openFolder, openMount, tree, treeRow } from './steps/connected.ts';
import {
  newKvMount,
  newPolicy,
  newToken,
  must,
  sharedServers,
  startRecordingProxy,
  uniqueName,
  writeEntry,
  writeManyNames,
} from './servers/index.ts';

const { dev } = sharedServers();
const mount = await newKvMount(dev, 2, uniqueName('browse/kv'));
const elsewhere = await newKvMount(dev, 1, uniqueName('browse/elsewhere'));
const oddNames = [
  '100% sure',
  'a+b',
  'c#d',
  'what?',
  'this & that',
  '%2Fnot-a-slash',
  'naïve café',
  '秘密',
  '.hidden',
];
let launched: LaunchedApp;

test.beforeAll(async () => {
  for (const name of oddNames) await writeEntry(dev, mount, `odd/${name}`, { value: name });
  await writeEntry(dev, mount, 'both', { value: 'the entry' });
  await writeEntry(dev, mount, 'both/inside', { value: 'in the folder' });
  await writeEntry(dev, mount, 'deep/er/still/entry', { value: 'deep' });
  await writeManyNames(dev, mount, 'many/', 3_000);
  launched = await launchConnected({ address: dev.address, token: dev.rootToken });
});
test.afterAll(() => launched.close());

test('every odd name is listed as it is and opens its own entry', async () => {
  const { window } = launched;
  await openMount(window, mount.path);
  await openFolder(window, 'odd/');
  for (const name of oddNames) {
    await treeRow(window, name).click();
    await expect(window.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
    await window.getByRole('button', { name: 'Reveal value' }).click();
    await expect(
      window.getByRole('table').or(window.getByRole('grid')).getByText(name, { exact: true }),
    ).toBeVisible();
  }
});

test('a name that is both an entry and a folder has two rows', async () => {
  const { window } = launched;
  await openMount(window, mount.path);
  await treeRow(window, 'both').click();
  await expect(window.getByRole('heading', { level: 2, name: 'both', exact: true })).toBeVisible();
  await openFolder(window, 'both/');
  await expect(treeRow(window, 'inside')).toBeVisible();
});

test('the tree is walked by keyboard alone', async () => {
  const { window } = launched;
  await openMount(window, mount.path);
  const active = async (): Promise<string> => {
    const id = await tree(window).getAttribute('aria-activedescendant');
    return (await window.locator(`[id="${id ?? ''}"]`).innerText()).split('\n')[0] ?? '';
  };
  await treeRow(window, 'deep/').click();
  await expect(treeRow(window, 'er/')).toBeVisible();
  await window.keyboard.press('ArrowRight');
  await expect.poll(active).toBe('er/');
  await window.keyboard.press('ArrowRight');
  await expect(treeRow(window, 'still/')).toBeVisible();
  await window.keyboard.press('ArrowRight');
  await window.keyboard.press('ArrowRight');
  await expect(treeRow(window, 'entry')).toBeVisible();
  await window.keyboard.press('ArrowRight');
  await expect.poll(active).toBe('entry');
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { level: 2, name: 'entry', exact: true })).toBeVisible();
  await expect(keyRow(window, 'value')).toBeFocused();
  await tree(window).focus();
  await window.keyboard.press('ArrowLeft');
  await expect.poll(active).toBe('still/');
  await window.keyboard.press('ArrowLeft');
  await expect(treeRow(window, 'entry')).toBeHidden();
});

test('a long folder is whole: its last row can be reached, and its count is right', async () => {
  const { window } = launched;
  await openMount(window, mount.path);
  await openFolder(window, 'many/');
  await expect(treeRow(window, 'many/')).toContainText('3,000');
  const first = treeRow(window, 'name-000000');
  await expect(first).toHaveAttribute('aria-setsize', '3000');
  await first.click();
  await tree(window).focus();
  await window.keyboard.type('name-002999');
  await expect(treeRow(window, 'name-002999')).toHaveAttribute('aria-posinset', '3000');
});

test('the filter narrows as one types and says how many', async () => {
  const { window } = launched;
  await openMount(window, mount.path);
  await openFolder(window, 'many/');
  const filter = window.getByRole('searchbox', { name: 'Filter names' });
  await filter.fill('name-00123');
  await expect(treeRow(window, 'name-001234')).toBeVisible();
  await expect(treeRow(window, 'name-001300')).toBeHidden();
  await expect(window.getByText(/^10 of [\d,]+$/)).toBeVisible();
  await filter.press('Escape');
  await expect(filter).toHaveValue('');
});

test('clearing the filter keeps the place, and shows what was found', async () => {
  const { window } = launched;
  await openMount(window, mount.path);
  await openFolder(window, 'many/');
  const filter = window.getByRole('searchbox', { name: 'Filter names' });
  const scrolled = () => tree(window).evaluate((box) => box.scrollTop);
  await tree(window).evaluate((box) => {
    box.scrollTop = 26 * 1500;
  });
  await expect(treeRow(window, 'name-000007')).toBeHidden();
  const middle = await scrolled();

  await filter.fill('name-002345');
  await expect(treeRow(window, 'name-002345')).toBeVisible();
  await filter.press('Escape');
  await expect(treeRow(window, 'name-002345')).toBeHidden();
  await expect.poll(scrolled).toBe(middle);

  await filter.fill('name-002345');
  await treeRow(window, 'name-002345').click();
  await expect(window.getByRole('heading', { level: 2, name: 'name-002345' })).toBeVisible();
  await window.getByRole('button', { name: 'Clear the filter' }).click();
  await expect(treeRow(window, 'name-002346')).toBeVisible();
  await expect(treeRow(window, 'name-002345')).toBeInViewport({ ratio: 1 });
});

test.describe('go to path', () => {
  const forms: readonly (readonly [string, string])[] = [
    ['browse form', `${mount.path}deep/er/still/entry`],
    ['API form', `${mount.path}data/deep/er/still/entry`],
    ['metadata form with /v1/', `/v1/${mount.path}metadata/deep/er/still/entry`],
    ['CLI line', `vault kv get -mount=${mount.path.slice(0, -1)} deep/er/still/entry`],
    ['URL', `${dev.address}/v1/${mount.path}data/deep/er/still/entry?version=1`],
    ['slashes and spaces around', `  //${mount.path}/deep//er/still/entry  `],
  ];
  for (const [what, text] of forms) {
    test(`takes the ${what}`, async () => {
      const { window } = launched;
      await goTo(window, text);
      await expect(window.getByRole('heading', { level: 2, name: 'entry', exact: true })).toBeVisible();
      await expect(window.getByRole('navigation', { name: 'Folder' })).toContainText('still');
      await window.keyboard.press('Control+w');
    });
  }

  test('says why a path cannot be one, and keeps what was typed', async () => {
    const { window } = launched;
    await goTo(window, `${mount.path}a/../b`);
    const dialog = window.getByRole('dialog', { name: 'Go to path' });
    await expect(dialog.getByRole('status')).toContainText('..');
    await expect(dialog.getByRole('combobox')).toHaveValue(`${mount.path}a/../b`);
    await window.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });
});

/** Rows of the search, without the head. */
const foundRows = (window: Page) => window.getByRole('grid', { name: 'Found' }).locator('[data-index]');

test('search below a folder finds what was never listed', async () => {
  const { window } = launched;
  await openMount(window, mount.path);
  await treeRow(window, mount.path).click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Search below this folder' }).click();
  await window.getByRole('searchbox', { name: 'Words and filters' }).fill('insid');
  await window.keyboard.press('Enter');
  await expect(foundRows(window)).toHaveText([/inside/]);
  await expect(window.getByText(/^1 found among 3,0\d\d names in \d+ folders\.$/)).toBeVisible();
  await foundRows(window).click();
  await expect(window.getByRole('heading', { level: 2, name: 'inside', exact: true })).toBeVisible();
  // The tab keeps what was found.
  await window.getByRole('tab', { name: 'Search' }).click();
  await expect(foundRows(window)).toHaveText([/inside/]);
});

test('search everywhere looks below every mount, by its key', async () => {
  const { window } = launched;
  const name = uniqueName('needle').replace(/\W/g, '-');
  await writeEntry(dev, elsewhere, `below/${name}`, { value: 'far' });
  await writeEntry(dev, mount, `deep/${name}`, { value: 'near' });
  await window.keyboard.press('Control+Shift+f');
  await window.getByRole('searchbox', { name: 'Words and filters' }).fill(name);
  await window.getByRole('combobox', { name: 'Search in' }).click();
  await window.getByRole('option', { name: /^All \d+ mounts$/ }).click();
  await window.getByRole('button', { name: 'Search', exact: true }).click();
  const found = foundRows(window);
  await expect(found).toHaveCount(2);
  await expect(window.getByText(/^2 found among /)).toBeVisible();
  await found.filter({ hasText: elsewhere.path }).click();
  await expect(window.getByRole('navigation', { name: 'Folder' })).toContainText('below');
});

test('a filter without a hit leads to the search, and so does the last row of the palette', async () => {
  const { window } = launched;
  const name = uniqueName('far-away').replace(/\W/g, '-');
  await writeEntry(dev, elsewhere, `out-of/sight/${name}`, { value: 'x' });
  await window.getByRole('searchbox', { name: 'Filter names' }).fill(name);
  await window.getByRole('button', { name: /^Search everywhere/ }).click();
  await expect(foundRows(window)).toHaveText([new RegExp(name)]);
  await window.getByRole('searchbox', { name: 'Filter names' }).fill('');
  await window.keyboard.press('Control+w');
  await window.keyboard.press('Control+k');
  await window.getByRole('combobox', { name: 'Command palette' }).fill('sight');
  await window.getByRole('option', { name: 'Search “sight” everywhere' }).click();
  await expect(foundRows(window)).toHaveText([/sight/]);
});

test('without the right to list, the folder says what is missing and the path still opens', async () => {
  const policy = await newPolicy(
    dev,
    `path "${mount.path}data/deep/er/still/entry" { capabilities = ["read"] }`,
  );
  const { token } = await newToken(dev, { policies: [policy] });
  const limited = await launchConnected({ address: dev.address, token });
  try {
    const { window } = limited;
    await treeRow(window, mount.path).click();
    await expect(treeRow(window, mount.path)).toContainText('needs list');
    await goTo(window, `${mount.path}deep/er/still/entry`);
    await expect(window.getByRole('rowheader', { name: 'value' })).toBeVisible();
  } finally {
    await limited.close();
  }
});

test('selecting in an engine that may issue credentials reads nothing', async () => {
  const pki = uniqueName('pki');
  await must(dev, 'POST', `sys/mounts/${pki}`, { type: 'pki' });
  await must(dev, 'POST', `${pki}/roles/web`, { allowed_domains: ['example.com'] });
  const proxy = await startRecordingProxy(dev);
  const recorded = await launchConnected({ address: proxy.address, token: dev.rootToken });
  try {
    const { window } = recorded;
    await openMount(window, `${pki}/`);
    await openFolder(window, 'roles/');
    await treeRow(window, 'web').click();
    await expect(window.getByRole('tab', { name: `Engine ${pki}/` })).toBeVisible();
    await window.keyboard.press('Enter');
    const seen = proxy.requests.filter(({ url }) => url.includes(pki) && !url.includes('internal/ui'));
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.filter(({ url }) => !/\?(?:list=true|help=1)$/.test(url))).toEqual([]);
  } finally {
    await recorded.close();
    await proxy.stop();
  }
});
