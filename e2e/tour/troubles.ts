/** The tour's pictures of rare situations: limited tokens, lost edits, a full disk, another cluster, odd names. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { launchApp } from '../steps/app.ts';
import { callByHand, callInPage } from '../steps/bridge-calls.ts';
import { addressField, saveNew } from '../steps/connect-form.ts';
import { goTo, launchConnected, openMount, tree, treeRow } from '../steps/connected.ts';
import { newKvMount, newPolicy, newToken, startDevVault, writeEntry } from '../servers/index.ts';
import type { VaultServer } from '../servers/index.ts';
import { startRelay } from '../servers/relay.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** Shows each trouble in an app of its own. */
export async function tourTroubles(vault: VaultServer, picture: TakePicture): Promise<void> {
  await limitedUses(vault, picture);
  await noLookUp(vault, picture);
  await discardedEditAndSettings(vault, picture);
  await fullDisk(picture);
  await otherCluster(vault, picture);
  await foundInShell(vault, picture);
  await oddNames(vault, picture);
}

async function limitedUses(vault: VaultServer, picture: TakePicture): Promise<void> {
  const policy = await newPolicy(vault, 'path "sys/policies/acl*" { capabilities = ["list", "read"] }');
  const { token } = await newToken(vault, { policies: ['default', policy], num_uses: 9 });
  const launched = await launchConnected({ address: vault.address, token, name: 'Nine uses' });
  const { window } = launched;
  await expect(window.getByRole('contentinfo', { name: 'Status' })).toContainText('uses left');
  await window
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: 'Policies' })
    .click();
  await window.getByRole('button', { name: 'Ask the server (1 use)' }).waitFor();
  await inBothSizes(launched, picture, 'limited-uses');
  await launched.close();
}

async function noLookUp(vault: VaultServer, picture: TakePicture): Promise<void> {
  const policy = await newPolicy(vault, 'path "secret/data/*" { capabilities = ["read"] }');
  const { token } = await newToken(vault, { policies: [policy], no_default_policy: true });
  const launched = await launchConnected({ address: vault.address, token, name: 'No look-up' });
  const { window } = launched;
  await window
    .getByRole('contentinfo', { name: 'Status' })
    .getByRole('button', { name: /TTL unknown/ })
    .click();
  const card = window.getByRole('dialog', { name: 'Token' });
  await card.waitFor();
  await picture(launched, 'ttl-unknown-card');
  await card.getByRole('button', { name: 'Inspect token' }).click();
  await window.getByRole('note').getByText('its TTL, policies and uses are unknown').waitFor();
  await inBothSizes(launched, picture, 'ttl-unknown');
  await launched.close();
}

async function discardedEditAndSettings(vault: VaultServer, picture: TakePicture): Promise<void> {
  const launched = await launchConnected({ address: vault.address, token: vault.rootToken, name: 'Sample' });
  const { window } = launched;
  await goTo(window, 'secret/apps/web/session');
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await window.getByRole('button', { name: 'Edit cookie_secret', exact: true }).click();
  await window.getByRole('textbox', { name: 'Value of cookie_secret' }).fill('an hour of work');
  const sessions = (await callInPage(window, 'session.list', {})).value as readonly { sessionId: string }[];
  const { sessionId = '' } = sessions[0] ?? {};
  await expect
    .poll(async () => JSON.stringify((await callInPage(window, 'draft.list', { sessionId })).value))
    .toContain('an hour of work');
  await window.keyboard.press('Control+w');
  await window.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await window.getByRole('button', { name: '1 discarded edit' }).click();
  await window.getByRole('button', { name: /^Restore the edit/ }).waitFor();
  await inBothSizes(launched, picture, 'discarded-edit');
  await window.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await window.getByRole('dialog').waitFor({ state: 'detached' });
  await window.getByRole('button', { name: 'Settings' }).click();
  await window.getByRole('menuitem', { name: 'Settings…' }).click();
  await window.getByRole('searchbox', { name: 'Search settings' }).waitFor();
  await inBothSizes(launched, picture, 'settings');
  await launched.close();
}

async function fullDisk(picture: TakePicture): Promise<void> {
  const launched = await launchApp({ disk: { readOnly: true } });
  const { window } = launched;
  await addressField(window).fill('https://vault.example:8200');
  expect(await callByHand(window, 'app.setPreferences', { sideBarWidth: 280 })).toMatchObject({
    ok: true,
  });
  await window.getByRole('alert').filter({ hasText: 'lost when you quit' }).waitFor();
  await saveNew(window);
  await window.getByRole('main').getByRole('alert').waitFor();
  await inBothSizes(launched, picture, 'disk-read-only');
  await launched.close();
}

async function otherCluster(vault: VaultServer, picture: TakePicture): Promise<void> {
  const other = await startDevVault();
  const relay = await startRelay(vault);
  const launched = await launchConnected({ address: relay.address, token: vault.rootToken, name: 'Moved' });
  const { window } = launched;
  await openMount(window, 'secret/');
  await relay.cut();
  await relay.mend(other);
  await goTo(window, 'secret/apps/web/session');
  await expect(window.getByRole('contentinfo', { name: 'Status' })).toContainText('Another cluster');
  await inBothSizes(launched, picture, 'other-cluster');
  await launched.close();
  await relay.stop();
  await other.stop();
}

async function foundInShell(vault: VaultServer, picture: TakePicture): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'strongroom-tour-'));
  writeFileSync(join(home, '.vault-token'), vault.rootToken, { mode: 0o600 });
  const launched = await launchApp({ env: { HOME: home, VAULT_ADDR: vault.address } });
  await launched.window.getByRole('region', { name: 'Found in your shell' }).waitFor();
  await inBothSizes(launched, picture, 'found-in-shell');
  await launched.close();
  rmSync(home, { recursive: true });
}

async function oddNames(vault: VaultServer, picture: TakePicture): Promise<void> {
  const mount = await newKvMount(vault, 2, 'odd');
  const names = ['a'.repeat(240), 'فاتورة-2026', '"><svg onload=alert(1)>', 'wide 東京 '.repeat(20).trim()];
  for (const name of names) await writeEntry(vault, mount, name, { key: 'value' });
  const launched = await launchConnected({
    address: vault.address,
    token: vault.rootToken,
    name: 'Odd names',
  });
  const { window } = launched;
  await openMount(window, mount.path);
  await tree(window).getByRole('treeitem', { name: 'فاتورة-2026' }).waitFor();
  for (const name of names) await treeRow(window, name).click();
  await window.getByRole('row', { name: /key/ }).first().waitFor();
  await inBothSizes(launched, picture, 'odd-names');
  await launched.close();
}
