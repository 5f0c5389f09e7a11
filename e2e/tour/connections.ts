/** The tour’s pictures of connecting, of two servers, and of connections and their certificates. */
import { expect } from '@playwright/test';
import { launchApp } from '../steps/app.ts';
import {
  addHeader,
  addressField,
  chooseTlsFile,
  formFailure,
  giveToken,
  openTab,
  pressLogIn,
  pressSave,
  profileRow,
  checkNew,
} from '../steps/connect-form.ts';
import { keyRow, launchConnected, logIn, logOut, openFolder, treeRow } from '../steps/connected.ts';
import { startTlsMatrix } from '../servers/index.ts';
import type { FaultProxy, TlsVault, VaultServer } from '../servers/index.ts';
import type { TakePicture } from './sizes.ts';

/** The first connection, up to a session without an open tab. */
export async function tourConnecting(vault: VaultServer, tls: TlsVault, picture: TakePicture): Promise<void> {
  const launched = await launchApp({ env: { VAULT_ADDR: tls.address, VAULT_CACERT: tls.caFile } });
  const { window } = launched;
  await expect(window.getByRole('button', { name: 'Fill in' }).first()).toBeVisible();
  await picture(launched, '01-connect');
  await window.getByLabel('Address').fill('vault.example.com:8200');
  await window.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(window.getByText('https://vault.example.com:8200').first()).toBeVisible();
  await picture(launched, '02-connect-address-without-scheme');
  await window.getByLabel('Address').fill(tls.address);
  await checkNew(launched);
  await formFailure(window).waitFor();
  await picture(launched, '03-connect-unknown-authority');
  await window.getByLabel('Address').fill(vault.address);
  await window.getByRole('textbox', { name: /^Name\b/ }).fill('Payments production');
  await window.getByRole('radio', { name: /red/i }).click();
  await window.getByRole('radio', { name: 'Production' }).click();
  await checkNew(launched);
  await expect(window.getByText(/unsealed · leader/)).toBeVisible();
  await picture(launched, '04-connect-checked');
  await window.getByRole('button', { name: 'Connect', exact: true }).click();
  const trusted = await launched.trusted();
  await picture(launched, '05-login-token', trusted);
  await trusted.getByLabel('Token', { exact: true }).fill('hvs.not-a-token-of-this-server');
  await launched.answer(async (view) => {
    await view.getByRole('button', { name: 'Log in' }).click();
  });
  const again = await launched.trusted();
  await expect(again.getByRole('alert')).toBeVisible();
  await picture(launched, '06-login-refused', again);
  await launched.answer(async (view) => {
    await view.getByLabel('Token', { exact: true }).fill(vault.rootToken);
    await view.getByRole('button', { name: 'Log in' }).click();
  });
  await window.getByRole('tree').waitFor();
  await window.getByRole('region', { name: 'Token' }).waitFor();
  await picture(launched, '07-connected-nothing-open');
  await launched.close();
}

/** A second session, of production. */
export async function tourTwoServers(
  vault: VaultServer,
  faults: FaultProxy,
  picture: TakePicture,
): Promise<void> {
  const launched = await launchConnected({
    address: vault.address,
    token: vault.rootToken,
    name: 'Development',
  });
  const { window } = launched;
  await window
    .getByRole('button', { name: /Connect|New connection|Add/ })
    .first()
    .click();
  await window.getByRole('radio', { name: /red/i }).click();
  await window.getByRole('radio', { name: 'Production' }).click();
  await logIn(launched, { address: faults.address, token: vault.rootToken, name: 'Payments production' });
  await openFolder(window, 'team-payments/kv/');
  await treeRow(window, 'stripe').click();
  await expect(keyRow(window, 'secret_key')).toBeVisible();
  await picture(launched, '50-production');
  await launched.close();
}

/** Files of a connection, changed and expired certificates, export. */
export async function tourCertificates(picture: TakePicture): Promise<void> {
  const matrix = await startTlsMatrix();
  const launched = await launchApp();
  const { window } = launched;
  const name = window.getByRole('textbox', { name: /^Name\b/ });
  const closeSession = async (): Promise<void> => {
    await window.getByRole('tree').waitFor();
    await window.getByRole('button', { name: 'Session', exact: true }).click();
    await logOut(launched);
  };
  await addressField(window).fill(matrix.addresses.good);
  await name.fill('Payments staging');
  await openTab(window, 'TLS');
  await chooseTlsFile(launched, 'ca', matrix.files.ca);
  await chooseTlsFile(launched, 'certificate', matrix.files.client);
  await chooseTlsFile(launched, 'key', matrix.files.encryptedKey);
  await picture(launched, '70-files');
  await window.getByRole('button', { name: 'Do not use alice.pem' }).click();
  await window.getByRole('button', { name: 'Do not use alice-encrypted-key.pem' }).click();
  await pressLogIn(window);
  await giveToken(launched, matrix.rootToken);
  await closeSession();

  await profileRow(window, 'Payments staging').getByRole('button').first().click();
  await matrix.replaceGood('same-authority');
  await pressLogIn(window);
  await picture(launched, '71-certificate-changed', await launched.trusted());
  await launched.answer((trusted) => trusted.keyboard.press('Escape'));
  await openTab(window, 'Advanced');
  await addHeader(launched, 'X-Gateway-Key', 'opens-the-gate');
  await window.getByRole('textbox', { name: 'Another node' }).fill('https://vault-2.example.com:8200');
  await window.keyboard.press('Enter');
  await picture(launched, '72-headers-and-nodes');
  await pressSave(window);
  await picture(launched, '73-trusted-otherwise', await launched.trusted());
  await launched.answer((trusted) => trusted.keyboard.press('Escape'));
  await window.getByRole('button', { name: 'Export…' }).click();
  await window.getByRole('dialog').waitFor();
  await picture(launched, '74-export');
  await window.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await window.getByRole('button', { name: 'New connection' }).click();
  await addressField(window).fill(matrix.addresses.expired);
  await openTab(window, 'TLS');
  await window.getByRole('checkbox', { name: 'Do not verify' }).check();
  await pressLogIn(window);
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Save connection' }).click());
  await giveToken(launched, matrix.rootToken);
  await picture(launched, '75-certificate-unverified', await launched.trusted());
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Trust certificate' }).click());
  await window.getByRole('button', { name: /^Server certificate expired/ }).click();
  await window.getByRole('dialog').waitFor();
  await picture(launched, '75-certificate-ended');
  await launched.close();
  await matrix.stop();
}
