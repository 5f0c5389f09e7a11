/** Key ceremonies by their screens on a real cluster of three, and on OpenBao by its own endpoints. */
import { expect, test } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import { launchApp } from './steps/app.ts';
import { findings } from './looks/axe-findings.ts';
import { agreeTo, giveShare, lookWithoutLogin, openCeremony, saveAll } from './steps/ceremony-steps.ts';
import { openPanel } from './steps/cluster-screen.ts';
import { launchConnected } from './steps/connected.ts';
import { at, must, startRaftCluster, startSealedVault, textAt } from './servers/index.ts';
import { vaultCli } from './servers/vault-cli.ts';

/** Row of a node in the list for unsealing. */
function sealRow(window: Page, address: string): Locator {
  return window.getByRole('row').filter({ has: window.getByRole('rowheader', { name: address }) });
}

test('three raft nodes are unsealed from one place, a colleague at a terminal giving a share to one', async () => {
  test.setTimeout(180_000);
  const cluster = await startRaftCluster({ voters: true, keys: { shares: 5, threshold: 3 } });
  await Promise.all(cluster.nodes.map((node) => node.stop()));
  await Promise.all(cluster.nodes.map((node) => node.restart()));
  const [first, second, third] = cluster.nodes.map(({ address }) => address) as [string, string, string];
  const [one = '', two = '', three = ''] = cluster.shares;
  const launched = await launchApp();
  const { window } = launched;
  await lookWithoutLogin(launched, first);
  const seal = await openPanel(window, 'Seal');
  await seal.getByRole('button', { name: 'Unseal all nodes…' }).click();
  for (const address of [second, third]) {
    await window.getByRole('textbox', { name: 'Add a node' }).fill(address);
    await window.getByRole('button', { name: 'Add', exact: true }).click();
    await sealRow(window, address).getByRole('button', { name: 'Confirm node…' }).click();
    await launched.answer((trusted) => trusted.getByRole('button', { name: 'Contact server' }).click());
    await expect(sealRow(window, address).getByText('sealed', { exact: true })).toBeVisible();
  }
  await giveShare(launched, 'Enter unseal key for 3 nodes…', one);
  for (const address of [first, second, third])
    await expect(sealRow(window, address).getByRole('cell', { name: '1 of 3' })).toBeVisible();
  expect(await findings(window)).toEqual([]);
  await vaultCli(first, ['operator', 'unseal', two]);
  await expect(sealRow(window, first).getByRole('cell', { name: '2 of 3' })).toBeVisible();
  // This is the third share for the first node, the second for the others.
  await giveShare(launched, 'Enter unseal key for 3 nodes…', three);
  await expect(sealRow(window, first).getByText('unsealed')).toBeVisible();
  await expect(sealRow(window, third).getByRole('cell', { name: '2 of 3' })).toBeVisible();
  await giveShare(launched, 'Enter unseal key for 2 nodes…', two);
  for (const address of [second, third]) {
    await expect(sealRow(window, address).getByText('unsealed')).toBeVisible();
    expect(await must({ address, rootToken: '' }, 'GET', 'sys/seal-status')).toMatchObject({ sealed: false });
  }
  await launched.close();
  await cluster.stop();
});

test('OpenBao is rekeyed and gives a root token by its own endpoints, others taking part', async () => {
  const bao = await startSealedVault('openbao');
  await bao.unseal();
  const launched = await launchConnected({ address: bao.address, token: bao.rootToken });
  const { window } = launched;
  const [one = '', two = '', three = ''] = bao.shares;
  await openCeremony(window, 'Rekey');
  await window.getByRole('textbox', { name: 'Key shares' }).fill('3');
  await window.getByRole('textbox', { name: 'Threshold' }).fill('2');
  await agreeTo(launched, 'Begin rekey…', 'Begin rekey');
  await expect(window.getByText('0 of 3 entered')).toBeVisible();
  await expect(window.getByText('sys/rotate/root/init')).toBeVisible();
  const nonce = textAt(await must(bao, 'GET', 'sys/rotate/root/init'), 'data', 'nonce');
  await giveShare(launched, 'Enter key share…', one);
  const rotate = ['operator', 'rotate-keys', `-nonce=${nonce}`, two];
  await vaultCli(bao.address, rotate, { VAULT_TOKEN: bao.rootToken }, 'openbao');
  await expect(window.getByText('2 of 3 entered')).toBeVisible();
  await giveShare(launched, 'Enter key share…', three);
  const fresh = await saveAll(launched, 'New unseal keys', 3);
  for (const share of fresh.slice(0, 2)) {
    await giveShare(launched, 'Enter new key share…', share);
    if (share === fresh[0]) await expect(window.getByText('1 of 2 entered')).toBeVisible();
  }
  await expect(window.getByRole('button', { name: 'Begin rekey…' })).toBeVisible();
  expect(await must(bao, 'GET', 'sys/seal-status')).toMatchObject({ t: 2, n: 3 });

  await openCeremony(window, 'Generate root token');
  await agreeTo(launched, 'Begin root generation…', 'Begin root generation');
  await expect(window.getByText('sys/generate-root-token/attempt')).toBeVisible();
  await giveShare(launched, 'Enter key share…', fresh[0] ?? '');
  await expect(window.getByText('1 of 2 entered')).toBeVisible();
  await giveShare(launched, 'Enter key share…', fresh[2] ?? '');
  const [rootToken = ''] = await saveAll(launched, 'Root token', 1);
  const own = await must({ ...bao, rootToken }, 'GET', 'auth/token/lookup-self');
  expect(at(own, 'data', 'policies')).toEqual(['root']);

  await openCeremony(window, 'Rotate root key');
  await agreeTo(launched, 'Rotate root key…', 'Rotate root key');
  await expect(window.getByRole('status').filter({ hasText: 'Rotated' })).toBeVisible();
  await launched.close();
  await bao.stop();
});
