/**
 * Whole entries, in the real app on a real Vault: created, duplicated, renamed, deleted and restored, compared, their
 * versions, their metadata and the settings of their mount. The server's state afterwards is checked.
 */
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { findings } from './looks/axe-findings.ts';
import { goTo, launchConnected, logIn, openFolder, openMount, scrollTo, treeRow } from './steps/connected.ts';
import { readToEnd } from './steps/prompt-steps.ts';
import {
  ask,
  at,
  encodePath,
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  startRecordingProxy,
  uniqueName,
  writeEntry,
} from './servers/index.ts';

const { dev } = sharedServers();
const v2 = await newKvMount(dev, 2);
const other = await newKvMount(dev, 2);
const v1 = await newKvMount(dev, 1);
const proxy = await startRecordingProxy(dev);
let launched: LaunchedApp;
let page: Page;

test.beforeAll(async () => {
  launched = await launchConnected({ address: proxy.address, token: dev.rootToken, name: 'First' });
  page = launched.window;
});
test.afterAll(async () => {
  await launched.close();
  await proxy.stop();
});

/** An entry of this test with a version for each of these contents, open on screen. */
async function entry(...versions: readonly Readonly<Record<string, unknown>>[]): Promise<string> {
  const name = uniqueName('entry');
  for (const data of versions) await writeEntry(dev, v2, name, data);
  await open(v2.path + name);
  return name;
}

async function open(path: string): Promise<void> {
  await goTo(page, path);
  const name = path.slice(path.lastIndexOf('/') + 1);
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeEnabled();
}

/** Picks an item from the header's menu. */
async function pick(item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Picks an item from the menu of a version in the drawer. */
async function pickOf(version: number, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for version ${String(version)}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const dialog = (): Locator => page.getByRole('dialog');

async function versionRow(version: number, state: RegExp): Promise<void> {
  const row = page.getByRole('listitem').filter({
    has: page.getByRole('button', { name: `Actions for version ${String(version)}`, exact: true }),
  });
  await expect(row).toHaveText(state);
}

/** Types the name that main asks for. */
async function confirmTyped(typed: string): Promise<void> {
  await launched.answer(async (trusted) => {
    await trusted.getByRole('textbox').fill(typed);
    await trusted.getByRole('textbox').press('Enter');
  });
}

async function dataOf(path: string, mount = v2): Promise<unknown> {
  const family = mount.version === 2 ? 'data/' : '';
  const { json } = await ask(dev, 'GET', mount.path + family + encodePath(path));
  return mount.version === 2 ? at(json, 'data', 'data') : at(json, 'data');
}

async function metadataOf(path: string, mount = v2): Promise<unknown> {
  const { json } = await ask(dev, 'GET', `${mount.path}metadata/${encodePath(path)}`);
  return at(json, 'data');
}

test('a new entry is asked for its path, and is written by its first save only', async () => {
  const name = uniqueName('new');
  await openMount(page, v2.path);
  const before = proxy.requests.length;
  await treeRow(page, v2.path).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'New entry…' }).click();
  await dialog().getByRole('textbox', { name: 'Path' }).fill('folder//x');
  await expect(dialog().getByRole('alert')).toContainText('empty part');
  await dialog().getByRole('textbox', { name: 'Path' }).fill(`folder/${name}`);
  await expect(dialog()).toContainText(`${v2.path}folder/${name}`);
  expect(proxy.requests.slice(before).filter(({ url }) => url.includes(name))).toEqual([]);
  await dialog().getByRole('button', { name: 'Add keys' }).click();
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
  await expect(dialog()).toBeHidden();
  expect(await dataOf(`folder/${name}`)).toBeUndefined();
  await page.keyboard.press('Control+w');
});

test('an entry is duplicated with its custom metadata, and never over another', async () => {
  const name = await entry({ user: 'svc', n: 9007199254740993 });
  await must(dev, 'POST', `${v2.path}metadata/${name}`, { custom_metadata: { owner: 'payments' } });
  await pick('Duplicate…');
  await expect(dialog().getByRole('textbox', { name: 'Path' })).toHaveValue(`${name}-copy`);
  await dialog().getByRole('textbox', { name: 'Path' }).press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: `${name}-copy`, exact: true })).toBeVisible();
  expect(await dataOf(`${name}-copy`)).toEqual(await dataOf(name));
  expect(at(await metadataOf(`${name}-copy`), 'custom_metadata')).toEqual({ owner: 'payments' });
  await open(v2.path + name);
  await pick('Duplicate…');
  await dialog().getByRole('textbox', { name: 'Path' }).press('Enter');
  await expect(dialog()).toContainText(`There is an entry at ${v2.path}${name}-copy already`);
  expect(at(await metadataOf(`${name}-copy`), 'current_version')).toBe(1);
  await page.keyboard.press('Escape');
  await expect(dialog()).toBeHidden();
});

