/**
 * The tour's pictures of short cuts: a path typed on Home, the environment on secure prompts, settings before a
 * session.
 */
import { expect } from '@playwright/test';
import { launchApp } from '../steps/app.ts';
import { addressField, openTab, pressLogIn } from '../steps/connect-form.ts';
import { newKvMount, newToken, writeEntry } from '../servers/index.ts';
import type { VaultServer } from '../servers/index.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** From the first start to a revoked token, in production. */
export async function tourSteps(vault: VaultServer, picture: TakePicture): Promise<void> {
  const mount = await newKvMount(vault, 2, 'short-ways');
  await writeEntry(vault, mount, 'team/database', { user: 'alice', password: 'correct horse' });
  await writeEntry(vault, mount, 'team/database#password', { odd: 'name' });
  const launched = await launchApp();
  const { window } = launched;
  await window.getByRole('button', { name: 'Settings' }).click();
  await expect(window.getByRole('searchbox', { name: 'Search settings' })).toBeFocused();
  await inBothSizes(launched, picture, 'steps-settings-before');
  await window.keyboard.press('Escape');
  await addressField(window).fill(vault.address);
  await openTab(window, 'Appearance');
  await window.getByRole('radio', { name: 'Production' }).check();
  await inBothSizes(launched, picture, 'steps-connect');
  await pressLogIn(window);
  await launched.answer(async (prompt) => {
    await prompt.getByLabel('Token', { exact: true }).fill(vault.rootToken);
    await prompt.keyboard.press('Enter');
  });
  const path = window.getByRole('combobox', { name: 'Go to a path' });
  await expect(path).toBeFocused();
  await inBothSizes(launched, picture, 'steps-home');
  await path.fill(`${mount.path}team/database#user`);
  await expect(window.getByText('without showing it')).toBeVisible();
  await inBothSizes(launched, picture, 'steps-home-key');
  await window.keyboard.press('Enter');
  await expect(path).toHaveValue('');
  await path.fill(`${mount.path}team/database#`);
  await expect(window.getByRole('option').first()).toContainText('user');
  await picture(launched, 'steps-home-suggested');
  // An entry with the whole name takes precedence.
  await path.fill(`${mount.path}team/database#password`);
  await window.keyboard.press('Enter');
  await expect(
    window.getByRole('heading', { level: 2, name: 'database#password', exact: true }),
  ).toBeVisible();
  const { accessor } = await newToken(vault, { policies: ['default'], display_name: 'leaked' });
  await window.keyboard.press('Control+k');
  await window.getByRole('dialog').getByRole('combobox').fill(accessor);
  await window.getByRole('option', { name: /Revoke this token/ }).waitFor();
  await picture(launched, 'steps-palette-accessor');
  await window.keyboard.press('Control+Enter');
  const prompt = await launched.trusted();
  await expect(prompt.getByRole('note', { name: 'Environment' })).toBeVisible();
  await picture(launched, 'steps-revoke', prompt);
  await launched.answer((page) => page.keyboard.press('Escape'));
  await launched.close();
}
