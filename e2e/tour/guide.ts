/** Pictures of the user's guide, as named in `build/guide/*.md`: an ordinary day on small servers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { launchApp } from '../steps/app.ts';
import type { LaunchedApp } from '../steps/app.ts';
import { openCeremony, openFirstRun } from '../steps/ceremony-steps.ts';
import { clusterCard, confirmNode, openCluster, verdict } from '../steps/cluster-screen.ts';
import { addressField, answerFileDialogs, pressLogIn } from '../steps/connect-form.ts';
import {
  fromMenu,
  goTo,
  keyRow,
  launchConnected,
  lockByKeys,
  openFolder,
  openMount,
  treeRow,
} from '../steps/connected.ts';
import { openSearch, searchFor, searchStatus } from '../steps/search-screen.ts';
import { openConsole, send } from '../steps/console-screen.ts';
import {
  must,
  newKvMount,
  newPolicy,
  startRaftCluster,
  startSealedVault,
  startUninitialisedVault,
  writeEntry,
} from '../servers/index.ts';
import type { VaultServer } from '../servers/index.ts';
import { bitwardenSample } from './import.ts';
import type { TakePicture } from './sizes.ts';
import { agree, launchWithPrograms } from '../steps/programs.ts';
import { launchUpdating } from '../steps/updating-app.ts';
import { openWrappingTab, paste, wrappedEntry } from '../steps/wrapping-steps.ts';

/** Takes all of them. */
export async function tourGuide(vault: VaultServer, picture: TakePicture): Promise<void> {
  await gettingIn(vault, picture);
  await updates(picture);
  await searching(vault, picture);
  const launched = await launchConnected({
    address: vault.address,
    token: vault.rootToken,
    name: 'Sample server',
  });
  await entries(launched, vault, picture);
  await tokensAndPolicies(launched, vault, picture);
  await theApp(launched, picture);
  await launched.close();
  await manyPlaces(vault, picture);
  await programs(vault, picture);
  await firstRun(picture);
  await cluster(picture);
  await unsealing(picture);
}

async function programs(vault: VaultServer, picture: TakePicture): Promise<void> {
  const mount = await newKvMount(vault, 2, 'programs');
  await writeEntry(vault, mount, 'web/database', { password: 'x' });
  const { launched, strongroom, close } = await launchWithPrograms(
    { address: vault.address, token: vault.rootToken, name: 'payments-production' },
    { preferences: { programs: true } },
  );
  const { window } = launched;
  const ran = strongroom(['run', '--', 'true'], {
    PASSWORD: `strongroom://payments-production/${mount.path}web/database#password`,
  });
  await agree(launched, /^Once/);
  await ran;
  await window.keyboard.press('Control+k');
  await window.getByRole('combobox', { name: 'Command palette' }).fill('Programs');
  await window
    .getByRole('option', { name: /^Programs/ })
    .first()
    .click();
  await expect(window.getByRole('grid', { name: 'Requests' }).getByRole('row')).toHaveCount(2);
  await picture(launched, 'guide-programs');
  await close();
}

