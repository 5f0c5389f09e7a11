/** The tour's pictures of Home, the settings and the question before logging out. */
import { expect } from '@playwright/test';
import type { LaunchedApp } from '../steps/app.ts';
import { callInPage } from '../steps/bridge-calls.ts';
import { goTo, keyRow, launchConnected } from '../steps/connected.ts';
import { closeQuick, pressShortcut, quickPage, withQuickAccess } from '../steps/quick-access.ts';
import { newKvMount, newNamespace, newToken, startDevVault, writeEntry } from '../servers/index.ts';
import type { VaultServer } from '../servers/index.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** Shows them one after the other. */
export async function tourHome(picture: TakePicture): Promise<void> {
  const vault = await startDevVault({ product: 'openbao' });
  await newKvMount(await newNamespace(vault, 'payments-team'), 2, 'kv');
  const { token } = await newToken(vault, { policies: ['root'], ttl: '1h', display_name: 'ops' });
  const server = { address: vault.address, token, name: 'Bao' };
  const launched = await launchConnected(server, { preferences: withQuickAccess });
  try {
    await show(launched, vault, picture);
  } finally {
    await launched.close();
    await vault.stop();
  }
}

async function show(launched: LaunchedApp, vault: VaultServer, picture: TakePicture): Promise<void> {
  const { window } = launched;
  await window.getByRole('heading', { name: 'Home' }).waitFor();
  await inBothSizes(launched, picture, 'home-empty');

  const mount = await newKvMount(vault, 2, 'home');
  const names = ['database', 'فاتورة-2026', 'a'.repeat(400), 'folder/mail', 'stripe'];
  for (const name of names) await writeEntry(vault, mount, name, { password: 'x', user: 'y' });
  for (const name of names) {
    await goTo(window, `${mount.path}${name}`);
    await expect(keyRow(window, 'password')).toBeVisible();
    await window.getByRole('button', { name: 'Add to favourites' }).click();
  }
  await writeEntry(vault, mount, 'visited', { password: 'x' });
  await goTo(window, `${mount.path}visited`);
  await expect(keyRow(window, 'password')).toBeVisible();
  await goTo(window, `${mount.path}stripe`);
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await window.getByRole('button', { name: 'Edit user', exact: true }).click();
  await window.getByRole('textbox', { name: 'Value of user' }).fill('not saved');
  const sessions = (await callInPage(window, 'session.list', {})).value as readonly { sessionId: string }[];
  const { sessionId = '' } = sessions[0] ?? {};
  await callInPage(window, 'wrapping.wrap', {
    sessionId,
    ttl: '5m',
    jwt: false,
    what: { kind: 'data', json: '{"a":1}' },
  });
  await window.keyboard.press('Control+k');
  await window.getByRole('combobox').fill('Home');
  await window.getByRole('option', { name: /^Home/ }).first().click();
  const favourites = window.getByRole('grid', { name: 'Favourites' });
  for (const name of ['database', 'folder/mail']) {
    const row = favourites.getByRole('row').filter({ has: window.getByTitle(`home/${name}`) });
    await row.getByRole('button', { name: 'Copy…' }).click();
    const dialog = window.getByRole('dialog', { name: 'Copy which key?' });
    await dialog.getByRole('row', { name: 'password' }).waitFor();
    if (name === 'database') await picture(launched, 'home-choose-key');
    await dialog.getByRole('row', { name: 'password' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  await inBothSizes(launched, picture, 'home');
  pressShortcut();
  const quick = await quickPage(launched);
  await quick.getByRole('option').first().waitFor();
  await picture({ ...launched, window: quick }, 'quick-access');
  await quick.keyboard.type('no such name');
  await picture({ ...launched, window: quick }, 'quick-access-nothing');
  await closeQuick(launched, quick);
  await window.keyboard.press('Control+,');
  await window.getByRole('searchbox', { name: 'Search settings' }).waitFor();
  await inBothSizes(launched, picture, 'settings-page');
  await window.getByRole('region', { name: /^Privacy/ }).scrollIntoViewIfNeeded();
  await picture(launched, 'settings-privacy');
  await window.getByRole('searchbox', { name: 'Search settings' }).fill('no such setting');
  await picture(launched, 'settings-no-hit');
  await window.getByRole('button', { name: 'Session', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Log out…' }).click();
  await picture(launched, 'log-out-question', await launched.trusted());
  await launched.answer((trusted) => trusted.keyboard.press('Escape'));
}
