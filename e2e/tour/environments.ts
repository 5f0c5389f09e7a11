/** The tour's pictures of environments in one table. */
import { expect } from '@playwright/test';
import { goTo, launchConnected, logIn } from '../steps/connected.ts';
import { ask, newKvMount, writeEntry } from '../servers/index.ts';
import type { FaultProxy, VaultServer } from '../servers/index.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** Shows a view from its first column to a table of two servers, its details and the list of views. */
export async function tourEnvironments(
  vault: VaultServer,
  faults: FaultProxy,
  picture: TakePicture,
): Promise<void> {
  const kv = await newKvMount(vault, 2, 'checkout');
  const shared = { host: 'db.internal', port: 5432, smtp_host: 'mail.internal', log_level: 'info' };
  await writeEntry(vault, kv, 'dev/api', { ...shared, password: 'dev', debug: true, log_level: 'debug' });
  await writeEntry(vault, kv, 'staging/api', {
    ...shared,
    password: 'stage',
    tls_cert: '-----BEGIN X-----\na\n-----END X-----\n',
  });
  await writeEntry(vault, kv, 'production/api', {
    ...shared,
    password: 'prod',
    tls_cert: '-----BEGIN X-----\nb\n-----END X-----\n',
  });
  await writeEntry(vault, kv, 'test/api', { ...shared, password: 'test' });
  await ask(vault, 'DELETE', `${kv.path}data/test/api`);
  const connection = { address: vault.address, token: vault.rootToken, name: 'Development' };
  const launched = await launchConnected(connection);
  const { window } = launched;
  await window.getByRole('button', { name: 'Connect to another server' }).click();
  await window.getByRole('radio', { name: /red/i }).click();
  await window.getByRole('radio', { name: 'Production' }).click();
  await logIn(launched, { address: faults.address, token: vault.rootToken, name: 'Payments production' });
  await window.keyboard.press('Control+k');
  await window.getByRole('combobox').fill('Environments');
  await window
    .getByRole('option', { name: /^Environments/ })
    .first()
    .click();
  await expect(window.getByText('No views yet')).toBeVisible();
  await inBothSizes(launched, picture, 'environments-none');
  await window.getByRole('button', { name: 'Development', exact: true }).click();
  await goTo(window, `${kv.path}dev/api`);
  await window.getByRole('button', { name: 'More', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Compare environments…' }).click();
  const dialog = window.getByRole('dialog');
  for (const name of ['staging', 'test', 'production'])
    await dialog.getByRole('button', { name: `Add ${kv.path}${name}/api` }).click();
  await dialog.getByRole('combobox', { name: 'Connection' }).last().click();
  await window.getByRole('option', { name: /Payments production/ }).click();
  await inBothSizes(launched, picture, 'environments-form');
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  const table = window.getByRole('grid', { name: 'Keys by environment' });
  await expect(table.getByRole('row', { name: /host/ }).first()).toBeVisible();
  await inBothSizes(launched, picture, 'environments');
  await table.getByRole('row', { name: /password/ }).click();
  await window.getByRole('button', { name: 'Reveal password of staging' }).click();
  await inBothSizes(launched, picture, 'environments-details');
  await window.getByRole('button', { name: /^More of dev/ }).click();
  await picture(launched, 'environments-menu');
  await window.getByRole('menuitem', { name: /^Copy password to all others/ }).click();
  await window.getByRole('button', { name: /^Run 2 rows/ }).waitFor();
  await inBothSizes(launched, picture, 'environments-plan');
  await window.getByRole('tab', { name: /Environments/ }).click();
  await window.getByRole('button', { name: 'All views' }).click();
  await picture(launched, 'environments-views');
  await launched.close();
}
