/**
 * The tour: the main job, step by step, in the real app on a real server, with a picture of every screen and state, light
 * and dark, at 1280×800 and for the narrow ones at 960×600. `npm run tour` takes it; look at what it leaves.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { launchApp, type LaunchedApp } from './app.ts';
import {
  addHeader,
  addressField,
  chooseTlsFile,
  formFailure,
  giveToken,
  openTab,
  pressLogIn,
  pressSave,
  profileRow,
  checkNew,
} from './connect-form.ts';
import { goTo, keyRow, launchConnected, logIn, logOut, openFolder, openMount, treeRow } from './connected.ts';
import { takePicture } from './picture.ts';
import {
  must,
  newKvMount,
  newPolicy,
  newToken,
  seedSample,
  startDevVault,
  startFaultProxy,
  startSealedVault,
  startTlsMatrix,
  startTlsVault,
  writeManyNames,
} from './servers/index.ts';
import { questionsOfADay, workADay } from './questions.ts';
import { tourAnswers } from './tour-answers.ts';
import { tourConnect } from './tour-connect.ts';
import { tourConsole } from './tour-console.ts';
import { tourEntry } from './tour-entry.ts';
import { tourLogin } from './tour-login.ts';
import { tourPrompts } from './tour-prompts.ts';
import { tourStates } from './tour-states.ts';
import { tourSystem } from './tour-system.ts';
import { narrow, resize, wide } from './tour-sizes.ts';
import { tourRefusal, tourTokens } from './tour-tokens.ts';
import { tourHome } from './tour-home.ts';
import { tourNames } from './tour-names.ts';
import { tourSteps } from './tour-steps.ts';
import { tourTroubles } from './tour-troubles.ts';
import { tourWrapping, tourWrappingVisit } from './tour-wrapping.ts';
import type { FaultProxy, SealedVault, TlsVault, VaultServer } from './servers/index.ts';

const folder = process.env['STRONGROOM_PICTURES'] ?? 'build/out/tour';

let vault: VaultServer;
let sealed: SealedVault;
let tls: TlsVault;
let faults: FaultProxy;

test.beforeAll(async () => {
  [vault, sealed, tls] = await Promise.all([startDevVault(), startSealedVault(), startTlsVault()]);
  await seedSample(vault);
  await writeManyNames(vault, await newKvMount(vault, 2, 'inventory'), 'devices/', 20_000);
  faults = await startFaultProxy(vault);
});
test.afterAll(async () => {
  await faults.stop();
  await Promise.all([vault.stop(), sealed.stop(), tls.stop()]);
});

/** Takes the same picture in both themes. */
async function picture(launched: LaunchedApp, name: string, trusted?: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await launched.app.evaluate(({ nativeTheme }, source) => {
      nativeTheme.themeSource = source;
    }, theme);
    for (const page of [launched.window, ...(trusted ? [trusted] : [])]) {
      await page.waitForFunction(
        (dark) => matchMedia('(prefers-color-scheme: dark)').matches === dark,
        theme === 'dark',
      );
    }
    await takePicture(join(folder, `${name}-${theme}.png`), launched.window, trusted);
  }
}

test('prompts of every kind', async () => {
  const launched = await launchApp();
  await addressField(launched.window).fill(vault.address);
  await pressLogIn(launched.window);
  await tourPrompts(launched, await launched.trusted(), picture);
  await launched.close();
});

test('the questions of a normal day', async () => {
  const launched = await launchApp();
  expect(await workADay(launched, vault)).toEqual(questionsOfADay);
  await launched.close();
});

