/** The tour’s pictures of the search: before, while it runs, its results, and everything that it could not see. */
import { expect } from '@playwright/test';
import type { LaunchedApp } from '../steps/app.ts';
import { launchConnected, logIn } from '../steps/connected.ts';
import {
  cancelSearch,
  foundGrid,
  openSearch,
  searchFor,
  searchIn,
  searchStatus,
  searchValues,
  tooManyNames,
} from '../steps/search-screen.ts';
import { must, newKvMount, newPolicy, newToken, startDevVault, writeEntry } from '../servers/index.ts';
import type { FaultProxy, KvMount, VaultServer } from '../servers/index.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

const password = 'correct-horse-battery';

/** Shows them one after the other; `faults`: a proxy to the same server. */
export async function tourSearch(
  vault: VaultServer,
  faults: FaultProxy,
  picture: TakePicture,
): Promise<void> {
  const [apps, legacy] = [await newKvMount(vault, 2, 'shop'), await newKvMount(vault, 1, 'shop-legacy')];
  await fill(vault, apps, legacy);
  const policy = await newPolicy(
    vault,
    `path "shop/*" { capabilities = ["create", "read", "update", "delete", "list"] }
     path "shop-legacy/*" { capabilities = ["read", "list"] }
     path "shop/metadata/payments/closed/" { capabilities = ["deny"] }
     path "shop/subkeys/payments/mail" { capabilities = ["deny"] }
     path "shop/data/payments/mail" { capabilities = ["deny"] }`,
  );
  const { token } = await newToken(vault, { policies: [policy] });
  const launched = await launchConnected({ address: faults.address, token, name: 'Shop' });
  try {
    await results(launched, picture);
    await running(launched, faults, picture);
    await values(launched, picture);
    await several(launched, picture);
  } finally {
    faults.heal();
    await launched.close();
  }
}

async function fill(vault: VaultServer, apps: KvMount, legacy: KvMount): Promise<void> {
  for (const team of ['billing', 'orders', 'payments'])
    for (const name of ['database', 'mail', 'stripe-api'])
      await writeEntry(vault, apps, `${team}/${name}`, { user: team, password, 'api-key': `${team}-key` });
  for (let version = 0; version < 6; version++)
    await writeEntry(vault, apps, 'payments/stripe-api', { 'api-key': String(version) });
  await writeEntry(vault, apps, 'payments/closed/database', { password: 'x' });
  await writeEntry(vault, legacy, 'mail/stripe-hook', { secret: `before ${password} after` });
  await must(vault, 'POST', 'shop/metadata/payments/stripe-api', {
    custom_metadata: { owner: 'payments', tier: 'gold' },
  });
  await must(vault, 'DELETE', 'shop/data/orders/stripe-api');
}

async function results(launched: LaunchedApp, picture: TakePicture): Promise<void> {
  const { window } = launched;
  await openSearch(window);
  await inBothSizes(launched, picture, 'search-new');
  await searchFor(window, 'stripe');
  await expect(foundGrid(window).getByRole('row').nth(1)).toBeVisible();
  await inBothSizes(launched, picture, 'search-found');
  await window.getByRole('button', { name: /could not be read$/ }).click();
  await inBothSizes(launched, picture, 'search-refused');
  await window.getByRole('checkbox', { name: 'Key names' }).click();
  await searchFor(window, 'key:api-key payments');
  await expect(searchStatus(window)).toContainText(/found among/);
  await inBothSizes(launched, picture, 'search-keys');
  await window.getByRole('checkbox', { name: 'Key names' }).click();
  await searchFor(window, 'mount:shop owner:payments versions:>5 changed:<30d');
  await expect(searchStatus(window)).toContainText(/found among/);
  await picture(launched, 'search-filters');
  await searchFor(window, 'deleted:');
  await expect(foundGrid(window).getByText('Deleted')).toBeVisible();
  await picture(launched, 'search-deleted');
  await searchFor(window, 'stripe');
  await expect(searchStatus(window)).toContainText(/found among/);
  await window.getByRole('checkbox', { name: 'Select all shown' }).click();
  await inBothSizes(launched, picture, 'search-selected');
  await searchFor(window, 'no-such-name');
  await expect(searchStatus(window)).toContainText(/^Nothing matches/);
  await inBothSizes(launched, picture, 'search-nothing');
  await window.getByRole('combobox', { name: 'Match' }).click();
  await window.getByRole('option', { name: 'Regular expression' }).click();
  await searchFor(window, '(stripe');
  await expect(window.getByRole('alert')).toContainText('Missing closing )');
  await picture(launched, 'search-bad-pattern');
  await window.getByRole('combobox', { name: 'Match' }).click();
  await window.getByRole('option', { name: 'Contains' }).click();
  await window.getByRole('searchbox', { name: 'Words and filters' }).fill('changed:soon');
  await picture(launched, 'search-bad-filter');
}

async function running(launched: LaunchedApp, faults: FaultProxy, picture: TakePicture): Promise<void> {
  const { window } = launched;
  const slow = Promise.withResolvers<undefined>();
  faults.add({ fault: { kind: 'delay', until: slow.promise }, url: /metadata\/payments/ });
  await searchFor(window, 'database');
  await expect(searchStatus(window)).toContainText(/2 found · .* folders read/);
  await inBothSizes(launched, picture, 'search-running');
  await cancelSearch(window);
  await expect(searchStatus(window)).toContainText(/^Cancelled/);
  await inBothSizes(launched, picture, 'search-cancelled');
  slow.resolve(undefined);
  faults.heal();
  faults.add({
    fault: { kind: 'answer', status: 200, body: tooManyNames('deep/') },
    url: /metadata\/payments\/\?/,
  });
  await searchFor(window, 'database');
  await expect(window.getByText('The search stopped early')).toBeVisible();
  await inBothSizes(launched, picture, 'search-stopped');
  faults.heal();
}

async function values(launched: LaunchedApp, picture: TakePicture): Promise<void> {
  const { window } = launched;
  await window.getByRole('searchbox', { name: 'Words and filters' }).fill('');
  await window.getByRole('button', { name: 'Search values…' }).click();
  const trusted = await launched.trusted();
  await trusted.getByLabel('Text to find', { exact: true }).fill('horse-battery');
  await picture(launched, 'search-values-asked', trusted);
  await launched.answer((prompt) => prompt.getByRole('button', { name: 'Read and search' }).click());
  await expect(searchStatus(window)).toContainText(/found among/);
  await inBothSizes(launched, picture, 'search-values');
  await window.getByRole('button', { name: /^1 entry could not be read$/ }).click();
  await picture(launched, 'search-values-refused');
}

async function several(launched: LaunchedApp, picture: TakePicture): Promise<void> {
  const { window } = launched;
  const other = await startDevVault();
  try {
    await writeEntry(other, await newKvMount(other, 2, 'shop'), 'payments/stripe-api', { 'api-key': 'x' });
    await window.getByRole('button', { name: 'Connect to another server' }).click();
    await logIn(launched, { address: other.address, token: other.rootToken, name: 'Shop staging' });
    await openSearch(window);
    await searchIn(window, /^All 2 open connections$/);
    await searchFor(window, 'stripe');
    await expect(searchStatus(window)).toContainText(/found among/);
    await inBothSizes(launched, picture, 'search-connections');
    await searchValues(launched, 'nothing like it');
    await expect(searchStatus(window)).toContainText(/^Nothing matches/);
    await picture(launched, 'search-values-nothing');
  } finally {
    await other.stop();
  }
}
