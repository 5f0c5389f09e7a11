/** Panels of a cluster and the policy reader in the real app: a dev server, a cluster, a server that gets sealed. */
import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { clusterCard, openPanel, panelView } from './steps/cluster-screen.ts';
import { launchConnected } from './steps/connected.ts';
import { must, newPolicy, newToken, sharedServers, startSealedVault } from './servers/index.ts';

const { dev, raft } = sharedServers();

async function openSection(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name }).click();
}

test('seal, encryption key, leader, rekey and root generation have a card each', async () => {
  const launched = await launchConnected({ address: raft.address, token: raft.rootToken });
  const { window } = launched;
  await openSection(window, 'Cluster');
  await expect(clusterCard(window, 'Seal')).toContainText('threshold 1 of 1');
  await expect(clusterCard(window, 'Encryption key')).toContainText(/Term \d+/);
  await expect(clusterCard(window, 'Rekey')).toContainText('none');
  await expect(clusterCard(window, 'Root generation')).toContainText('none');
  const leader = await openPanel(window, 'Leader');
  await expect(leader.getByText('This node leads')).toBeVisible();
  await expect(leader.getByText(/(?:leader|standby), \d/)).toHaveCount(3);
  const seal = await openPanel(window, 'Seal');
  await expect(seal.getByText('Unsealed')).toBeVisible();
  await seal.getByRole('button', { name: /^Raw JSON/ }).click();
  await expect(seal.getByText('"storage_type": "raft"')).toBeVisible();
  await launched.close();
});

test('a token without the permission is told which one is missing', async () => {
  const { token } = await newToken(dev, { policies: ['default'] });
  const launched = await launchConnected({ address: dev.address, token });
  const { window } = launched;
  await openSection(window, 'Cluster');
  await expect(clusterCard(window, 'Encryption key')).toContainText('no permission');
  const refused = (await openPanel(window, 'Encryption key')).getByRole('region', { name: 'Not permitted' });
  await expect(refused).toContainText('Needs read on sys/key-status');
  await refused.getByRole('button', { name: 'Why was I refused?' }).click();
  const reason = window.getByRole('dialog', { name: 'Not permitted' });
  await expect(reason.getByText(/^No visible rule .* covers this path\.$/)).toBeVisible();
  await reason.getByRole('button', { name: 'Close' }).click();
  await expect(clusterCard(window, 'Seal')).toContainText('Unsealed');
  await openSection(window, 'Policies');
  await expect(window.getByText('Needs list on sys/policies/acl/')).toBeVisible();
  await launched.close();
});

test('a server that is sealed while it is open is unsealed share by share', async () => {
  const sealed = await startSealedVault();
  await sealed.unseal();
  const launched = await launchConnected({ address: sealed.address, token: sealed.rootToken });
  const { window } = launched;
  await openSection(window, 'Cluster');
  await expect((await openPanel(window, 'Seal')).getByText('Unsealed')).toBeVisible();
  await must(sealed, 'PUT', 'sys/seal');
  const give = panelView(window, 'Seal').getByRole('button', { name: 'Enter unseal key…' });
  await expect(give).toBeVisible();
  for (const [index, share] of sealed.shares.slice(0, sealed.threshold).entries()) {
    await give.click();
    await launched.answer(async (trusted) => {
      await expect(trusted.getByText(`${String(index)} of 3 shares entered`, { exact: false })).toBeVisible();
      await trusted.getByRole('textbox', { name: 'Unseal key share' }).fill(share);
      await trusted.getByRole('button', { name: 'Enter this key' }).click();
    });
    if (index < 2)
      await expect(
        panelView(window, 'Seal').getByText(`${String(index + 1)} of 3`, { exact: true }),
      ).toBeVisible();
  }
  await expect(panelView(window, 'Seal').getByText('Unsealed')).toBeVisible();
  await launched.close();
  await sealed.stop();
});

test('policies are listed, narrowed and read; an unknown name is said to be unknown', async () => {
  const name = await newPolicy(
    dev,
    '# for the payments team\npath "secret/data/pay/*" {\n  capabilities = ["read"]\n}\n',
  );
  const launched = await launchConnected({ address: dev.address, token: dev.rootToken });
  const { window } = launched;
  await openSection(window, 'Policies');
  const field = window.getByRole('searchbox', { name: 'Filter, or open by name' });
  await expect(field).toBeFocused();
  await field.fill(name);
  await expect(window.getByRole('button', { name, exact: true })).toBeVisible();
  await field.press('Enter');
  await expect(window.getByRole('textbox', { name: `Policy ${name}` })).toContainText(
    'capabilities = ["read"]',
  );
  await field.fill('no-such-policy');
  await field.press('Enter');
  await expect(window.getByText('There is no policy “no-such-policy”')).toBeVisible();
  await launched.close();
});
