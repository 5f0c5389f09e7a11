/** The tour's pictures of brief or rare states of a screen, and of every size, zoom and contrast. */
import { expect } from '@playwright/test';
import { join } from 'node:path';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Page } from '@playwright/test';
import { closeWindow, launchApp, type LaunchedApp } from '../steps/app.ts';
import { callByHand, callInPage } from '../steps/bridge-calls.ts';
import {
  addressField,
  answerFileDialogs,
  confirmContact,
  pressCheck,
  pressLogIn,
} from '../steps/connect-form.ts';
import {
  goTo,
  keyRow,
  launchConnected,
  logIn,
  openFolder,
  openMount,
  tree,
  treeRow,
} from '../steps/connected.ts';
import { must, newKvMount, startFaultProxy, startUninitialisedVault, writeEntry } from '../servers/index.ts';
import { writeManyNames, type KvMount, type VaultServer } from '../servers/index.ts';
import { inBothSizes, narrow, resize, wide } from './sizes.ts';
import type { TakePicture } from './sizes.ts';
import { sizeTo, zoomTo } from '../looks/zooming.ts';

/** Shows each state in an app of its own. */
export async function tourStates(vault: VaultServer, picture: TakePicture): Promise<void> {
  const mount = await newKvMount(vault, 2, 'states');
  await writeEntry(vault, mount, 'folder/app', {
    user: 'alice',
    password: 'correct horse',
    port: 5432,
    config: { pool: 4 },
    certificate: 'line 1\nline 2\nline 3',
  });
  await connectStates(vault, picture);
  await loading(vault, mount, picture);
  await names(vault, mount, picture);
  await entryGone(vault, mount, picture);
  await favourites(vault, mount, picture);
  await quitAndKeychain(vault, mount, picture);
  await contrast(vault, mount, picture);
  await zooms(vault, mount, picture);
}

function connection(vault: VaultServer, name: string) {
  return { address: vault.address, token: vault.rootToken, name };
}

async function connectStates(vault: VaultServer, picture: TakePicture): Promise<void> {
  const launched = await launchApp();
  const { window } = launched;
  await addressField(window).waitFor();
  await resize(launched, narrow);
  await picture(launched, 'connect-narrow');
  await resize(launched, wide);
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-tour-'));
  const file = join(folder, 'team.json');
  const profile = {
    name: 'Staging',
    address: vault.address,
    namespace: '',
    colour: 'amber',
    timeoutMs: 30_000,
  };
  writeFileSync(file, JSON.stringify({ strongroom: 'profiles', version: 99, profiles: [profile] }));
  await answerFileDialogs(launched, [file]);
  await window.getByRole('button', { name: 'Import…' }).click();
  await window.getByRole('dialog').waitFor();
  await inBothSizes(launched, picture, 'import-refused');
  await window.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  rmSync(folder, { recursive: true });

  const fresh = await startUninitialisedVault();
  await addressField(window).fill(fresh.address);
  await pressCheck(window);
  await confirmContact(launched);
  await expect(window.getByText(/not been initialised/).first()).toBeVisible();
  await inBothSizes(launched, picture, 'not-initialised');
  await launched.close();
  await fresh.stop();
}

async function loading(vault: VaultServer, mount: KvMount, picture: TakePicture): Promise<void> {
  const slow = await startFaultProxy(vault);
  const launched = await launchConnected({ ...connection(vault, 'Slow'), address: slow.address });
  const { window } = launched;
  const until = Promise.withResolvers<undefined>();
  slow.add({ fault: { kind: 'delay', until: until.promise.then(() => undefined) }, url: /folder\/app/ });
  await goTo(window, `${mount.path}folder/app`);
  await window
    .getByRole('main', { name: 'Entries' })
    .getByRole('status', { name: 'Loading' })
    .first()
    .waitFor();
  await inBothSizes(launched, picture, 'loading');
  until.resolve(undefined);
  await expect(keyRow(window, 'user')).toBeVisible();
  await launched.close();
  await slow.stop();
}

async function names(vault: VaultServer, mount: KvMount, picture: TakePicture): Promise<void> {
  const many = await newKvMount(vault, 1, 'many');
  await writeManyNames(vault, many, 'devices/', 100_000);
  const empty = await newKvMount(vault, 2, 'empty');
  const launched = await launchConnected(connection(vault, 'Names'));
  const { window } = launched;
  await openMount(window, empty.path);
  await expect(window.getByRole('treeitem', { name: /empty|nothing/i }).first()).toBeVisible();
  await inBothSizes(launched, picture, 'empty-folder');
  await openMount(window, many.path);
  await openFolder(window, 'devices/');
  await expect(treeRow(window, 'name-000000')).toBeVisible();
  await tree(window).press('End');
  await expect(treeRow(window, 'name-099999')).toBeVisible();
  await inBothSizes(launched, picture, '100000-rows');
  await openMount(window, mount.path);
  await tree(window).press('ArrowDown');
  await window.keyboard.press('ArrowDown');
  await inBothSizes(launched, picture, 'tree-focus');
  await launched.close();
}