test('connecting', async () => {
  const launched = await launchApp({ env: { VAULT_ADDR: tls.address, VAULT_CACERT: tls.caFile } });
  const { window } = launched;
  await expect(window.getByRole('button', { name: 'Fill in' }).first()).toBeVisible();
  await picture(launched, '01-connect');
  await window.getByLabel('Address').fill('vault.example.com:8200');
  await window.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(window.getByText('https://vault.example.com:8200').first()).toBeVisible();
  await picture(launched, '02-connect-address-without-scheme');
  await window.getByLabel('Address').fill(tls.address);
  await checkNew(launched);
  await formFailure(window).waitFor();
  await picture(launched, '03-connect-unknown-authority');
  await window.getByLabel('Address').fill(vault.address);
  await window.getByRole('textbox', { name: /^Name\b/ }).fill('Payments production');
  await window.getByRole('radio', { name: /red/i }).click();
  await window.getByRole('radio', { name: 'Production' }).click();
  await checkNew(launched);
  await expect(window.getByText(/unsealed · active/)).toBeVisible();
  await picture(launched, '04-connect-checked');
  await window.getByRole('button', { name: 'Connect', exact: true }).click();
  const trusted = await launched.trusted();
  await picture(launched, '05-login-token', trusted);
  await trusted.getByLabel('Token', { exact: true }).fill('hvs.not-a-token-of-this-server');
  await launched.answer(async (view) => {
    await view.getByRole('button', { name: 'Log in' }).click();
  });
  const again = await launched.trusted();
  await expect(again.getByRole('alert')).toBeVisible();
  await picture(launched, '06-login-refused', again);
  await launched.answer(async (view) => {
    await view.getByLabel('Token', { exact: true }).fill(vault.rootToken);
    await view.getByRole('button', { name: 'Log in' }).click();
  });
  await window.getByRole('tree').waitFor();
  await picture(launched, '07-connected-nothing-open');
  await launched.close();
});

test('connecting in small windows, and twelve sessions', () => tourConnect(vault, tls, picture));

test('browsing, reading and editing', async () => {
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
  await expect(window.getByText('A name may be a folder without being an entry')).toBeVisible();
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
  await expect(paste.getByText(/2 keys found/)).toBeVisible();
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
});

test('finding', async () => {
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
  // In the tree it would be the beginning of a name.
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
  await window.getByRole('textbox', { name: 'Part of a name' }).fill('er');
  await window.keyboard.press('Enter');
  await expect(window.getByText(/found among/)).toBeVisible();
  await picture(launched, '37-search-below');
  await window.getByRole('button', { name: 'Back to the tree' }).click();
  await window.getByRole('contentinfo').getByRole('button').last().click();
  await expect(window.getByText('Policies').first()).toBeVisible();
  await picture(launched, '38-who-am-i');
  await window.keyboard.press('Escape');
  await launched.close();
});

test('what may go wrong', async () => {
  const policy = await newPolicy(vault, 'path "secret/data/apps/web/session" { capabilities = ["read"] }');
  const { token } = await newToken(vault, { policies: [policy], ttl: '10m', display_name: 'on-call' });
  const launched = await launchConnected({ address: faults.address, token, name: 'Limited' });
  const { window } = launched;
  await treeRow(window, 'secret/').click();
  await expect(treeRow(window, 'secret/')).toContainText('may not list');
  await goTo(window, 'secret/apps/web/smtp');
  await expect(window.getByText('secret/data/apps/web/smtp').first()).toBeVisible();
  await picture(launched, '40-not-permitted');
  await tourRefusal(launched, picture);
  faults.add({ fault: { kind: 'html', status: 502 }, url: /session/ });
  await goTo(window, 'secret/apps/web/session');
  await expect(window.getByText('502 Bad Gateway').first()).toBeVisible();
  await picture(launched, '41-answer-of-a-proxy');
  faults.heal();
  await must(vault, 'POST', 'auth/token/revoke', { token });
  await window.getByRole('button', { name: 'Retry' }).first().click();
  await expect(window.getByRole('button', { name: /Log in again/ }).first()).toBeVisible();
  await picture(launched, '42-dead-token');
  await launched.close();

  const gone = await startFaultProxy(vault);
  const other = await launchConnected({ address: gone.address, token: vault.rootToken, name: 'Gone' });
  await gone.stop();
  await treeRow(other.window, 'legacy/').click();
  await expect(other.window.getByRole('button', { name: /Retry/ }).first()).toBeVisible();
  await picture(other, '43-unreachable');
  await other.close();

  await sealed.unseal();
  const open = await launchConnected({
    address: sealed.address,
    token: sealed.rootToken,
    name: 'Closing time',
  });
  await must(sealed, 'PUT', 'sys/seal', {});
  await treeRow(open.window, 'cubbyhole/').click();
  await expect(open.window.getByRole('heading', { name: /sealed/i })).toBeVisible();
  await picture(open, '44-sealed');
  await open.close();
});

