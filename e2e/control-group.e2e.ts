/** An entry guarded by a control group, on a real OpenBao: one user requests it and waits, another approves. */
import { expect, test } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { goTo, keyRow, launchConnected } from './steps/connected.ts';
import { openWrappingTab } from './steps/wrapping-steps.ts';
import { must, setUpControlGroup, startDevVault, textAt, writeEntry } from './servers/index.ts';
import type { VaultServer } from './servers/index.ts';

let server: VaultServer;
let launched: LaunchedApp;

test.beforeAll(async () => {
  server = await startDevVault({ product: 'openbao' });
  for (const name of ['app', 'other'])
    await writeEntry(server, { path: 'secret/', version: 2 }, `guarded/${name}`, { password: `of ${name}` });
});
test.afterEach(() => launched.close());
test.afterAll(() => server.stop());

test('an entry waits for approval, survives a look elsewhere, and is shown once somebody approves', async () => {
  const group = await setUpControlGroup(server);
  launched = await launchConnected({ address: server.address, token: group.askerToken });
  const { window } = launched;
  await goTo(window, 'secret/guarded/app');
  const waits = window.getByRole('heading', { name: 'Waits for approval' });
  await expect(waits).toBeVisible();
  await expect(window.getByText('No one yet')).toBeVisible();
  const accessor = await window.getByRole('definition').locator('code').first().innerText();
  await window.getByRole('button', { name: 'Copy message for approver' }).click();
  await expect
    .poll(() => launched.app.evaluate(({ clipboard }) => clipboard.readText()))
    .toContain(`bao write sys/control-group/authorize accessor=${accessor}`);

  // Another entry is another request; back at the first entry, its request is unchanged.
  await goTo(window, 'secret/guarded/other');
  await expect(window.getByText(accessor)).toBeHidden();
  await expect(waits).toBeVisible();
  await goTo(window, 'secret/guarded/app');
  await expect(window.getByText(accessor)).toBeVisible();

  await group.approve(accessor);
  await keyRow(window, 'password').getByRole('button', { name: 'Reveal password' }).click();
  await expect(keyRow(window, 'password')).toContainText('of app');
  await expect(window.getByText('A control group approved this read.')).toBeVisible();
});

test('an approver sees who asks for what, and agrees in the secure prompt', async () => {
  const group = await setUpControlGroup(server);
  const asked = await must({ ...server, rootToken: group.askerToken }, 'GET', 'secret/data/guarded/app');
  launched = await launchConnected({ address: server.address, token: group.approverToken });
  const { window } = launched;
  await openWrappingTab(launched);
  await window.getByText('Approve', { exact: true }).click();
  await window.getByLabel('Accessor').fill(textAt(asked, 'wrap_info', 'accessor'));
  await window.getByRole('button', { name: 'Check' }).click();
  const form = window.getByRole('form', { name: 'Approve a request' });
  await expect(form).toContainText('secret/data/guarded/app');
  await expect(form).toContainText('No one yet');
  await form.getByRole('button', { name: 'Approve…' }).click();
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Approve', exact: true }).click());
  await expect(form).toContainText('userpass-approver');
  await expect(form.getByRole('button', { name: 'Approve…' })).toBeHidden();
});
