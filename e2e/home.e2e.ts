/** The first screen of a session, the settings, and the application menu. */
import { readdir } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { keyMap } from '../shared/ipc/key-map.ts';
import { menuCommands, type MenuCommand, type MenuRow } from '../shared/ipc/menu.ts';
import { acceleratorOf } from '../electron/window/accelerator.ts';
import type { LaunchedApp } from './steps/app.ts';
import { launchApp } from './steps/app.ts';
import { addressField } from './steps/connect-form.ts';
import { goTo, keyRow, launchConnected, tree } from './steps/connected.ts';
import {
  must,
  newKvMount,
  newNamespace,
  newToken,
  sharedServers,
  startDevVault,
  writeEntry,
} from './servers/index.ts';
import { onClipboard } from './steps/wrapping-steps.ts';

interface Item {
  readonly id: string;
  readonly label: string;
  readonly role: string;
  readonly enabled: boolean;
  readonly accelerator: string;
}

/** Every item of the application menu, from Electron. */
function menuItems(launched: LaunchedApp): Promise<readonly Item[]> {
  return launched.app.evaluate(({ Menu }) => {
    const items = (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items ?? []);
    return items.map(({ id, label, role, enabled, accelerator }) => ({
      id,
      label,
      role: role ?? '',
      enabled,
      accelerator: accelerator ?? '',
    }));
  });
}

async function isEnabled(launched: LaunchedApp, command: MenuCommand): Promise<boolean | undefined> {
  return (await menuItems(launched)).find(({ id }) => id === command)?.enabled;
}

/** Chooses a command in the menu. */
async function choose(launched: LaunchedApp, command: MenuCommand): Promise<void> {
  await launched.app.evaluate(({ Menu }, id) => {
    // Same arguments as for Electron's mouse click.
    Menu.getApplicationMenu()?.getMenuItemById(id)?.click({ triggeredByAccelerator: false });
  }, command);
}