test('the whole service', async () => {
  const mount = await newKvMount(vault, 2, 'handed-over');
  const entering = await launchApp();
  await tourLogin(entering, vault, picture);
  await entering.close();
  const visiting = await launchApp();
  await tourWrappingVisit(visiting, picture, vault, mount);
  await visiting.close();
  const connection = { address: vault.address, token: vault.rootToken, name: 'Sample server' };
  for (const tour of [tourTokens, tourSystem, tourConsole, tourAnswers]) {
    const launched = await launchConnected(connection);
    await tour(launched, picture);
    await launched.close();
  }
  const wrapping = await launchConnected(connection);
  await tourWrapping(wrapping, picture, vault, mount);
  await wrapping.close();
});

test('entries as a whole', async () => {
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
});

test('locked', async () => {
  const launched = await launchConnected({
    address: vault.address,
    token: vault.rootToken,
    name: 'Sample server',
  });
  const { window } = launched;
  await goTo(window, 'secret/apps/web/session');
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await window.getByRole('button', { name: 'Edit cookie_secret', exact: true }).click();
  await window.getByRole('textbox', { name: 'Value of cookie_secret' }).fill('half typed');
  await window.keyboard.press('Control+Shift+L');
  await expect(window.getByRole('heading', { name: 'Strongroom is locked' })).toBeVisible();
  await picture(launched, '90-locked');
  await resize(launched, narrow);
  await picture(launched, '91-locked-narrow');
  await launched.close();
});

test('two servers side by side', async () => {
  const launched = await launchConnected({
    address: vault.address,
    token: vault.rootToken,
    name: 'Development',
  });
  const { window } = launched;
  await window
    .getByRole('button', { name: /Connect|New connection|Add/ })
    .first()
    .click();
  await window.getByRole('radio', { name: /red/i }).click();
  await window.getByRole('radio', { name: 'Production' }).click();
  await logIn(launched, { address: faults.address, token: vault.rootToken, name: 'Payments production' });
  await openFolder(window, 'team-payments/kv/');
  await treeRow(window, 'stripe').click();
  await expect(keyRow(window, 'secret_key')).toBeVisible();
  await picture(launched, '50-production');
  await launched.close();
});

test('connections and their certificates', async () => {
  const matrix = await startTlsMatrix();
  const launched = await launchApp();
  const { window } = launched;
  const name = window.getByRole('textbox', { name: /^Name\b/ });
  const closeSession = async (): Promise<void> => {
    await window.getByRole('tree').waitFor();
    await window.getByRole('button', { name: 'Session', exact: true }).click();
    await logOut(launched);
  };
  await addressField(window).fill(matrix.addresses.good);
  await name.fill('Payments staging');
  await openTab(window, 'TLS');
  await chooseTlsFile(launched, 'ca', matrix.files.ca);
  await chooseTlsFile(launched, 'certificate', matrix.files.client);
  await chooseTlsFile(launched, 'key', matrix.files.encryptedKey);
  await picture(launched, '70-files');
  await window.getByRole('button', { name: 'Do not use alice.pem' }).click();
  await window.getByRole('button', { name: 'Do not use alice-encrypted-key.pem' }).click();
  await pressLogIn(window);
  await giveToken(launched, matrix.rootToken);
  await closeSession();

  await profileRow(window, 'Payments staging').getByRole('button').first().click();
  await matrix.replaceGood('same-authority');
  await pressLogIn(window);
  await picture(launched, '71-certificate-changed', await launched.trusted());
  await launched.answer((trusted) => trusted.keyboard.press('Escape'));
  await openTab(window, 'Advanced');
  await addHeader(launched, 'X-Gateway-Key', 'opens-the-gate');
  await window.getByRole('textbox', { name: 'Another node' }).fill('https://vault-2.example.com:8200');
  await window.keyboard.press('Enter');
  await picture(launched, '72-headers-and-nodes');
  await pressSave(window);
  await picture(launched, '73-trusted-otherwise', await launched.trusted());
  await launched.answer((trusted) => trusted.keyboard.press('Escape'));
  await window.getByRole('button', { name: 'Export…' }).click();
  await window.getByRole('dialog').waitFor();
  await picture(launched, '74-export');
  await window.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await window.getByRole('button', { name: 'New connection' }).click();
  await addressField(window).fill(matrix.addresses.expired);
  await openTab(window, 'TLS');
  await window.getByRole('checkbox', { name: 'Do not verify' }).check();
  await pressLogIn(window);
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Save connection' }).click());
  await giveToken(launched, matrix.rootToken);
  await picture(launched, '75-certificate-unverified', await launched.trusted());
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Go on' }).click());
  await window.getByRole('button', { name: /^Server certificate ended/ }).click();
  await window.getByRole('dialog').waitFor();
  await picture(launched, '75-certificate-ended');
  await launched.close();
  await matrix.stop();
});