test('an entry moves to another mount: the copy starts at version 1, the old one can be undeleted', async () => {
  const name = await entry({ a: '1' }, { a: '2' });
  await openMount(page, other.path);
  await open(v2.path + name);
  await pick('Rename or move…');
  await dialog().getByRole('combobox', { name: 'Mount' }).click();
  await page.getByRole('option', { name: new RegExp(`^${other.path}`) }).click();
  await dialog().getByRole('textbox', { name: 'Path' }).fill(`moved/${name}`);
  await dialog().getByRole('button', { name: 'Rename' }).click();
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('dialog')).toContainText('Other policies apply');
    await trusted.getByRole('button', { name: 'Rename', exact: true }).click();
  });
  await expect(
    page.getByText(`Renamed ${v2.path}${name} to ${other.path}moved/${name}.`).last(),
  ).toBeVisible();
  await expect(page.getByText('version 1 · current')).toBeVisible();
  await scrollTo(page, 'moved/');
  expect(await dataOf(`moved/${name}`, other)).toEqual({ a: '2' });
  expect(await dataOf(name)).toBeNull();
  await open(v2.path + name);
  await page.getByRole('button', { name: 'Undelete version 2' }).click();
  await expect(page.getByText('version 2 · current')).toBeVisible();
  expect(await dataOf(name)).toEqual({ a: '2' });
});

