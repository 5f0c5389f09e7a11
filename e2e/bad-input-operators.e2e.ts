/** Mistaken input of operators on screen; `bad-input-operators.integration.test.ts` has the whole table. */
import { expect, test } from '@playwright/test';
import { agree, openTopic } from './steps/administration-steps.ts';
import { goTo, launchConnected, logIn, tree } from './steps/connected.ts';
import {
  must,
  newKvMount,
  newPolicy,
  newToken,
  sharedServers,
  uniqueName,
  writeEntry,
} from './servers/index.ts';

const { dev } = sharedServers();

test('bad input: a secrets engine that another session has open is said to be gone, in its tab and in its tree', async () => {
  const kv = await newKvMount(dev, 2, uniqueName('opened'));
  await writeEntry(dev, kv, 'db', { user: 'u' });
  const granting = await newPolicy(dev, `path "${kv.path}*" { capabilities = ["read", "list"] }`);
  const { token } = await newToken(dev, { policies: ['default', granting] });
  const launched = await launchConnected({ address: dev.address, token, name: 'Reader' });
  const { window } = launched;
  await goTo(window, `${kv.path}db`);
  await expect(window.getByText('user', { exact: true })).toBeVisible();
  await window.getByRole('button', { name: 'Connect to another server' }).click();
  await logIn(launched, { address: dev.address, token: dev.rootToken, name: 'Admin' });
  const page = await openTopic(window, 'Secrets engines');
  await page.getByRole('searchbox', { name: 'Filter' }).fill(kv.path);
  await page.getByRole('row').filter({ hasText: kv.path }).click();
  const drawer = page.getByRole('complementary', { name: kv.path, exact: true });
  await drawer.getByRole('button', { name: 'Disable…' }).click();
  await agree(launched, 'Disable', kv.path);
  await expect(drawer).toHaveCount(0);

  await window.getByRole('button', { name: /^Reader/ }).click();
  const gone = window.getByText('No secrets engine is mounted here');
  await expect(gone).toBeVisible();
  await expect(
    window.getByText(`“${kv.path}” was there, and is not any more`, { exact: false }),
  ).toBeVisible();
  await expect(tree(window).getByText(kv.path, { exact: true })).toHaveCount(0);
  await window.getByRole('button', { name: 'Close tab', exact: true }).click();
  await expect(gone).toHaveCount(0);
  await must(dev, 'DELETE', `sys/policies/acl/${granting}`);
  await launched.close();
});
