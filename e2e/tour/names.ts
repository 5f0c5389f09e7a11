/** The tour's pictures of namespaces, of the compact density, and of windows narrower than the tour's usual ones. */
import { expect } from '@playwright/test';
import type { LaunchedApp } from '../steps/app.ts';
import { openTopic } from '../steps/administration-steps.ts';
import { openCeremony } from '../steps/ceremony-steps.ts';
import { giveToken, openTab, pressLogIn, saveBesideAnother } from '../steps/connect-form.ts';
import { openCluster, openPanel } from '../steps/cluster-screen.ts';
import { goTo, keyRow, launchConnected, openFolder, openMount } from '../steps/connected.ts';
import {
  newKvMount,
  newNamespace,
  newPolicy,
  newSealableNamespace,
  newToken,
  startDevVault,
  writeEntry,
} from '../servers/index.ts';
import type { SealableNamespace, VaultServer } from '../servers/index.ts';
import { inBothSizes, resize, wide } from './sizes.ts';
import type { TakePicture } from './sizes.ts';
import { sizeTo } from '../looks/zooming.ts';

const small = { width: 640, height: 480 };

/** Shows them one after the other. */
export async function tourNames(vault: VaultServer, picture: TakePicture): Promise<void> {
  await namespaces(picture);
  await density(vault, picture);
  await smallWindows(vault, picture);
}

async function namespaces(picture: TakePicture): Promise<void> {
  const bao = await startDevVault({ product: 'openbao' });
  const team = await newNamespace(bao, 'payments-team');
  for (const name of ['billing', 'research']) await newNamespace(bao, name);
  for (const space of [await newNamespace(team, 'web'), await newNamespace(bao, 'platform')]) {
    const mount = await newKvMount(space, 2, 'apps');
    await writeEntry(space, mount, 'api', { user: 'svc', password: 'not shown' });
  }
  const vaulted = await newSealableNamespace(bao, 'payroll');
  const { token } = await newToken(bao, { policies: ['root'], ttl: '1h', display_name: 'ops' });
  const launched = await launchConnected({ address: bao.address, token, name: 'Bao' });
  const { window } = launched;
  const go = async (from: string, to: string): Promise<void> => {
    await switcher(launched, from);
    await window.getByRole('combobox', { name: 'Namespace' }).fill(to);
    await window.keyboard.press('Enter');
    await window.getByRole('heading', { level: 1, name: `Bao · ${to}` }).waitFor();
  };
  try {
    await switcher(launched, 'root');
    await window.getByRole('option', { name: /^platform/ }).waitFor();
    await inBothSizes(launched, picture, 'namespaces');
    await window.keyboard.type('nowhere');
    await picture(launched, 'namespaces-typed');
    await window.keyboard.press('Enter');
    await window.getByRole('alert').waitFor();
    await picture(launched, 'namespaces-refused');
    await window.keyboard.press('Escape');
    await go('root', 'platform');
    await rootOnly(launched, picture);
    await go('platform', 'payments-team/web');
    await switcher(launched, 'payments-team/web');
    await window.getByText('No child namespaces.').waitFor();
    await picture(launched, 'namespaces-below');
    await window.keyboard.press('Escape');
    await sealedNamespace(launched, vaulted, picture);
    const policy = await newPolicy(bao, 'path "sys/internal/ui/mounts" { capabilities = ["read"] }');
    const little = await newToken(bao, { policies: [policy], display_name: 'clerk' });
    await logInTo(launched, 'Clerk', bao.address, little.token, { isSecond: true });
    await switcher(launched, 'root');
    await window.getByText(/^Needs list on .*sys\/namespaces.* Type a path\.$/).waitFor();
    await inBothSizes(launched, picture, 'namespaces-no-permission');
  } finally {
    await launched.close();
    await bao.stop();
  }
}

async function logInTo(
  launched: LaunchedApp,
  name: string,
  address: string,
  token: string,
  { namespace = '', isSecond = false }: { readonly namespace?: string; readonly isSecond?: boolean },
): Promise<void> {
  const { window } = launched;
  await window.getByRole('button', { name: 'Connect to another server' }).click();
  await window.getByLabel('Address').fill(address);
  await window.getByRole('textbox', { name: /^Name\b/ }).fill(name);
  // The form starts with the connection used last.
  await openTab(window, 'Advanced');
  await window.getByRole('textbox', { name: 'Namespace' }).fill(namespace);
  await pressLogIn(window);
  if (isSecond) await saveBesideAnother(launched);
  await giveToken(launched, token);
  await window.getByRole('heading', { level: 1, name }).waitFor();
}