test('deleting is undone from the notice, from the list and from where it was missed', async () => {
  const name = await entry({ a: '1' }, { a: '2' });
  await pick('Delete version 2…');
  await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Undelete version 2' })).toBeVisible();
  expect(await dataOf(name)).toBeNull();
  await page.getByRole('region', { name: 'Done' }).getByRole('button', { name: 'Undelete' }).click();
  await expect(page.getByText('version 2 · current')).toBeVisible();
  await pickOf(1, 'Delete…');
  // The dialog gets the keys once it is focused.
  await expect(dialog().locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(dialog().getByRole('button', { name: 'Delete', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await versionRow(1, /deleted/);
  await pickOf(1, 'Undelete');
  await versionRow(1, /^(?!.*deleted)/);
  expect(await dataOf(name)).toEqual({ a: '2' });
});

test('destroying asks for the typed name; declined, nothing is done', async () => {
  const name = await entry({ a: '1' }, { a: '2' }, { a: '3' });
  await pickOf(1, 'Select versions…');
  await page.getByRole('checkbox', { name: /^Version 2/ }).check();
  await page.getByRole('button', { name: 'Destroy 2…' }).click();
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('dialog')).toContainText('Versions1, 2');
    await trusted.getByRole('textbox').fill(`${v2.path}${name}x`);
    await trusted.getByRole('textbox').press('Enter');
    await trusted.keyboard.press('Escape');
  });
  expect(at(await metadataOf(name), 'versions', '1', 'destroyed')).toBe(false);
  await page.getByRole('button', { name: 'Destroy 2…' }).click();
  await confirmTyped(v2.path + name);
  await expect(page.getByText(`Destroyed versions 1 and 2 of ${v2.path}${name}.`).last()).toBeVisible();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await versionRow(2, /destroyed/);
  expect(at(await metadataOf(name), 'versions', '2', 'destroyed')).toBe(true);
  expect(at(await metadataOf(name), 'versions', '3', 'destroyed')).toBe(false);
});

test('deleting everything leaves nothing, in the tree neither', async () => {
  const name = uniqueName('entry');
  await writeEntry(dev, v2, `alone-${name}/${name}`, { a: '1' });
  await openMount(page, v2.path);
  await page.getByRole('tree').focus();
  await page.keyboard.press('F5');
  await openFolder(page, `alone-${name}/`);
  await treeRow(page, name).click();
  await expect(page.getByText('version 1 · current')).toBeVisible();
  await treeRow(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Delete everything…' }).click();
  await confirmTyped(`${v2.path}alone-${name}/${name}`);
  await expect(treeRow(page, `alone-${name}/`)).toBeHidden();
  await expect(page.getByRole('tab', { name })).toBeHidden();
  expect(await metadataOf(`alone-${name}/${name}`)).toBeUndefined();
});

test('an older version is compared with the current one and restored', async () => {
  const name = await entry(
    { host: 'db1', note: 'one\ntwo\nthree', same: 's', gone: 'x' },
    { host: 'db2', note: 'one\n2\nthree', same: 's', fresh: 'y' },
  );
  await pickOf(1, 'Compare with the current version');
  await expect(page.getByText('4 of 5 keys differ')).toBeVisible();
  const row = (key: string): Locator =>
    page.getByRole('row').filter({ has: page.getByText(key, { exact: true }) });
  await expect(row('gone')).toContainText('removed');
  await expect(row('fresh')).toContainText('added');
  await expect(page.getByRole('grid')).not.toContainText('db1');
  await page.getByRole('button', { name: 'Reveal host' }).click();
  await expect(row('host')).toContainText('db1');
  await expect(row('host')).toContainText('db2');
  await page.getByRole('button', { name: 'Reveal note' }).click();
  const text = page.getByRole('group', { name: 'Value of note, left and right' });
  await expect(text.locator('tr')).toHaveCount(4);
  await expect(row('host')).not.toContainText('db1');
  await open(v2.path + name);
  await page.getByRole('button', { name: /^Version 1/ }).click();
  await page.getByRole('button', { name: 'Restore…' }).click();
  await dialog().getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('version 3 · current')).toBeVisible();
  expect(await dataOf(name)).toMatchObject({ host: 'db1', gone: 'x' });
});

test('a restore of what is gone meanwhile makes nothing, and says so', async () => {
  const name = await entry({ a: '1' }, { a: '2' });
  await pickOf(1, 'Restore as new version…');
  await must(dev, 'DELETE', `${v2.path}metadata/${name}`);
  await dialog().getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(dialog().getByRole('alert')).toContainText('It was not restored');
  expect(await dataOf(name)).toBeUndefined();
  await page.keyboard.press('Escape');
});

test('metadata is changed, kept within the server’s limits, and not over somebody else’s', async () => {
  const name = await entry({ a: '1' });
  await pick('Edit metadata…');
  await dialog().getByRole('textbox', { name: 'Versions to keep' }).fill('5');
  await dialog().getByRole('textbox', { name: 'Delete versions after' }).fill('30d');
  await dialog().getByRole('checkbox', { name: 'Require check-and-set' }).check();
  await dialog().getByRole('button', { name: 'Add a line' }).click();
  await dialog().getByRole('textbox', { name: 'Name 1' }).fill('k'.repeat(129));
  await expect(dialog().getByText('129 bytes')).toBeVisible();
  await dialog().getByRole('textbox', { name: 'Name 1' }).fill('k'.repeat(128));
  await dialog().getByRole('textbox', { name: 'Text of' }).fill('é'.repeat(256));
  await dialog().getByRole('button', { name: 'Save metadata' }).click();
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('dialog')).toContainText('keeps 5 versions instead of 10');
    await readToEnd(trusted);
    await trusted.getByRole('button', { name: 'Change them' }).click();
  });
  await expect(dialog()).toBeHidden();
  expect(await metadataOf(name)).toMatchObject({
    max_versions: 5,
    cas_required: true,
    delete_version_after: '720h0m0s',
    custom_metadata: { ['k'.repeat(128)]: 'é'.repeat(256) },
  });
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('720h');
  await pick('Edit metadata…');
  await dialog().getByRole('textbox', { name: 'Versions to keep' }).fill('6');
  await must(dev, 'POST', `${v2.path}metadata/${name}`, { custom_metadata: { owner: 'somebody' } });
  await dialog().getByRole('button', { name: 'Save metadata' }).click();
  await expect(dialog().getByRole('alert')).toContainText('Someone changed these settings');
  await dialog()
    .getByRole('button', { name: /Refresh and keep my changes/ })
    .click();
  await expect(dialog().getByRole('textbox', { name: 'Text of owner' })).toHaveValue('somebody');
  await expect(dialog().getByRole('textbox', { name: 'Versions to keep' })).toHaveValue('6');
  await dialog().getByRole('button', { name: 'Save metadata' }).click();
  await expect(dialog()).toBeHidden();
  expect(await metadataOf(name)).toMatchObject({ max_versions: 6, custom_metadata: { owner: 'somebody' } });
});

test('the settings of a mount are read, changed and read again', async () => {
  await openMount(page, other.path);
  await treeRow(page, other.path).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Mount settings…' }).click();
  await dialog().getByRole('textbox', { name: 'Versions to keep' }).fill('3');
  await dialog().getByRole('textbox', { name: 'Delete versions after' }).fill('-1s');
  await dialog().getByRole('button', { name: 'Save settings' }).click();
  await confirmTyped(`${other.path}config`);
  await expect(dialog()).toBeHidden();
  const { json } = await ask(dev, 'GET', `${other.path}config`);
  expect(at(json, 'data')).toMatchObject({ max_versions: 3, cas_required: false });
  await treeRow(page, other.path).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Mount settings…' }).click();
  await expect(dialog().getByRole('textbox', { name: 'Versions to keep' })).toHaveValue('3');
  await expect(dialog().getByRole('textbox', { name: 'Delete versions after' })).toHaveValue('-1s');
  await page.keyboard.press('Escape');
});

