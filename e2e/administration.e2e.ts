/** Administration in the real app, on a real server: mounts, identity, leases. */
import { expect, test } from '@playwright/test';
import type { Locator } from '@playwright/test';
import { agree, openTopic } from './steps/administration-steps.ts';
import { goTo, launchConnected } from './steps/connected.ts';
import {
  ask,
  at,
  enableUserpass,
  must,
  newKvMount,
  newToken,
  sharedServers,
  startDevVault,
  textAt,
  uniqueName,
  writeEntry,
} from './servers/index.ts';

const { dev } = sharedServers();

/** Opens the drawer of a table row. */
async function openRow(page: Locator, name: string): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Filter' }).fill(name);
  await page.getByRole('row').filter({ hasText: name }).click();
  return page.getByRole('complementary', { name, exact: true });
}

async function mounted(path: string): Promise<boolean> {
  const { json } = await ask(dev, 'GET', 'sys/mounts');
  return at(json, 'data', path) !== undefined;
}

test('a secrets engine is enabled, tuned, moved and disabled', async () => {
  const name = uniqueName('team');
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  const { window } = launched;
  const page = await openTopic(window, 'Secrets engines');
  await page.getByRole('button', { name: 'Enable engine…' }).click();
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByRole('combobox', { name: 'Type' })).toContainText('kv');
  await dialog.getByRole('textbox', { name: 'Path' }).fill(name);
  await dialog.getByRole('button', { name: 'Enable…' }).click();
  await agree(launched, 'Enable');
  const drawer = page.getByRole('complementary', { name: `${name}/`, exact: true });
  await expect(drawer.getByText('kv v2', { exact: true })).toBeVisible();
  // The tree shows it as well.
  await expect.poll(() => mounted(`${name}/`)).toBe(true);

  await drawer.getByRole('button', { name: 'Tune…' }).click();
  await dialog.getByRole('textbox', { name: 'Default TTL' }).fill('45m');
  await dialog.getByRole('button', { name: 'Save…' }).click();
  await launched.answer(async (trusted) => {
    await expect(trusted.getByText('45m', { exact: true })).toBeVisible();
    await trusted.getByRole('button', { name: 'Change settings' }).click();
  });
  await expect(drawer.getByText('45m', { exact: true })).toBeVisible();

  await drawer.getByRole('button', { name: 'Move…' }).click();
  await dialog.getByRole('textbox', { name: 'New path' }).fill(`${name}-moved`);
  await dialog.getByRole('button', { name: 'Move…' }).click();
  await agree(launched, 'Move', `${name}/`);
  await expect(page.getByText(`Moved: ${name}/ is at ${name}-moved now.`)).toBeVisible();

  const moved = await openRow(page, `${name}-moved/`);
  await moved.getByRole('button', { name: 'Disable…' }).click();
  await agree(launched, 'Disable', `${name}-moved/`);
  await expect(moved).toHaveCount(0);
  await expect.poll(() => mounted(`${name}-moved/`)).toBe(false);
  await launched.close();
});

test('an engine that is open in another tab is not disabled unsaid, and its tab goes with it', async () => {
  const mount = await newKvMount(dev, 2, uniqueName('opened'));
  await writeEntry(dev, mount, 'db', { user: 'u' });
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  const { window } = launched;
  await goTo(window, `${mount.path}db`);
  await expect(window.getByRole('tab', { name: /db/ })).toBeVisible();
  await expect(window.getByText('user', { exact: true })).toBeVisible();
  const page = await openTopic(window, 'Secrets engines');
  const drawer = await openRow(page, mount.path);
  await drawer.getByRole('button', { name: 'Disable…' }).click();
  await launched.answer(async (trusted) => {
    await expect(trusted.getByText(`${mount.path}db in “Test server”`, { exact: false })).toBeVisible();
    await trusted.getByRole('textbox').fill(mount.path);
    await trusted.getByRole('button', { name: 'Disable', exact: true }).click();
  });
  await expect.poll(() => mounted(mount.path)).toBe(false);
  await expect(drawer).toHaveCount(0);
  await expect(window.getByRole('tab')).toHaveCount(1);
  await launched.close();
});