/** Data of the whole server, requested in a namespace. */
async function rootOnly(launched: LaunchedApp, picture: TakePicture): Promise<void> {
  const { window } = launched;
  await openCluster(window);
  await expect(window.getByRole('button', { name: 'Tokens: root namespace' })).toBeVisible();
  await inBothSizes(launched, picture, 'root-only-cluster');
  await openPanel(window, 'Rekey');
  await window.getByRole('button', { name: 'Open root namespace' }).waitFor();
  await inBothSizes(launched, picture, 'root-only-panel');
  await openTopic(window, 'Audit devices');
  await window.getByRole('main').getByRole('button', { name: 'Open root namespace' }).waitFor();
  await inBothSizes(launched, picture, 'root-only-audit');
  for (const title of ['Rekey', 'Rotate root key']) {
    await openCeremony(window, title);
    const main = window.getByRole('main', { name: 'Entries' });
    if (title === 'Rotate root key') {
      await main.getByRole('button', { name: 'Rotate root key…' }).click();
      await launched.answer((trusted) => trusted.getByRole('button', { name: 'Rotate root key' }).click());
    }
    await main.getByRole('button', { name: 'Open root namespace' }).waitFor();
    await inBothSizes(launched, picture, `root-only-${title.toLowerCase().replaceAll(' ', '-')}`);
  }
}

async function sealedNamespace(
  launched: LaunchedApp,
  vaulted: SealableNamespace,
  picture: TakePicture,
): Promise<void> {
  const { window } = launched;
  const { token } = await newToken(vaulted, { policies: ['default'] });
  await logInTo(launched, 'Payroll', vaulted.address, token, { namespace: vaulted.namespace });
  await vaulted.seal();
  await window.getByRole('button', { name: 'Session', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Refresh' }).click();
  await expect(window.getByRole('contentinfo', { name: 'Status' })).toContainText('Namespace sealed');
  await window.getByRole('heading', { name: 'The namespace is sealed' }).waitFor();
  await inBothSizes(launched, picture, 'namespace-sealed');
  await vaulted.unseal();
}

async function switcher({ window }: LaunchedApp, namespace: string): Promise<void> {
  await window.getByRole('button', { name: `Namespace ${namespace}`, exact: true }).click();
}

async function density(vault: VaultServer, picture: TakePicture): Promise<void> {
  const mount = await newKvMount(vault, 2, 'density');
  const values = Object.fromEntries(Array.from({ length: 24 }, (_, at) => [`key_${at}`, `value ${at}`]));
  for (const name of ['api', 'mail', 'web']) await writeEntry(vault, mount, `apps/${name}`, values);
  const launched = await launchConnected(
    { address: vault.address, token: vault.rootToken, name: 'Compact' },
    { preferences: { density: 'compact' } },
  );
  const { window } = launched;
  try {
    await openMount(window, mount.path);
    await openFolder(window, 'apps/');
    await goTo(window, `${mount.path}apps/web`);
    await expect(keyRow(window, 'key_0')).toBeVisible();
    await window.getByRole('button', { name: 'Add to favourites' }).click();
    await inBothSizes(launched, picture, 'compact-entry');
    for (const screen of ['Home', 'Tokens', 'Policies']) {
      await window.keyboard.press('Control+k');
      await window.getByRole('combobox', { name: 'Command palette' }).fill(screen);
      await window
        .getByRole('option', { name: new RegExp(`^${screen}`) })
        .first()
        .click();
      await window
        .getByRole('main', { name: 'Entries' })
        .getByRole('row')
        .or(window.getByText('default'))
        .first()
        .waitFor();
      await inBothSizes(launched, picture, `compact-${screen.toLowerCase()}`);
    }
  } finally {
    await launched.close();
  }
}

async function smallWindows(vault: VaultServer, picture: TakePicture): Promise<void> {
  const launched = await launchConnected({ address: vault.address, token: vault.rootToken, name: 'Small' });
  const { window } = launched;
  try {
    await goTo(window, 'secret/apps/web/session');
    await expect(keyRow(window, 'cookie_secret')).toBeVisible();
    await window.getByRole('button', { name: 'Copy cookie_secret' }).click();
    await window.getByText(/Clipboard is cleared in/).waitFor();
    await sizeTo(launched, small);
    await picture(launched, 'small-entry');
    await window.keyboard.press('Control+k');
    await window.getByRole('dialog', { name: 'Command palette' }).waitFor();
    await window.keyboard.press('Escape');
    await window.getByRole('dialog', { name: 'Command palette' }).waitFor({ state: 'detached' });
    await picture(launched, 'small-after-palette');
    await window.getByRole('button', { name: 'Connect to another server' }).click();
    await window.getByRole('heading', { name: 'Connect to a server' }).waitFor();
    await picture(launched, 'small-connect');
    await window.getByRole('button', { name: 'Show the connections' }).click();
    await picture(launched, 'small-connections');
    await resize(launched, wide);
  } finally {
    await launched.close();
  }
}
