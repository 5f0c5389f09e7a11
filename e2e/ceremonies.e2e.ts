/** Key ceremonies by their screens, on real servers, with Vault's CLI as another client. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launchApp } from './steps/app.ts';
import { findings } from './looks/axe-findings.ts';
import { agreeTo, giveShare, openCeremony, openFirstRun, saveAll } from './steps/ceremony-steps.ts';
import { openCluster, openPanel } from './steps/cluster-screen.ts';
import { launchConnected } from './steps/connected.ts';
import {
  at,
  ceremonyAt,
  factsOf,
  must,
  startGpg,
  startRaftCluster,
  startSealedVault,
  startUninitialisedVault,
} from './servers/index.ts';

test('an empty server comes to its first entry, step by step', async () => {
  const vault = await startUninitialisedVault();
  const folder = mkdtempSync(join(tmpdir(), 'strongroom-audit-'));
  const launched = await launchApp();
  const { window } = launched;
  await openFirstRun(launched, vault.address);
  await window.getByRole('textbox', { name: 'Key shares' }).fill('3');
  await window.getByRole('textbox', { name: 'Threshold' }).fill('2');
  expect(await findings(window)).toEqual([]);
  await agreeTo(launched, 'Initialise…', 'Initialise');
  const [one = '', two = '', , rootToken = ''] = await saveAll(launched, 'Unseal keys and root token', 4);
  await giveShare(launched, 'Enter unseal key…', one);
  await expect(window.getByRole('cell', { name: '1 of 2' })).toBeVisible();
  expect(await findings(window)).toEqual([]);
  await giveShare(launched, 'Enter unseal key…', two);
  await agreeTo(launched, 'Log in with the root token', 'Open session');

  const { auditByApi } = factsOf();
  if (auditByApi) {
    await window.getByRole('textbox', { name: 'File on the server' }).fill(join(folder, 'audit.log'));
    await agreeTo(launched, 'Enable audit device…', 'Enable device');
  } else await window.getByRole('button', { name: 'Skip' }).click();
  await agreeTo(launched, 'Enable KV…', 'Enable');
  await window.getByRole('main').getByRole('button', { name: 'New entry…' }).click();
  await expect(window.getByRole('dialog', { name: 'New entry' })).toBeVisible();
  const root = { ...vault, rootToken };
  expect(at(await must(root, 'GET', 'sys/mounts/secret'), 'data', 'type')).toBe('kv');
  expect(Object.keys(at(await must(root, 'GET', 'sys/audit'), 'data') as object)).toEqual(
    auditByApi ? ['file/'] : [],
  );
  await launched.close();
  await vault.stop();
  rmSync(folder, { recursive: true });
});

test('unseal keys of a raft cluster go from 5/3 to 3/2 with verification, a colleague at a terminal giving shares', async () => {
  test.setTimeout(120_000);
  const vault = await startRaftCluster({ keys: { shares: 5, threshold: 3 } });
  const launched = await launchConnected({ address: vault.address, token: vault.rootToken });
  const { window } = launched;
  await openCluster(window);
  await (await openPanel(window, 'Rekey')).getByRole('button', { name: 'Rekey…' }).click();
  await window.getByRole('textbox', { name: 'Key shares' }).fill('3');
  await window.getByRole('textbox', { name: 'Threshold' }).fill('2');
  await agreeTo(launched, 'Begin rekey…', 'Begin rekey');
  await expect(window.getByText('0 of 3 entered')).toBeVisible();
  const colleague = ceremonyAt(vault, 'rekey');
  const nonce = await colleague.nonce();
  await expect(window.getByText(nonce)).toBeVisible();

  const [one = '', two = '', three = ''] = vault.shares;
  await giveShare(launched, 'Enter key share…', one);
  await colleague.type(two, `-nonce=${nonce}`);
  await expect(window.getByText('2 of 3 entered')).toBeVisible();
  await giveShare(launched, 'Enter key share…', three);
  const fresh = await saveAll(launched, 'New unseal keys', 3);
  expect(await findings(window)).toEqual([]);

  await giveShare(launched, 'Enter new key share…', fresh[0] ?? '');
  await expect(window.getByText('1 of 2 entered')).toBeVisible();
  await colleague.type(fresh[1] ?? '', '-verify', `-nonce=${await colleague.verificationNonce()}`);
  await expect(window.getByRole('button', { name: 'Begin rekey…' })).toBeVisible();
  expect(await must(vault, 'GET', 'sys/seal-status')).toMatchObject({ t: 2, n: 3 });
  await launched.close();
  await vault.stop();
});

test('a root token is generated with a one-time password, and encrypted to a PGP key', async () => {
  const vault = await startSealedVault();
  await vault.unseal();
  const gpg = startGpg();
  gpg.addKey('alice');
  const launched = await launchConnected({ address: vault.address, token: vault.rootToken });
  const { window } = launched;
  await openCeremony(window, 'Generate root token');
  const [one = '', two = '', three = ''] = vault.shares;
  const colleague = ceremonyAt(vault, 'generate-root');

  await agreeTo(launched, 'Begin root generation…', 'Begin root generation');
  await expect(window.getByText('0 of 3 entered')).toBeVisible();
  await giveShare(launched, 'Enter key share…', one);
  await colleague.type(two, `-nonce=${await colleague.nonce()}`);
  await expect(window.getByText('2 of 3 entered')).toBeVisible();
  await giveShare(launched, 'Enter key share…', three);
  const [plain = ''] = await saveAll(launched, 'Root token', 1);
  const policiesOf = async (rootToken: string) =>
    at(await must({ ...vault, rootToken }, 'GET', 'auth/token/lookup-self'), 'data', 'policies');
  expect(await policiesOf(plain)).toEqual(['root']);
  await window.getByRole('button', { name: 'Discard' }).click();

  await window.getByRole('button', { name: 'Encrypt to a PGP key' }).click();
  await window.getByRole('textbox', { name: /^PGP public key/ }).fill(gpg.publicKey('alice'));
  await window.getByRole('button', { name: 'Add pasted keys' }).click();
  await agreeTo(launched, 'Begin root generation…', 'Begin root generation');
  await expect(window.getByText('0 of 3 entered')).toBeVisible();
  for (const share of [one, two]) await colleague.type(share, `-nonce=${await colleague.nonce()}`);
  await expect(window.getByText('2 of 3 entered')).toBeVisible();
  await giveShare(launched, 'Enter key share…', three);
  const [encrypted = ''] = await saveAll(launched, 'Encoded root token', 1);
  expect(await policiesOf(gpg.decrypt(encrypted))).toEqual(['root']);
  await launched.close();
  await vault.stop();
  await gpg.stop();
});