test('KV version 1 becomes version 2', async () => {
  const mount = await newKvMount(dev, 1, uniqueName('older'));
  await writeEntry(dev, mount, 'db', { user: 'u' });
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  const page = await openTopic(launched.window, 'Secrets engines');
  const drawer = await openRow(page, mount.path);
  await expect(drawer.getByText('kv v1', { exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: 'Upgrade to v2…' }).click();
  await agree(launched, 'Upgrade', mount.path);
  await expect(drawer.getByText('kv v2', { exact: true })).toBeVisible();
  await expect
    .poll(async () => at((await ask(dev, 'GET', `${mount.path}data/db`)).json, 'data', 'data', 'user'))
    .toBe('u');
  await launched.close();
});

test('the users of an auth method are listed, and lead to their forms', async () => {
  const name = uniqueName('people');
  await enableUserpass(dev, name, 'alice', 'pw-of-alice');
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  const { window } = launched;
  const page = await openTopic(window, 'Auth methods');
  const drawer = await openRow(page, `${name}/`);
  await drawer.getByRole('button', { name: 'users', exact: true }).click();
  await drawer.getByRole('row', { name: 'alice' }).click();
  await expect(window.getByRole('heading', { name: `auth/${name}/`, exact: true })).toBeVisible();
  await expect(window.getByRole('textbox', { name: 'username' })).toHaveValue('alice');
  await launched.close();
});

test('an entity is found by a token of it, and shows what logs in as it', async () => {
  const name = uniqueName('people');
  await enableUserpass(dev, name, 'alice', 'pw-of-alice');
  const login = await must(dev, 'POST', `auth/${name}/login/alice`, { password: 'pw-of-alice' });
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  const { window } = launched;
  const page = await openTopic(window, 'Identity');
  await page.getByRole('combobox', { name: 'Look up by' }).click();
  await window.getByRole('option', { name: 'Token accessor' }).click();
  await page.getByRole('searchbox', { name: 'Filter, or look up' }).fill(textAt(login, 'auth', 'accessor'));
  await page.getByRole('button', { name: 'Look up', exact: true }).click();
  const drawer = page.getByRole('complementary');
  await drawer.getByRole('button', { name: `auth/${name}/alice` }).click();
  await expect(drawer.getByRole('heading', { name: 'alice' })).toBeVisible();
  const entity = textAt(login, 'auth', 'entity_id');
  await drawer.getByRole('button', { name: entity }).click();
  await drawer.getByRole('button', { name: 'Edit…' }).click();
  const edited = uniqueName('alice');
  await window.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(edited);
  await window.getByRole('dialog').getByRole('button', { name: 'Save…' }).click();
  await agree(launched, 'Save');
  await expect(drawer.getByRole('heading', { name: edited })).toBeVisible();
  await launched.close();
});

test('leases are revoked by a selection, and below a prefix with a count before and after', async () => {
  const vault = await startDevVault();
  await enableUserpass(vault, 'people', 'alice', 'pw-of-alice');
  for (let times = 0; times < 3; times++)
    await must(vault, 'POST', 'auth/people/login/alice', { password: 'pw-of-alice' });
  const launched = await launchConnected({ address: vault.address, token: vault.rootToken });
  const { window } = launched;
  const page = await openTopic(window, 'Leases');
  for (const folder of ['auth/', 'people/', 'login/'])
    await page.getByRole('row', { name: folder, exact: true }).click();
  await page.getByRole('row', { name: 'alice/', exact: true }).click();
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .nth(1)
    .click();
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Revoke 2 selected…' }).click();
  await agree(launched, 'Revoke 2 leases');
  await expect(page.getByText('2 revoked', { exact: true })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: /^Select (?!all)/ })).toHaveCount(1);
  await page.getByRole('button', { name: 'login/', exact: true }).click();
  await page.getByRole('row', { name: 'alice/', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Revoke prefix…' }).click();
  await window.getByRole('dialog').getByRole('button', { name: 'Count and revoke…' }).click();
  await launched.answer(async (trusted) => {
    await expect(trusted.getByRole('dialog')).toContainText('Leases1');
    await trusted.getByRole('textbox').fill('auth/people/login/');
    await trusted.getByRole('button', { name: 'Revoke all' }).click();
  });
  await expect(page.getByText('auth/people/login/: 1 lease before, 0 leases left.')).toBeVisible();
  await expect(page.getByText('No leases below this prefix.')).toBeVisible();
  await launched.close();
  await vault.stop();
});

test('what a token may not see is explained by the card of everywhere', async () => {
  const { token } = await newToken(dev, { policies: ['default'] });
  const launched = await launchConnected({ address: dev.address, token });
  const { window } = launched;
  const engines = await openTopic(window, 'Secrets engines');
  await expect(engines.getByRole('region', { name: 'Not permitted' })).toContainText('sys/mounts');
  await expect(engines.getByRole('row').filter({ hasText: 'cubbyhole/' })).toBeVisible();
  const leases = await openTopic(window, 'Leases');
  await expect(leases.getByRole('region', { name: 'Not permitted' })).toContainText('sys/leases/lookup');
  await launched.close();
});
