/** The tour's pictures of namespaces, of the compact density, and of windows that are narrower than the tour's own. */
import { expect } from '@playwright/test';
import type { LaunchedApp } from '../steps/app.ts';
import { giveToken, pressLogIn } from '../steps/connect-form.ts';
import { goTo, keyRow, launchConnected, openFolder, openMount } from '../steps/connected.ts';
import { newKvMount, newPolicy, newToken, startNamespaceProxy, writeEntry } from '../servers/index.ts';
import type { VaultServer } from '../servers/index.ts';
import { inBothSizes, resize, wide } from './sizes.ts';
import type { TakePicture } from './sizes.ts';
import { sizeTo } from '../looks/zooming.ts';

const names = ['billing', 'payments-team', 'payments-team/web', 'platform', 'research'];
const small = { width: 640, height: 480 };

/** Shows them one after the other. */
export async function tourNames(vault: VaultServer, picture: TakePicture): Promise<void> {
  await namespaces(vault, picture);
  await density(vault, picture);
  await smallWindows(vault, picture);
}

async function namespaces(vault: VaultServer, picture: TakePicture): Promise<void> {
  for (const name of ['payments-team/web', 'platform']) {
    const mount = await newKvMount(vault, 2, `${name}/apps`);
    await writeEntry(vault, mount, 'api', { user: 'svc', password: 'not shown' });
  }
  const proxy = await startNamespaceProxy(vault, names);
  const { token } = await newToken(vault, { policies: ['root'], ttl: '1h', display_name: 'ops' });
  const launched = await launchConnected({ address: proxy.address, token, name: 'Enterprise' });
  const { window } = launched;
  try {
    await switcher(launched, 'root');
    await window.getByRole('option', { name: /^platform/ }).waitFor();
    await inBothSizes(launched, picture, 'namespaces');
    await window.keyboard.type('nowhere');
    await picture(launched, 'namespaces-typed');
    await window.keyboard.press('Enter');
    await window.getByRole('alert').waitFor();
    await picture(launched, 'namespaces-refused');
    for (const name of ['platform', 'payments-team/web']) {
      await window.getByRole('combobox', { name: 'Namespace' }).fill(name);
      await window.keyboard.press('Enter');
      await window.getByRole('heading', { level: 1, name: `Enterprise · ${name}` }).waitFor();
      await switcher(launched, name);
    }
    await window.getByText('No child namespaces.').waitFor();
    await picture(launched, 'namespaces-below');
    await window.keyboard.press('Escape');
    const policy = await newPolicy(vault, 'path "sys/internal/ui/mounts" { capabilities = ["read"] }');
    const little = await newToken(vault, { policies: [policy], display_name: 'clerk' });
    await window.getByRole('button', { name: 'Connect to another server' }).click();
    await window.getByLabel('Address').fill(proxy.address);
    await window.getByRole('textbox', { name: /^Name\b/ }).fill('Clerk');
    await pressLogIn(window);
    await giveToken(launched, little.token);
    await window.getByRole('heading', { level: 1, name: 'Clerk' }).waitFor();
    await switcher(launched, 'root');
    await window.getByText('No permission to list namespaces. Type a path.').waitFor();
    await inBothSizes(launched, picture, 'namespaces-no-permission');
  } finally {
    await launched.close();
    await proxy.stop();
  }
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
