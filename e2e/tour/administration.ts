/** The tour's pictures of administration: mounts, identity, leases; refused, and with destructive prompts. */
import { openTopic } from '../steps/administration-steps.ts';
import { launchConnected } from '../steps/connected.ts';
import { enableUserpass, must, newToken } from '../servers/index.ts';
import type { VaultServer } from '../servers/index.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** Shows each topic to a root token, and to one with almost no permissions. */
export async function tourAdministration(vault: VaultServer, picture: TakePicture): Promise<void> {
  await prepare(vault);
  const connection = { address: vault.address, token: vault.rootToken, name: 'Sample server' };
  const launched = await launchConnected(connection);
  const { window } = launched;
  await openTopic(window, 'Secrets engines');
  await window.getByRole('row').filter({ hasText: 'ledger/' }).click();
  await window.getByRole('button', { name: 'Disable…' }).waitFor();
  await inBothSizes(launched, picture, 'administration-engines');
  await window.getByRole('button', { name: 'Enable engine…' }).click();
  await window.getByRole('dialog').getByRole('button', { name: 'Advanced' }).click();
  await inBothSizes(launched, picture, 'administration-enable');
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'Tune…' }).click();
  await picture(launched, 'administration-tune');
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'Disable…' }).click();
  await launched.answer(async (trusted) => {
    await picture(launched, 'administration-disable', trusted);
    await trusted.keyboard.press('Escape');
  });
  await openTopic(window, 'Auth methods');
  await window.getByRole('row').filter({ hasText: 'staff/' }).click();
  await window.getByRole('button', { name: 'users', exact: true }).click();
  await window.getByRole('row', { name: 'alice' }).waitFor();
  await inBothSizes(launched, picture, 'administration-auth');
  await openTopic(window, 'Identity');
  await window.getByRole('row').filter({ hasText: 'auth/staff/alice' }).click();
  await window.getByRole('button', { name: 'Merge…' }).waitFor();
  await inBothSizes(launched, picture, 'administration-identity');
  await window.getByRole('button', { name: 'Edit…' }).click();
  await picture(launched, 'administration-identity-edit');
  await window.keyboard.press('Escape');
  await openTopic(window, 'Leases');
  for (const folder of ['auth/', 'staff/', 'login/', 'alice/'])
    await window.getByRole('row', { name: folder, exact: true }).click();
  await window.getByRole('row').nth(1).click();
  await window.getByRole('button', { name: 'Revoke…' }).waitFor();
  await inBothSizes(launched, picture, 'administration-leases');
  await window.getByRole('button', { name: 'Revoke prefix…' }).click();
  await picture(launched, 'administration-revoke-prefix');
  await launched.close();

  const { token } = await newToken(vault, { policies: ['default'] });
  const refused = await launchConnected({ ...connection, token });
  await openTopic(refused.window, 'Secrets engines');
  await refused.window.getByRole('region', { name: 'Not permitted' }).waitFor();
  await picture(refused, 'administration-engines-refused');
  await openTopic(refused.window, 'Leases');
  await refused.window.getByText('sys/leases/lookup', { exact: false }).first().waitFor();
  await picture(refused, 'administration-leases-refused');
  await refused.close();
}

async function prepare(vault: VaultServer): Promise<void> {
  await must(vault, 'POST', 'sys/mounts/ledger', {
    type: 'kv',
    description: 'Bookings of the ledger',
    options: { version: '1' },
    config: { default_lease_ttl: '45m', max_lease_ttl: '24h' },
  });
  await must(vault, 'POST', 'sys/mounts/payments-certificates', {
    type: 'pki',
    description: 'mTLS of payments',
  });
  await enableUserpass(vault, 'staff', 'alice', 'pw-of-alice');
  for (const user of ['alice', 'bob', 'carol']) {
    const users = { password: `pw-of-${user}`, token_policies: ['default'] };
    await must(vault, 'POST', `auth/staff/users/${user}`, users);
    await must(vault, 'POST', `auth/staff/login/${user}`, { password: `pw-of-${user}` });
  }
}