test('the application’s menu has our commands, from the one map of keys, and none of Electron’s', async () => {
  const { dev } = sharedServers();
  const bare = await launchApp();
  await addressField(bare.window).waitFor();
  await expect.poll(() => isEnabled(bare, 'palette')).toBe(true);
  for (const command of ['newEntry', 'closeTab', 'logOut', 'tokens', 'lock'] as const)
    expect(await isEnabled(bare, command), command).toBe(false);
  await choose(bare, 'palette');
  await expect(bare.window.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await bare.close();

  const { token } = await newToken(dev, { policies: ['root'] });
  const launched = await launchConnected({ address: dev.address, token });
  const { window } = launched;
  try {
    const top = await launched.app.evaluate(({ Menu }) =>
      (Menu.getApplicationMenu()?.items ?? []).map(({ label }) => label.replace('&', '')),
    );
    expect(top).toEqual(['File', 'Edit', 'View', 'Go', 'Session', 'Window', 'Help']);
    const items = await menuItems(launched);
    const roles = items.map(({ role }) => role.toLowerCase()).filter((role) => role !== '');
    expect(roles.filter((role) => /reload|devtools|close/.test(role))).toEqual([]);
    for (const [id, { label, key }] of Object.entries(menuCommands) as [MenuCommand, MenuRow][]) {
      const item = items.find((one) => one.id === id);
      expect(item?.label).toBe(label);
      expect(item?.accelerator, id).toBe((key && acceleratorOf(keyMap[key].keys)) ?? '');
    }

    // Enabled commands follow the screen.
    await expect.poll(() => isEnabled(launched, 'logOut')).toBe(true);
    expect(await isEnabled(launched, 'closeTab')).toBe(false);
    expect(await isEnabled(launched, 'namespace')).toBe(false);
    await choose(launched, 'tokens');
    await expect(window.getByRole('tab', { name: 'Token' })).toBeVisible();
    await expect.poll(() => isEnabled(launched, 'closeTab')).toBe(true);
    await choose(launched, 'closeTab');
    await expect(window.getByRole('tab')).toHaveCount(0);

    // Below a prompt commands have no effect: the page has no input there.
    await choose(launched, 'logOut');
    const prompt = await launched.trusted();
    await expect(prompt.getByRole('radio')).toHaveCount(2);
    await choose(launched, 'cluster');
    await launched.answer((trusted) => trusted.getByRole('button', { name: 'Cancel' }).click());
    await choose(launched, 'wrapping');
    await expect(window.getByRole('tab', { name: 'Wrapping' })).toBeVisible();
    await expect(window.getByRole('tab')).toHaveCount(1);
  } finally {
    await launched.close();
  }
});

test('Home copies the key of a favourite by keyboard, and says when its entry is gone', async () => {
  const { dev } = sharedServers();
  const mount = await newKvMount(dev, 2);
  await writeEntry(dev, mount, 'database', { user: 'svc', password: 'copied from home' });
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  const { window } = launched;
  try {
    await expect(window.getByRole('heading', { name: 'Home' })).toBeVisible();
    await goTo(window, `${mount.path}database`);
    await expect(keyRow(window, 'password')).toBeVisible();
    await window.getByRole('button', { name: 'Add to favourites' }).click();
    await window.keyboard.press('Control+w');

    const favourites = window.getByRole('grid', { name: 'Favourites' });
    await favourites.getByRole('row').focus();
    await window.keyboard.press('Control+c');
    const dialog = window.getByRole('dialog', { name: 'Copy which key?' });
    await dialog.getByRole('row', { name: 'password' }).focus();
    await window.keyboard.press('Enter');
    await expect(favourites.getByRole('button', { name: 'password' })).toBeVisible();
    await expect.poll(() => onClipboard(launched)).toBe('copied from home');
    await launched.app.evaluate(({ clipboard }) => clipboard.clear());
    await favourites.getByRole('row').focus();
    await window.keyboard.press('Control+c');
    await expect.poll(() => onClipboard(launched)).toBe('copied from home');
    await expect(window.getByRole('tab')).toHaveCount(0);

    await must(dev, 'DELETE', `${mount.path}metadata/database`);
    await window.keyboard.press('Control+c');
    await expect(favourites.getByRole('alert')).toContainText('Nothing was copied.');
    await favourites.getByRole('button', { name: 'Remove from favourites' }).click();
    await expect(favourites).toHaveCount(0);
  } finally {
    await launched.close();
  }
});

test('Settings are one page that is searched, and name every file that the app has written', async () => {
  const { dev } = sharedServers();
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  const { window } = launched;
  try {
    await window.keyboard.press('Control+,');
    const search = window.getByRole('searchbox', { name: 'Search settings' });
    await search.fill('no such setting');
    await expect(window.getByText('No setting contains “no such setting”.')).toBeVisible();
    await search.fill('compact');
    await window.getByRole('combobox', { name: 'Density' }).click();
    await window.getByRole('option', { name: 'Compact' }).click();
    await expect(window.locator('html')).toHaveAttribute('data-density', 'compact');
    await search.fill('');
    // A prompt saves its phrase, a setting its file.
    await window.getByRole('button', { name: 'Session', exact: true }).click();
    await window.getByRole('menuitem', { name: 'Log out…' }).click();
    await launched.answer((trusted) => trusted.keyboard.press('Escape'));
    const written = (await readdir(launched.userDataDir)).filter((name) => /\.(?:json|log)$/.test(name));
    expect(written).toContain('preferences.json');
    expect(written).toContain('prompt-mark.json');
    const privacy = window.getByRole('region', { name: /^Privacy/ });
    for (const name of written) await expect(privacy).toContainText(name);
    await expect(privacy).toContainText(launched.userDataDir);
  } finally {
    await launched.close();
  }
});

test('a namespace is opened from the header, with the same token, and comes back from there', async () => {
  const server = await startDevVault({ product: 'openbao' });
  const inTeam = await newNamespace(server);
  const team = inTeam.namespace;
  await writeEntry(inTeam, await newKvMount(inTeam, 2, 'kv'), 'app', { where: 'in the namespace' });
  const { token } = await newToken(server, { policies: ['root'] });
  const launched = await launchConnected({ address: server.address, token, name: 'Bao' });
  const { window } = launched;
  try {
    // By keyboard alone, from the palette.
    await window.keyboard.press('Control+k');
    await window.getByRole('combobox', { name: 'Command palette' }).fill('open namespace');
    await window.keyboard.press('Enter');
    const field = window.getByRole('combobox', { name: 'Namespace' });
    await expect(window.getByText('1 child namespace, opened with the same token.')).toBeVisible();
    await expect(field).toBeFocused();
    await window.keyboard.type('nowhere');
    await window.keyboard.press('Enter');
    await expect(window.getByRole('alert')).toContainText('The server knows no such namespace');
    await field.fill(team.slice(0, -1));
    await window.keyboard.press('Enter');
    await expect(window.getByRole('heading', { level: 1, name: `Bao · ${team}` })).toBeVisible();
    await tree(window).getByText('kv/', { exact: true }).waitFor();
    await goTo(window, 'kv/app');
    await expect(keyRow(window, 'where')).toBeVisible();

    await window.getByRole('button', { name: `Namespace ${team}` }).click();
    await expect(window.getByText('No child namespaces.')).toBeVisible();
    await window.getByRole('option', { name: 'root open' }).click();
    await expect(window.getByRole('heading', { level: 1, name: 'Bao', exact: true })).toBeVisible();
    await expect(window.getByRole('button', { name: 'Namespace root' })).toBeVisible();
    // It is the existing session.
    const frame = window.getByRole('list', { name: 'Bao: 2 namespaces' });
    await expect(frame.getByRole('button')).toHaveText(['root', team]);

    // Root-only data is one button away on the screen that lacks it.
    await window.getByRole('button', { name: 'Namespace root' }).click();
    await window.getByRole('option', { name: `${team} open` }).click();
    await window.keyboard.press('Control+k');
    await window.getByRole('combobox', { name: 'Command palette' }).fill('cluster');
    await window
      .getByRole('option', { name: /^Cluster/ })
      .first()
      .click();
    const rekey = window.getByRole('button', { name: /^Rekey: / });
    await expect(rekey).toContainText('root namespace');
    await rekey.click();
    const panel = window.getByRole('complementary', { name: 'Rekey' });
    await expect(panel.getByRole('alert')).toContainText('Only in the root namespace');
    await panel.getByRole('button', { name: 'Open root namespace' }).click();
    await expect(window.getByRole('heading', { level: 1, name: 'Bao', exact: true })).toBeVisible();
    await expect(rekey).toContainText('none');
  } finally {
    await launched.close();
    await server.stop();
  }
});
