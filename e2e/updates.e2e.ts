/** From the notice at the first start to a package handed to the system: the real app and electron-updater. */
import { expect, test } from '@playwright/test';
import { closeWindow } from './steps/app.ts';
import { callInPage } from './steps/bridge-calls.ts';
import { otherKey, packageBytes, packageName } from './servers/feed-updates.ts';
import { launchUpdating, type UpdatingApp } from './steps/updating-app.ts';

const NOTES = '<img src=x onerror=alert(1)>';

let updating: UpdatingApp;
test.beforeEach(async () => {
  updating = await launchUpdating();
  updating.publish(NOTES);
});
test.afterEach(() => updating.end());

test('a person chooses once, sees what was found, and has it installed at quit', async () => {
  const { feed, publish, launched, given } = updating;
  const { window, answer, app } = launched;
  const notice = window.getByRole('region', { name: 'Updates' });
  await notice.getByRole('button', { name: /^Notify/ }).click();
  await answer(async (trusted) => {
    await expect(trusted.getByRole('dialog')).toContainText(`${feed.origin}/feed/`);
    await trusted.getByRole('button', { name: 'Cancel' }).click();
  });
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: /^Notify/ }).click();
  await answer((trusted) => trusted.getByRole('button', { name: 'Look for updates' }).click());
  await expect(notice).toBeHidden();
  expect(feed.asked).toEqual([]);

  await window.getByRole('button', { name: 'Settings' }).click();
  const settings = window.locator('[data-section=updates]');
  await expect(settings.getByRole('radio', { name: 'Notify' })).toBeChecked();
  publish(NOTES, otherKey);
  await settings.getByRole('button', { name: 'Check now' }).click();
  await expect(settings.getByRole('alert')).toContainText('is signed with an unknown key');
  publish(NOTES);
  await settings.getByRole('button', { name: 'Check now' }).click();
  await expect(settings.getByRole('status')).toContainText('Version 99.0.0 is available');
  await expect(settings.locator('pre')).toHaveText(NOTES);
  await settings.getByRole('button', { name: 'Download' }).click();
  await expect(settings.getByRole('status')).toContainText('Version 99.0.0 is downloaded and verified');
  await settings.getByRole('checkbox', { name: 'Install when I quit' }).click();
  await answer((trusted) => trusted.getByRole('button', { name: 'Install at quit' }).click());
  await expect(settings.getByRole('checkbox', { name: 'Install when I quit' })).toBeChecked();

  const ended = new Promise((resolve) => app.process().once('exit', resolve));
  closeWindow(launched);
  await ended;
  const pending = `${launched.userDataDir}/update/package/pending/${packageName}`;
  expect(given()).toEqual({ args: ['-i', pending], package: packageBytes });
});

test('a broken page moves nothing: no address, no mode, no installation, no byte without a person @page-moves-nothing', async () => {
  const { feed, launched } = updating;
  const { window, answer } = launched;
  await window.getByLabel('Address').waitFor();
  for (const [name, input] of [
    ['updates.setFeed', { address: 'https://127.0.0.1:1/' }],
    ['updates.setMode', { mode: 'automatic' }],
    ['updates.check', {}],
  ] as const) {
    await window.keyboard.press('F2');
    const asked = callInPage(window, name, input);
    await answer((trusted) => trusted.getByRole('button', { name: 'Cancel' }).click());
    expect(await asked).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
  }
  for (const [name, input] of [
    ['updates.download', {}],
    ['updates.installNow', {}],
    ['updates.setAtQuit', { on: true }],
  ] as const) {
    await window.keyboard.press('F2');
    expect(await callInPage(window, name, input)).toMatchObject({ ok: false, error: { kind: 'conflict' } });
  }
  const after = await callInPage(window, 'updates.state', {});
  expect(after).toMatchObject({ ok: true, value: { stage: { kind: 'idle' }, checkedAt: '' } });
  expect(JSON.stringify(after)).not.toContain('"mode"');
  expect(feed.asked).toEqual([]);
});
