/** Steps of a user in a key ceremony: shares into the secure prompt, results out of it. */
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { LaunchedApp } from './app.ts';
import { addressField } from './connect-form.ts';

/** Presses a button that asks for a share, and enters one. */
export async function giveShare(launched: LaunchedApp, button: string, share: string): Promise<void> {
  await launched.window.getByRole('button', { name: button, exact: true }).click();
  await launched.answer(async (trusted) => {
    await trusted.getByRole('textbox', { name: /share$/i }).fill(share);
    await trusted.getByRole('button', { name: /^(?:Enter this share|Enter this key)$/ }).click();
  });
}

/** Presses a button and agrees in its prompt. */
export async function agreeTo(launched: LaunchedApp, button: string, action: string): Promise<void> {
  await launched.window.getByRole('button', { name: button, exact: true }).click();
  await launched.answer((trusted) => trusted.getByRole('button', { name: action }).click());
}

/** Saves `count` credentials of a result, one prompt each; returns their texts. */
export async function saveAll(
  launched: LaunchedApp,
  result: string,
  count: number,
): Promise<readonly string[]> {
  const card = launched.window.getByRole('region', { name: result, exact: true });
  await card.getByRole('button', { name: 'Show and save…' }).click();
  const texts: string[] = [];
  for (let index = 0; index < count; index++)
    await launched.answer(async (trusted) => {
      texts.push((await trusted.locator('pre.secret').textContent()) ?? '');
      await trusted.getByRole('button', { name: 'I have saved it' }).click();
    });
  await expect(card.getByRole('status')).toHaveText(count === 1 ? 'Saved.' : `All ${String(count)} saved.`);
  return texts;
}

/** Opens a ceremony from the palette. */
export async function openCeremony(window: Page, name: string): Promise<void> {
  await window.keyboard.press('Control+k');
  await window.getByRole('combobox', { name: 'Command palette' }).fill(name);
  await window.getByRole('option', { name }).first().click();
  await window
    .getByRole('group', { name: 'Ceremony' })
    .getByRole('button', { name, pressed: true })
    .waitFor();
}

/** Shows a server without a login, from the connect form; the server is contacted for the first time. */
export async function lookWithoutLogin(launched: LaunchedApp, address: string): Promise<void> {
  const { window } = launched;
  await addressField(window).fill(address);
  await window.getByRole('button', { name: 'Seal status and unsealing…' }).click();
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Contact server' }).click());
}

/** The same for an uninitialised server, up to its initialisation form. */
export async function openFirstRun(launched: LaunchedApp, address: string): Promise<void> {
  const { window } = launched;
  await lookWithoutLogin(launched, address);
  await window.getByRole('button', { name: 'Initialise…' }).click();
  await window.getByRole('textbox', { name: 'Key shares' }).waitFor();
}