test('seldom seen', async () => {
  const home = mkdtempSync(join(tmpdir(), 'strongroom-tour-'));
  writeFileSync(join(home, '.vault-token'), vault.rootToken, { mode: 0o600 });
  const launched = await launchApp({ env: { HOME: home, VAULT_ADDR: vault.address } });
  const { window } = launched;
  await window.getByRole('button', { name: 'Fill in' }).first().click();
  await pressLogIn(window);
  await picture(launched, '60-confirm-offered-token', await launched.trusted());
  await launched.answer((trusted) => trusted.keyboard.press('Escape'));
  await addressField(window).fill(tls.address);
  await openTab(window, 'TLS');
  await window.getByRole('checkbox', { name: /verif/i }).click();
  await picture(launched, '61-tls-and-proxy');
  await pressLogIn(window);
  await picture(launched, '62-save-unverified', await launched.trusted());
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Save connection' }).click());
  await picture(launched, '62-login-unverified', await launched.trusted());
  await giveToken(launched, tls.rootToken);
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Go on' }).click());
  await window.getByRole('tree').waitFor();
  await picture(launched, '63-unverified-session');
  await window.getByRole('contentinfo').getByRole('button').last().click();
  await window.getByRole('button', { name: 'Show…' }).click();
  await picture(launched, '64-token-shown', await launched.trusted());
  await launched.answer((trusted) => trusted.keyboard.press('Escape'));
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'Settings' }).click();
  await window.getByRole('menuitem', { name: 'About Strongroom…' }).waitFor();
  await picture(launched, '65-settings');
  await window.getByRole('menuitem', { name: 'About Strongroom…' }).click();
  await window.getByRole('region', { name: 'About' }).waitFor();
  await picture(launched, '66-about');
  await launched.close();
  rmSync(home, { recursive: true });

  const other = await launchConnected({ address: faults.address, token: vault.rootToken, name: 'Far away' });
  await goTo(other.window, 'secret/apps/web/session');
  await other.window.getByRole('button', { name: 'Edit', exact: true }).click();
  await other.window.getByRole('button', { name: 'Edit cookie_secret' }).click();
  await other.window.getByRole('textbox', { name: 'Value of cookie_secret' }).fill('rotated');
  faults.add({ fault: { kind: 'lost-answer' }, method: 'POST', url: /data/ });
  await other.window.getByRole('button', { name: 'Review and save…' }).click();
  await other.window.getByRole('button', { name: 'Save as version 2' }).click();
  await expect(other.window.getByRole('button', { name: 'Check now' })).toBeVisible();
  await picture(other, '67-outcome-unknown');
  faults.heal();
  await other.window.getByRole('button', { name: 'Check now' }).click();
  await expect(other.window.getByText('version 2 · current')).toBeVisible();
  await picture(other, '68-outcome-found-out');
  await other.close();
});

test('what is done with one entry', async () => {
  await tourEntry(vault, picture);
});

test('limits, full disks and servers that changed', async () => {
  await tourTroubles(vault, picture);
});

test('states of a moment, sizes, zooms and contrast', async () => {
  test.setTimeout(900_000);
  await tourStates(vault, picture);
});

test('short ways', () => tourSteps(vault, picture));

test('home, settings, namespaces', async () => {
  await tourHome(vault, picture);
});

test('namespaces, density, narrow windows', async () => {
  await tourNames(vault, picture);
});
