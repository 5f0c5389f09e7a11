/** An edit discarded by mistake, or by a compromised page, can be restored within ten minutes. */
import { expect, test } from '@playwright/test';
import type { LaunchedApp } from './steps/app.ts';
import { callInPage } from './steps/bridge-calls.ts';
import { goTo, launchConnected, savedAs } from './steps/connected.ts';
import { newKvMount, sharedServers, uniqueName, writeEntry } from './servers/index.ts';

const { dev } = sharedServers();
const mount = await newKvMount(dev, 2);
let launched: LaunchedApp;

test.beforeEach(async () => {
  launched = await launchConnected({ address: dev.address, token: dev.rootToken });
});
test.afterEach(() => launched.close());

test('an edit that was discarded is restored from the status bar', async () => {
  const { window } = launched;
  const path = uniqueName('edited');
  await writeEntry(dev, mount, path, { user: 'old' });
  await goTo(window, mount.path + path);
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await window.getByRole('button', { name: 'Edit user', exact: true }).click();
  await window.getByRole('textbox', { name: 'Value of user' }).fill('an hour of work');
  const [session] = (await callInPage(window, 'session.list', {})).value as readonly { sessionId: string }[];
  const { sessionId = '' } = session ?? {};
  const drafts = async () =>
    JSON.stringify((await callInPage(window, 'draft.list', { sessionId })).value).includes('an hour of work');
  await expect.poll(drafts).toBe(true);
  await window.keyboard.press('Control+w');
  await window.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await window.getByRole('button', { name: '1 discarded edit' }).click();
  await window.getByRole('button', { name: `Restore the edit of ${mount.path}${path}` }).click();
  await expect(window.getByRole('textbox', { name: 'Value of user' })).toHaveValue('an hour of work');
  await expect(window.getByRole('button', { name: /discarded edit/ })).toHaveCount(0);
  await expect.poll(drafts).toBe(true);
});

test('an edit that was saved is not offered as a discarded one', async () => {
  const { window } = launched;
  const path = uniqueName('saved');
  await writeEntry(dev, mount, path, { user: 'old' });
  await goTo(window, mount.path + path);
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  await window.getByRole('button', { name: 'Edit user', exact: true }).click();
  await window.getByRole('textbox', { name: 'Value of user' }).fill('new');
  const [session] = (await callInPage(window, 'session.list', {})).value as readonly { sessionId: string }[];
  const { sessionId = '' } = session ?? {};
  const drafts = async () => (await callInPage(window, 'draft.list', { sessionId })).value;
  await expect.poll(drafts).toEqual([expect.objectContaining({ path })]);
  await window.getByRole('button', { name: 'Review and save…' }).click();
  await window.getByRole('button', { name: 'Save as version 2' }).click();
  await savedAs(window, 2);
  await expect.poll(drafts).toEqual([]);
  expect((await callInPage(window, 'draft.dropped', { sessionId })).value).toEqual([]);
  await expect(window.getByRole('button', { name: /discarded edit/ })).toHaveCount(0);
});