async function manyPlaces(vault: VaultServer, picture: TakePicture): Promise<void> {
  const services = await newKvMount(vault, 2, 'services');
  const shared = { host: 'db.internal', port: 5432, user: 'svc', log_level: 'info' };
  for (const [path, password] of [
    ['staging/api', 's'],
    ['production/api', 'p'],
    ['test/api', 's'],
    ['staging/mail', 'm'],
    ['production/mail', 'm'],
    ['staging/queue', 'q'],
  ] as const)
    await writeEntry(vault, services, path, { ...shared, password });
  await writeEntry(vault, services, 'test/api', {
    ...shared,
    log_level: 'debug',
    password: 's',
    debug: true,
  });
  const launched = await launchConnected({
    address: vault.address,
    token: vault.rootToken,
    name: 'Sample server',
  });
  const { window } = launched;
  await openMount(window, services.path);
  await fromMenu(window, 'staging/', 'Compare with…');
  await window.getByRole('combobox', { name: 'Right folder' }).fill('production');
  await window.getByRole('button', { name: 'Compare', exact: true }).click();
  await window.getByRole('button', { name: 'Compare again' }).waitFor();
  await picture(launched, 'guide-compare');
  await goTo(window, `${services.path}staging/api`);
  await window.getByRole('button', { name: 'More', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Compare environments…' }).click();
  const dialog = window.getByRole('dialog');
  for (const name of ['production', 'test'])
    await dialog.getByRole('button', { name: `Add ${services.path}${name}/api` }).click();
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  await window
    .getByRole('grid', { name: 'Keys by environment' })
    .getByRole('row', { name: /host/ })
    .waitFor();
  await picture(launched, 'guide-environments');
  for (const path of ['staging/queue', 'production/mail'])
    await must(vault, 'DELETE', `${services.path}data/${path}`);
  await fromMenu(window, services.path, 'Open as table');
  await window.getByRole('button', { name: 'All below', exact: true }).click();
  await window.getByRole('button', { name: 'Deleted', exact: true }).click();
  await window.getByRole('checkbox', { name: 'Select all shown' }).check();
  await window.getByRole('button', { name: 'Undelete…' }).waitFor();
  await picture(launched, 'guide-deleted');
  await launched.close();
}

async function gettingIn(vault: VaultServer, picture: TakePicture): Promise<void> {
  const launched = await launchApp();
  await addressField(launched.window).fill(vault.address);
  await picture(launched, 'guide-connect');
  await pressLogIn(launched.window);
  await picture(launched, 'guide-prompt', await launched.trusted());
  await launched.close();
}

async function updates(picture: TakePicture): Promise<void> {
  const { launched, end } = await launchUpdating();
  await launched.window.getByRole('region', { name: 'Updates' }).waitFor();
  await picture(launched, 'guide-updates');
  await end();
}

async function entries(launched: LaunchedApp, vault: VaultServer, picture: TakePicture): Promise<void> {
  const { window } = launched;
  await goTo(window, 'secret/apps/web/session');
  await expect(keyRow(window, 'cookie_secret')).toBeVisible();
  await window.getByRole('button', { name: 'Add to favourites' }).click();
  await picture(launched, 'guide-entry');
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await window.getByRole('button', { name: 'Edit cookie_secret', exact: true }).click();
  await window.getByRole('textbox', { name: 'Value of cookie_secret' }).fill('a new value');
  await picture(launched, 'guide-edit');
  await window.keyboard.press('Control+s');
  await window.getByRole('button', { name: /^Save as version/ }).waitFor();
  await window.getByRole('button', { name: /^Save as version/ }).click();
  await expect(window.getByRole('main', { name: 'Entries' }).getByText(/^Saved as version/)).toBeVisible();
  await picture(launched, 'guide-versions');
  await window.getByRole('button', { name: 'More', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Export…' }).click();
  await window.getByRole('dialog', { name: 'Export', exact: true }).waitFor();
  await picture(launched, 'guide-export');
  await window.keyboard.press('Escape');
  await openMount(window, 'secret/');
  await treeRow(window, 'apps/').first().click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Copy to…' }).click();
  await window.getByRole('combobox', { name: 'To folder' }).fill('archive');
  await window.getByRole('button', { name: 'Make the plan' }).click();
  await window.getByRole('button', { name: /^Run / }).waitFor();
  await picture(launched, 'guide-plan');
  await importing(launched, picture);
  await window.keyboard.press('Control+k');
  await window.getByRole('combobox').fill('Home');
  await window.getByRole('option', { name: /^Home/ }).first().click();
  await window.getByRole('grid', { name: 'Favourites' }).waitFor();
  await picture(launched, 'guide-home');
  for (const name of ['secret/', 'apps/']) await openFolder(window, name);
  await fromMenu(window, 'apps/', 'Open as table');
  await window.getByRole('button', { name: 'All below' }).click();
  await window.getByRole('grid', { name: 'Entries' }).waitFor();
  await picture(launched, 'guide-folder');
  const schema = {
    required: ['host', 'password'],
    properties: { host: { type: 'string', format: 'hostname' }, password: { minLength: 20 } },
  };
  await writeEntry(vault, { path: 'secret/', version: 2 }, 'apps/.template', { schema });
  await fromMenu(window, 'apps/', 'Compare with templates');
  await window.getByRole('grid', { name: 'Entries that differ' }).waitFor();
  await expect(window.getByText(/that were read differ/)).toBeVisible();
  await picture(launched, 'guide-templates');
}

async function importing(launched: LaunchedApp, picture: TakePicture): Promise<void> {
  const { window } = launched;
  const folder = mkdtempSync(join(tmpdir(), 'tour-guide-'));
  const file = join(folder, 'bitwarden_export.json');
  writeFileSync(file, bitwardenSample);
  await answerFileDialogs(launched, [file]);
  await treeRow(window, 'apps/').first().click({ button: 'right' });
  await window.getByRole('menuitem', { name: 'Import…' }).click();
  await window.getByRole('button', { name: 'Choose a file…' }).click();
  await window.getByRole('grid', { name: 'Preview' }).waitFor();
  await picture(launched, 'guide-import');
  rmSync(folder, { recursive: true });
}

async function searching(vault: VaultServer, picture: TakePicture): Promise<void> {
  const kv = await newKvMount(vault, 2, 'web-shop');
  for (const [at, name] of ['staging', 'production', 'test'].entries())
    await writeEntry(vault, kv, `${name}/database`, {
      host: `${name}.db.example`,
      user: 'shop',
      password: at === 1 ? 'correct horse' : 'battery staple',
    });
  const launched = await launchConnected({
    address: vault.address,
    token: vault.rootToken,
    name: 'Sample server',
  });
  const { window } = launched;
  await openSearch(window);
  await searchFor(window, 'database key:password');
  await expect(searchStatus(window)).toContainText(/found among/);
  await picture(launched, 'guide-search');
  await launched.close();
}

async function tokensAndPolicies(
  launched: LaunchedApp,
  vault: VaultServer,
  picture: TakePicture,
): Promise<void> {
  const { window } = launched;
  const mount = await newKvMount(vault, 2, 'team');
  await openWrappingTab(launched);
  await paste(launched, await wrappedEntry(vault, mount, { password: 'x' }));
  await window.getByRole('button', { name: 'Unwrap', exact: true }).waitFor();
  await picture(launched, 'guide-unwrap');
  await section(launched, 'Tokens');
  await window
    .getByRole('complementary', { name: 'Details' })
    .getByRole('button', { name: /Raw JSON/ })
    .waitFor();
  await picture(launched, 'guide-tokens');
  const policy = await newPolicy(
    vault,
    'path "secret/data/apps/web/*" {\n  capabilities = ["read", "update"]\n}',
  );
  await section(launched, 'Policies');
  await window.getByRole('navigation', { name: 'Policies' }).getByText(policy, { exact: true }).click();
  await window.getByRole('main').getByText('secret/data/apps/web/*').waitFor();
  await picture(launched, 'guide-policy');
  await topic(launched, 'Secrets engines');
  await window.getByRole('row').nth(2).waitFor();
  await picture(launched, 'guide-administration');
  await openConsole(window);
  await send(launched, { path: 'sys/leader' });
  await picture(launched, 'guide-console');
}

async function theApp(launched: LaunchedApp, picture: TakePicture): Promise<void> {
  const { window } = launched;
  await window.keyboard.press('Control+k');
  await window.getByRole('dialog').getByRole('combobox').fill('session');
  await window.getByRole('option').first().waitFor();
  await picture(launched, 'guide-palette');
  await window.keyboard.press('Escape');
  await window.keyboard.press('Control+,');
  await window.getByRole('searchbox', { name: 'Search settings' }).fill('privacy');
  await window.getByRole('heading', { name: /^Privacy/ }).waitFor();
  await picture(launched, 'guide-privacy');
  await lockByKeys(window);
  await picture(launched, 'guide-locked');
}

async function firstRun(picture: TakePicture): Promise<void> {
  const vault = await startUninitialisedVault();
  const launched = await launchApp();
  await openFirstRun(launched, vault.address);
  await picture(launched, 'guide-first-run');
  await launched.close();
  await vault.stop();
}

async function cluster(picture: TakePicture): Promise<void> {
  const servers = await startRaftCluster({ voters: true, certificateDays: [281, 281, 281] });
  const connection = { address: servers.address, token: servers.rootToken, name: 'Payments' };
  const launched = await launchConnected(connection, { env: { SSL_CERT_FILE: servers.caPath ?? '' } });
  const { window } = launched;
  try {
    await openCluster(window);
    for (const node of servers.nodes.slice(1)) await confirmNode(launched, node.address);
    await expect(verdict(window).getByRole('status')).toHaveText('Healthy', { timeout: 30_000 });
    await expect(clusterCard(window, 'Encryption key')).toContainText('Term');
    await window.mouse.move(0, 0);
    await picture(launched, 'guide-cluster');
    await window.keyboard.press('Control+Shift+b');
    await window
      .getByRole('main', { name: 'Board' })
      .getByRole('button', { name: /^Payments: Healthy/ })
      .waitFor();
    await picture(launched, 'guide-board');
    await window.keyboard.press('Escape');
    await topic(launched, 'Snapshots');
    await window.getByRole('button', { name: 'Save snapshot…' }).waitFor();
    await picture(launched, 'guide-snapshots');
  } finally {
    await launched.close();
    await servers.stop();
  }
}

async function unsealing(picture: TakePicture): Promise<void> {
  const vault = await startSealedVault();
  await vault.unseal();
  const launched = await launchConnected({
    address: vault.address,
    token: vault.rootToken,
    name: 'Payments',
  });
  const { window } = launched;
  await must(vault, 'PUT', 'sys/seal');
  await openCeremony(window, 'Unseal');
  await window.getByRole('cell', { name: '0 of 3' }).waitFor();
  await picture(launched, 'guide-unseal');
  await launched.close();
  await vault.stop();
}

async function topic(launched: LaunchedApp, name: string): Promise<void> {
  const { window } = launched;
  await section(launched, 'Administration');
  await window.getByRole('navigation', { name: 'Administration' }).getByRole('button', { name }).click();
}

async function section({ window }: LaunchedApp, name: string): Promise<void> {
  await window.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name }).click();
}