async function entryGone(vault: VaultServer, mount: KvMount, picture: TakePicture): Promise<void> {
  await writeEntry(vault, mount, 'folder/retired', { user: 'nobody' });
  const launched = await launchConnected(connection(vault, 'Gone'));
  const { window } = launched;
  await goTo(window, `${mount.path}folder/retired`);
  await expect(keyRow(window, 'user')).toBeVisible();
  await must(vault, 'DELETE', `${mount.path}metadata/folder/retired`);
  await keyRow(window, 'user').focus();
  await window.keyboard.press('F5');
  await expect(keyRow(window, 'user')).toHaveCount(0);
  await inBothSizes(launched, picture, 'entry-gone');
  await launched.close();
}

async function favourites(vault: VaultServer, mount: KvMount, picture: TakePicture): Promise<void> {
  const launched = await launchConnected(connection(vault, 'Favourites'));
  const { window } = launched;
  for (const path of [`${mount.path}folder/app`, 'secret/apps/web/session', 'secret/apps/web/smtp']) {
    await goTo(window, path);
    await window.getByRole('button', { name: 'Add to favourites' }).click();
    await window.getByRole('button', { name: 'Remove from favourites' }).waitFor();
  }
  await inBothSizes(launched, picture, 'favourites');
  await launched.close();
}

async function quitAndKeychain(vault: VaultServer, mount: KvMount, picture: TakePicture): Promise<void> {
  const launched = await launchApp();
  const { window } = launched;
  await logIn(launched, connection(vault, 'Kept'));
  await window.getByRole('button', { name: 'Session', exact: true }).click();
  await window.getByRole('menuitem', { name: /keychain/ }).waitFor();
  await picture(launched, 'keychain-menu');
  await window.keyboard.press('Escape');
  await keepDraft(window, mount, 'folder/app');
  closeWindow(launched);
  await picture(launched, 'quit-question', await launched.trusted());
  await launched.answer((trusted) => trusted.keyboard.press('Escape'));
  await launched.close();
}

/** Stores an unsaved edit in main, as the editor does. */
async function keepDraft(page: Page, mount: KvMount, path: string): Promise<void> {
  const { value } = await callInPage(page, 'session.list', {});
  const [session] = value as { readonly sessionId: string }[];
  const draft = { sessionId: session?.sessionId, mount: mount.path, path, text: 'draft' };
  expect(await callByHand(page, 'draft.put', draft)).toMatchObject({ ok: true });
}

/** The daily screens for a user who has set the system to more contrast. */
async function contrast(vault: VaultServer, mount: KvMount, picture: TakePicture): Promise<void> {
  const launched = await launchConnected(connection(vault, 'High contrast'));
  const { window } = launched;
  await window.emulateMedia({ contrast: 'more' });
  await daily(launched, mount, async (name) => {
    await picture(launched, `contrast-${name}`);
  });
  await window.getByRole('button', { name: 'Connect to another server' }).click();
  await addressField(window).fill(vault.address);
  await picture(launched, 'contrast-connect');
  await pressLogIn(window);
  const trusted = await launched.trusted();
  await trusted.emulateMedia({ contrast: 'more' });
  await picture(launched, 'contrast-prompt', trusted);
  await launched.answer((prompt) => prompt.keyboard.press('Escape'));
  await launched.close();
}

/** The daily screens from 80 to 300 %, in the usual window and in small ones. */
async function zooms(vault: VaultServer, mount: KvMount, picture: TakePicture): Promise<void> {
  for (const { percent, size } of [
    { percent: 80, size: wide },
    { percent: 150, size: narrow },
    { percent: 200, size: wide },
    { percent: 300, size: wide },
    { percent: 300, size: { width: 640, height: 480 } },
    { percent: 100, size: { width: 640, height: 480 } },
  ]) {
    const launched = await launchConnected(connection(vault, 'Zoomed'));
    const { window } = launched;
    await zoomTo(launched, percent);
    await sizeTo(launched, size);
    const of = `zoom-${String(percent)}-${String(size.width)}`;
    await daily(launched, mount, (name) => picture(launched, `${of}-${name}`));
    await window.getByRole('button', { name: 'Connect to another server' }).click();
    await addressField(window).fill(vault.address);
    await picture(launched, `${of}-connect`);
    await pressLogIn(window);
    await picture(launched, `${of}-prompt`, await launched.trusted());
    await launched.answer((trusted) => trusted.keyboard.press('Escape'));
    await launched.close();
  }
}

/** An entry, its edit, the palette and a dialog. */
async function daily(
  { window }: LaunchedApp,
  mount: KvMount,
  take: (name: string) => Promise<void>,
): Promise<void> {
  await goTo(window, `${mount.path}folder/app`);
  await expect(keyRow(window, 'user')).toBeAttached();
  await take('entry');
  await window.keyboard.press('Control+k');
  await window.getByRole('dialog', { name: 'Command palette' }).getByRole('option').first().waitFor();
  await take('palette');
  await window.keyboard.press('Escape');
  await window.getByRole('dialog').waitFor({ state: 'detached' });
  await window.keyboard.press('e');
  await window.getByRole('button', { name: 'Add a key' }).waitFor({ state: 'attached' });
  await window.getByRole('button', { name: 'Edit user' }).click();
  await window.getByRole('textbox', { name: 'Value of user' }).fill('bob');
  await take('edit');
  await window.getByRole('button', { name: 'Cancel' }).click();
  await window.getByRole('dialog').waitFor();
  await take('dialog');
  await window.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await window.getByRole('dialog').waitFor({ state: 'detached' });
}
