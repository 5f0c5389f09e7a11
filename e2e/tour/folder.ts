/** The tour’s pictures of a folder as a table. */
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { fromMenu, goTo, keyRow, launchConnected, openFolder, openMount } from '../steps/connected.ts';
import {
  issueCertificate,
  makeAuthority,
  must,
  newKvMount,
  newPolicy,
  newToken,
  writeEntry,
  writeManyNames,
} from '../servers/index.ts';
import type { VaultServer } from '../servers/index.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** Entries, columns, deleted versions, changes, and the states around them. */
export async function tourFolder(vault: VaultServer, picture: TakePicture): Promise<void> {
  const mount = await newKvMount(vault, 2, 'folders');
  await fill(vault);
  const old = await newKvMount(vault, 1, 'folders-v1');
  for (const name of ['database', 'mail']) await writeEntry(vault, old, `team/${name}`, { k: 'v' });
  await writeManyNames(vault, mount, 'devices/', 10_000);
  const policy = await newPolicy(
    vault,
    `path "folders/metadata/*" { capabilities = ["list", "read"] }
     path "folders/metadata/team/stripe" { capabilities = ["deny"] }`,
  );
  const { token } = await newToken(vault, { policies: [policy] });

  const launched = await launchConnected({
    address: vault.address,
    token: vault.rootToken,
    name: 'Sample server',
  });
  const { window } = launched;
  await openMount(window, mount.path);
  await openTable(window, 'team/');
  await inBothSizes(launched, picture, 'folder-entries');
  await window.getByRole('button', { name: 'Columns' }).click();
  await window.getByRole('checkbox', { name: 'Keys' }).check();
  await picture(launched, 'folder-columns');
  await window.keyboard.press('Escape');
  await window.getByRole('checkbox', { name: 'Select all shown' }).check();
  await inBothSizes(launched, picture, 'folder-selected');
  await window.getByRole('button', { name: 'Deleted', exact: true }).click();
  await inBothSizes(launched, picture, 'folder-deleted');
  await window.getByRole('button', { name: /^To be deleted/ }).click();
  await picture(launched, 'folder-planned');
  await window.getByRole('button', { name: 'Changes', exact: true }).click();
  await inBothSizes(launched, picture, 'folder-changes');
  await openTable(window, 'devices/');
  await expect(window.getByRole('main').getByText(/^10,000 entries/)).toBeVisible({ timeout: 90_000 });
  await inBothSizes(launched, picture, 'folder-many');
  await window.getByRole('button', { name: 'Home', exact: true }).click();
  await expect(window.getByRole('region', { name: 'Due' }).getByRole('row').first()).toBeVisible();
  await inBothSizes(launched, picture, 'folder-due-on-home');
  await goTo(window, 'folders/team/certificate');
  await expect(keyRow(window, 'tls')).toContainText('expires');
  await picture(launched, 'entry-certificate');
  await window.keyboard.press('Control+,');
  await window.getByRole('region', { name: /^Reminders/ }).scrollIntoViewIfNeeded();
  await picture(launched, 'settings-reminders');
  await openMount(window, old.path);
  await openTable(window, old.path);
  await expect(window.getByText('No entries in this folder')).toBeVisible();
  await inBothSizes(launched, picture, 'folder-empty');
  await window.getByRole('button', { name: 'Read all below' }).click();
  await expect(window.getByText('2 entries')).toBeVisible();
  await inBothSizes(launched, picture, 'folder-kv1');
  await window.getByRole('button', { name: 'Deleted', exact: true }).click();
  await picture(launched, 'folder-kv1-deleted');
  await launched.close();

  const other = await launchConnected({ address: vault.address, token, name: 'Sample server' });
  await openMount(other.window, mount.path);
  await openTable(other.window, 'team/');
  await expect(other.window.getByText('1 could not be read')).toBeVisible();
  await inBothSizes(other, picture, 'folder-refused');
  await other.close();
}

async function openTable(window: Page, folder: string): Promise<void> {
  await openFolder(window, folder);
  await fromMenu(window, folder, 'Open as table');
  await window
    .getByRole('grid', { name: 'Entries' })
    .or(window.getByText('No entries in this folder'))
    .waitFor();
}

/** Entries with owners, dates, deleted and destroyed versions. */
async function fill(vault: VaultServer): Promise<void> {
  const mount = { path: 'folders/', version: 2 } as const;
  const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const metadata: Readonly<Record<string, object>> = {
    database: { owner: 'payments', rotate_after: '90d' },
    stripe: { owner: 'payments', expires: day(5) },
    mail: { owner: 'platform team', expires: day(-3), rotate_after: day(40) },
    legacy: { rotate_after: 'every spring' },
  };
  for (const [name, custom_metadata] of Object.entries(metadata))
    await must(vault, 'POST', `folders/metadata/team/${name}`, { custom_metadata });
  await must(vault, 'POST', 'folders/metadata/team/session-key', { delete_version_after: '72h' });
  const names = [
    'database',
    'stripe',
    'mail',
    'legacy',
    'retired',
    'session-key',
    'a-'.repeat(90),
    'inner/api',
  ];
  for (const name of names)
    for (let version = 1; version <= (name === 'database' ? 7 : 2); version++)
      await writeEntry(vault, mount, `team/${name}`, { user: 'web', password: `p${String(version)}` });
  const { cert } = issueCertificate(makeAuthority(), { commonName: 'db.example' });
  await writeEntry(vault, mount, 'team/certificate', { tls: cert.replaceAll('\r', ''), user: 'web' });
  await must(vault, 'POST', 'folders/delete/team/database', { versions: [3, 5] });
  await must(vault, 'POST', 'folders/destroy/team/database', { versions: [1, 2] });
  await must(vault, 'DELETE', 'folders/data/team/retired');
}