test('KV v1 has one word, and a duplicate of v2 leaves the metadata behind', async () => {
  const name = await entry({ a: '1', deep: { b: [1, null] } });
  await pick('Duplicate…');
  await dialog().getByRole('combobox', { name: 'Mount' }).click();
  await page.getByRole('option', { name: new RegExp(`^${v1.path}`) }).click();
  await expect(dialog()).toContainText('keeps no metadata');
  await dialog().getByRole('textbox', { name: 'Path' }).fill(name);
  await dialog().getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByText('keeps no versions')).toBeVisible();
  expect(await dataOf(name, v1)).toEqual({ a: '1', deep: { b: [1, null] } });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: /Destroy|everything|metadata/ })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Delete permanently…' }).click();
  await confirmTyped(v1.path + name);
  await expect(page.getByText(`Permanently deleted ${v1.path}${name}.`).last()).toBeVisible();
  expect(await dataOf(name, v1)).toBeUndefined();
});

test('axe finds nothing serious in the dialogs and the comparison', async () => {
  const name = await entry({ a: '1' }, { a: 'one\ntwo' });
  for (const item of [
    'Duplicate…',
    'Rename or move…',
    'Compare with…',
    'Edit metadata…',
    'Delete version 2…',
  ]) {
    await pick(item);
    await expect(dialog()).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog()).toBeHidden();
  }
  await pickOf(1, 'Select versions…');
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await pickOf(1, 'Compare with the current version');
  await page.getByRole('button', { name: 'Reveal a', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Value of a, left and right' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await must(dev, 'DELETE', `${v2.path}data/${name}`);
  await open(v2.path + name);
  await expect(page.getByRole('button', { name: 'Undelete version 2' })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test('focus returns to where a dialog was opened from', async () => {
  await entry({ a: '1' });
  await page.getByRole('button', { name: 'More', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Rename or move…' }).press('Enter');
  await expect(dialog().getByRole('textbox', { name: 'Path' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused();
});

test('a token that may only patch changes keys without reading', async () => {
  const name = uniqueName('entry');
  await writeEntry(dev, v2, name, { a: '1', b: '2' });
  const policy = await newPolicy(dev, `path "${v2.path}data/*" { capabilities = ["patch"] }`);
  const { token } = await newToken(dev, { policies: [policy] });
  const limited = await launchConnected({ address: dev.address, token, name: 'Patch only' });
  try {
    const before = page;
    page = limited.window;
    await open(v2.path + name);
    await expect(page.getByText(`Needs read on ${v2.path}data/${name}`)).toBeVisible();
    await page.getByRole('button', { name: 'Change keys without reading' }).click();
    await expect(page.getByRole('button', { name: 'Change keys without reading' })).toBeHidden();
    page = before;
  } finally {
    await limited.close();
  }
});

test('the same entry of two sessions is compared, and duplicated from one to the other', async () => {
  const name = await entry({ only: 'here', host: 'a' });
  const second = await newKvMount(dev, 2);
  await writeEntry(dev, second, name, { host: 'b' });
  await page.getByRole('button', { name: 'Connect to another server' }).click();
  await logIn(launched, { address: dev.address, token: dev.rootToken, name: 'Second' });
  await page.getByRole('button', { name: /^First/ }).click();
  await open(v2.path + name);
  await pick('Compare with…');
  await expect(dialog().getByRole('combobox', { name: 'Connection' })).toContainText('Second');
  await dialog().getByRole('combobox', { name: 'Mount' }).click();
  await page.getByRole('option', { name: new RegExp(`^${second.path}`) }).click();
  await dialog().getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByText('2 of 2 keys differ')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Right side' })).toContainText('Second');
  await open(v2.path + name);
  await pick('Duplicate…');
  await dialog().getByRole('combobox', { name: 'Connection' }).click();
  await page.getByRole('option', { name: /^Second/ }).click();
  await dialog().getByRole('button', { name: 'Duplicate' }).click();
  // The first session goes through a proxy, which the app treats as another server.
  await launched.answer(async (prompt) => {
    await expect(prompt.getByRole('dialog')).toContainText('Copy this entry to another server?');
    await expect(prompt.getByRole('dialog')).toContainText(dev.address);
    await prompt.getByRole('button', { name: 'Copy entry' }).click();
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Second' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: `${name}-copy`, exact: true })).toBeVisible();
  expect(await dataOf(`${name}-copy`)).toEqual({ only: 'here', host: 'a' });
});
