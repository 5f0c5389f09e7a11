/** Protective preferences: a page can tighten them alone, but loosen them only with the user's consent. */
import { expect, test } from '@playwright/test';
import { launchApp, type LaunchedApp } from './steps/app.ts';
import { callByHand, callInPage } from './steps/bridge-calls.ts';

let launched: LaunchedApp;
test.beforeEach(async () => {
  launched = await launchApp();
  await launched.window.getByLabel('Address').waitFor();
});
test.afterEach(() => launched.close());

/** Calls of the window's content protection, in order: on Linux they are all that can be observed. */
async function protections(): Promise<() => Promise<readonly boolean[]>> {
  await launched.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    if (window === undefined) throw new Error('there is no window');
    const told: boolean[] = [];
    const original = window.setContentProtection.bind(window);
    window.setContentProtection = (enable) => {
      told.push(enable);
      original(enable);
    };
    Reflect.set(globalThis, 'toldProtections', told);
  });
  return () => launched.app.evaluate(() => Reflect.get(globalThis, 'toldProtections') as boolean[]);
}

test('a page hides the window from captures, and shows it again only if the person agrees', async () => {
  const told = await protections();
  const { window } = launched;
  expect(await callByHand(window, 'app.setPreferences', { contentProtection: true })).toMatchObject({
    ok: true,
    value: { contentProtection: true },
  });
  expect(await told()).toEqual([true]);

  const refused = callByHand(window, 'app.setPreferences', { contentProtection: false });
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Cancel' }).click());
  expect(await refused).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
  expect(await told()).toEqual([true]);

  const agreed = callByHand(window, 'app.setPreferences', { contentProtection: false });
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Change settings' }).click());
  expect(await agreed).toMatchObject({ ok: true, value: { contentProtection: false } });
  expect(await told()).toEqual([true, false]);
});

test('a page loosens nothing by itself @protecting-settings', async () => {
  const { window } = launched;
  const loosest = { clipboardSeconds: 600, autoLockMinutes: 0, lockWithSystem: false, actWithoutInput: true };
  const before = await callInPage(window, 'app.preferences', {});
  const asked = callByHand(window, 'app.setPreferences', loosest);
  await launched.answer(async (trusted) => {
    const card = trusted.getByRole('dialog');
    for (const words of ['Never locks', 'Stays unlocked', 'for 600 seconds', 'without a key press or click'])
      await expect(card).toContainText(words);
    await trusted.getByRole('button', { name: 'Cancel' }).click();
  });
  expect(await asked).toMatchObject({ ok: false, error: { kind: 'cancelled' } });
  expect(await callInPage(window, 'app.preferences', {})).toEqual(before);
});
