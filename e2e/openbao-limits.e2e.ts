/** An entry at OpenBao's limit of 1,000 strings in one request. */
import { expect, test } from '@playwright/test';
import { goTo, launchConnected } from './steps/connected.ts';
import { at, must, newKvMount, startDevVault, writeEntry } from './servers/index.ts';

test('bad input: a key more than OpenBao takes is announced before the save, refused by it, and not lost', async () => {
  const bao = await startDevVault({ product: 'openbao' });
  const mount = await newKvMount(bao, 2);
  const names = Array.from({ length: 498 }, (_, index) => `key-${String(index).padStart(3, '0')}`);
  await writeEntry(bao, mount, 'wide', Object.fromEntries(names.map((name) => [name, 'v'])));
  const launched = await launchConnected({ address: bao.address, token: bao.rootToken });
  const { window } = launched;
  await goTo(window, `${mount.path}wide`);
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await window.getByRole('button', { name: 'Add a key' }).click();
  const name = window.getByRole('textbox', { name: 'Name of the new key' });
  await name.fill('one-more');
  const warning = window.getByText(/^Saving sends 1,001 strings, .* refuses more than 1,000 in one request/);
  await expect(warning).toBeVisible();
  await window.keyboard.press('Control+s');
  await expect(window.getByRole('heading', { name: 'Review changes' })).toBeVisible();
  await expect(warning).toBeVisible();
  await window.keyboard.press('Control+Enter');
  await expect(window.getByRole('alert')).toContainText('than this server takes in one request.');
  await window.getByRole('button', { name: 'Back to editing' }).click();
  await expect(name).toHaveValue('one-more');
  const onServer = await must(bao, 'GET', `${mount.path}data/wide`);
  expect(Object.keys(at(onServer, 'data', 'data') as object)).toHaveLength(498);
  await launched.close();
  await bao.stop();
});
