/** The tour’s pictures of browsing, reading, editing and finding, and of operations on whole entries. */
import { expect } from '@playwright/test';
import { goTo, keyRow, launchConnected, openFolder, openMount, tree, treeRow } from '../steps/connected.ts';
import { must } from '../servers/index.ts';
import type { VaultServer } from '../servers/index.ts';
import { inBothSizes, narrow, resize, wide } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** Entries in all their states, then an edit that conflicts with another user’s. */
export async function tourReading(vault: VaultServer, picture: TakePicture): Promise<void> {
  const launched = await launchConnected({
    address: vault.address,
    token: vault.rootToken,
    name: 'Sample server',
  });
  const { window } = launched;
  for (const name of ['secret/', 'apps/', 'web/']) await openFolder(window, name);
  await treeRow(window, 'database').dblclick();
  await expect(window.getByText('runbook')).toBeVisible();
  await keyRow(window, 'host').getByRole('button', { name: 'Reveal host' }).click();
  await keyRow(window, 'password').getByRole('button', { name: 'Copy password' }).click();
  await expect(window.getByText('Copied password without showing it.')).toBeVisible();
  await picture(launched, '10-entry');
  await resize(launched, narrow);
  await picture(launched, '11-entry-narrow');
  await resize(launched, wide);
  await window.getByRole('button', { name: /^Version 3.*/ }).click();
  await expect(window.getByText('version 3 of 5')).toBeVisible();
  await picture(launched, '12-old-version');
  await goTo(window, 'secret/certificates/internal-host');
  await keyRow(window, 'private_key').getByRole('button', { name: 'Reveal private_key' }).click();
  await expect(window.getByLabel('Value of private_key')).toBeVisible();
  await picture(launched, '13-multi-line');
  await goTo(window, 'secret/nested/json');
  await keyRow(window, 'deep').getByRole('button', { name: 'Reveal deep' }).click();
  await expect(keyRow(window, 'deep')).toContainText('four levels down');
  await picture(launched, '14-json');
  await window.getByRole('button', { name: 'More', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Show raw JSON' }).click();
  await expect(window.getByRole('region', { name: 'Raw JSON' })).toContainText('request_id');
  await picture(launched, '15-raw');
  await goTo(window, 'secret/nested/numbers');
  await expect(keyRow(window, 'big')).toBeVisible();
  await picture(launched, '16-numbers');
  await goTo(window, 'secret/apps/web/retired');
  await expect(window.getByText(/deleted/).first()).toBeVisible();
  await picture(launched, '17-deleted');
  await goTo(window, 'secret/apps/web/nowhere');
  await expect(window.getByText('There is no entry at secret/apps/web/nowhere.')).toBeVisible();
  await picture(launched, '18-absent');
  await goTo(window, 'secret/apps/web/database');
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await window.getByRole('button', { name: 'Edit user', exact: true }).click();
  await window.getByRole('textbox', { name: 'Value of user' }).fill('web-2');
  await window.getByRole('button', { name: 'Remove port' }).click();
  await window.getByRole('button', { name: 'Add a key' }).click();
  await window.getByRole('textbox', { name: 'Name of the new key' }).fill('pool_size');
  await window.getByRole('textbox', { name: 'Value of pool_size' }).fill('20');
  await picture(launched, '20-edit');
  await resize(launched, narrow);
  await picture(launched, '21-edit-narrow');
  await resize(launched, wide);
  await must(vault, 'POST', 'secret/data/apps/web/database', { data: { host: 'moved.example' } });
  await window.getByRole('button', { name: 'Paste keys…' }).click();
  const paste = window.getByRole('dialog', { name: 'Paste keys' });
  await paste.getByRole('textbox').fill('export user=web-3\nREPLICAS="a b "\n');
  await expect(paste.getByText('.env: 1 replaced, 1 new')).toBeVisible();
  await picture(launched, '22-paste');
  await window.keyboard.press('Escape');
  await paste.waitFor({ state: 'detached' });
  await window.getByRole('button', { name: 'Review and save…' }).click();
  await window.getByRole('button', { name: 'Show the change of user' }).click();
  await window.getByRole('group', { name: 'Change of user' }).waitFor();
  await picture(launched, '22-review');
  await window.getByRole('button', { name: /^Save as version/ }).click();
  await expect(window.getByText(/version 6/).first()).toBeVisible();
  await picture(launched, '22-conflict');
  await resize(launched, narrow);
  await picture(launched, '22-conflict-narrow');
  await resize(launched, wide);
  await window.getByRole('button', { name: 'Back to editing' }).click();
  await window.getByRole('button', { name: /^Edit as JSON/ }).click();
  await window.getByRole('textbox', { name: /as JSON$/ }).waitFor();
  await picture(launched, '22-json');
  await window.getByRole('button', { name: 'Back to keys' }).click();
  await window.getByRole('button', { name: 'Cancel' }).click();
  const question = window.getByRole('dialog').or(window.getByRole('alertdialog'));
  await question.waitFor();
  await picture(launched, '23-discard');
  await question.getByRole('button', { name: /Discard/ }).click();
  await launched.close();
}

/** Filter, go to path, palette, search below a folder. */
export async function tourFinding(vault: VaultServer, picture: TakePicture): Promise<void> {
  const launched = await launchConnected({
    address: vault.address,
    token: vault.rootToken,
    name: 'Sample server',
  });
  const { window } = launched;
  await openFolder(window, 'inventory/');
  await openFolder(window, 'devices/');
  await expect(treeRow(window, 'name-000000')).toBeVisible();
  await picture(launched, '30-long-folder');
  await tree(window).focus();
  await window.keyboard.press('End');
  await picture(launched, '30-long-folder-end');
  await window.getByRole('searchbox', { name: 'Filter names' }).fill('9999');
  await expect(treeRow(window, 'name-009999')).toBeVisible();
  await picture(launched, '31-filter');
  await window.getByRole('searchbox', { name: 'Filter names' }).fill('no such name');
  await picture(launched, '32-filter-nothing');
  await window.getByRole('searchbox', { name: 'Filter names' }).press('Escape');
  await window.keyboard.press('Control+p');
  const path = window.getByRole('dialog', { name: 'Go to path' }).getByRole('combobox');
  await path.fill('vault kv get -version=3 -mount=secret apps/web/database');
  await picture(launched, '33-go-to-path');
  await path.fill('secret/../sys/raw');
  await picture(launched, '34-go-to-path-refused');
  await window.keyboard.press('Escape');
  await window.getByRole('dialog', { name: 'Go to path' }).waitFor({ state: 'detached' });
  await window.keyboard.press('Control+k');
  const palette = window.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox');
  await palette.waitFor();
  await picture(launched, '34b-palette');
  await palette.fill('name-0');
  await picture(launched, '34c-palette-names');
  await window.keyboard.press('Escape');
  await palette.waitFor({ state: 'detached' });
  // In the tree it would start a type-ahead for a name.
  await window.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await window.keyboard.press('?');
  await window.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await picture(launched, '34d-keys');
  await window.keyboard.press('Escape');
  await openMount(window, 'secret/');
  await openFolder(window, 'odd names/');
  await expect(treeRow(window, '秘密')).toBeVisible();
  await picture(launched, '35-odd-names');
  await treeRow(window, 'secret/').click({ button: 'right' });
  await expect(window.getByRole('menuitem', { name: 'Search below this folder' })).toBeVisible();
  await picture(launched, '36-menu');
  await window.getByRole('menuitem', { name: 'Search below this folder' }).click();
  await window.getByRole('searchbox', { name: 'Words and filters' }).fill('er');
  await window.keyboard.press('Enter');
  await expect(window.getByText(/found among/)).toBeVisible();
  await inBothSizes(launched, picture, '37-search-below');
  await window.getByRole('contentinfo').getByRole('button').last().click();
  await expect(window.getByText('Policies').first()).toBeVisible();
  await picture(launched, '38-who-am-i');
  await window.keyboard.press('Escape');
  await launched.close();
}

/** Duplicate, rename, metadata, deletion, comparison, a new entry, settings of the engine. */
export async function tourEntries(vault: VaultServer, picture: TakePicture): Promise<void> {
  const launched = await launchConnected({
    address: vault.address,
    token: vault.rootToken,
    name: 'Sample server',
  });
  const { window } = launched;
  const dialog = window.getByRole('dialog');
  const escape = async (): Promise<void> => {
    await window.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  const pick = async (item: string | RegExp): Promise<void> => {
    await window.getByRole('button', { name: 'More', exact: true }).click();
    await window.getByRole('menuitem', { name: item }).click();
  };
  await goTo(window, 'secret/apps/web/database');
  await expect(keyRow(window, 'host')).toBeVisible();
  await window.getByRole('button', { name: 'More', exact: true }).click();
  await window.getByRole('menu').waitFor();
  await picture(launched, '80-entry-menu');
  await window.keyboard.press('Escape');
  for (const [item, name] of [
    ['Duplicate…', '81-duplicate'],
    [/^Rename/, '82-rename'],
    [/metadata/i, '83-metadata'],
  ] as const) {
    await pick(item);
    await dialog.waitFor();
    await picture(launched, name);
    await escape();
  }
  await pick(/^Delete everything/);
  await picture(launched, '84-delete-everything', await launched.trusted());
  await launched.answer((trusted) => trusted.keyboard.press('Escape'));
  await window.getByRole('button', { name: 'Actions for version 3', exact: true }).click();
  await window.getByRole('menu').waitFor();
  await picture(launched, '85-version-menu');
  await window.getByRole('menuitem', { name: 'Compare with the current version' }).click();
  await expect(window.getByText(/keys differ/)).toBeVisible();
  await picture(launched, '86-compare');
  await openMount(window, 'secret/');
  await treeRow(window, 'secret/').click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'New entry…' }).click();
  await dialog.getByRole('textbox', { name: 'Path' }).fill('apps/web/brand new');
  await picture(launched, '87-new-entry');
  await dialog.getByRole('button', { name: 'Add keys' }).click();
  await expect(window.getByRole('heading', { level: 2, name: 'brand new' })).toBeVisible();
  await picture(launched, '88-creating');
  await treeRow(window, 'secret/').click({ button: 'right' });
  await window.getByRole('menuitem', { name: /settings/i }).click();
  await dialog.waitFor();
  await picture(launched, '89-mount-settings');
  await launched.close();
}
