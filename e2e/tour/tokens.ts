/** The tour's pictures of the token screens, and of the explanation of a refusal. */
import { expect } from '@playwright/test';
import type { LaunchedApp } from '../steps/app.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** Shows the token screens of the session in front; it has a root token. */
export async function tourTokens(launched: LaunchedApp, picture: TakePicture): Promise<void> {
  const { window } = launched;
  const tokens = window.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Tokens' });

  const details = window.getByRole('complementary', { name: 'Details' });
  await tokens.click();
  await expect(details.getByRole('button', { name: /Raw JSON/ })).toBeVisible();
  await inBothSizes(launched, picture, 'token-mine');

  await window.getByRole('button', { name: 'New token' }).click();
  await window.getByRole('radio', { name: 'An orphan' }).click();
  await window.getByLabel(/Display name/).fill('nightly-backup');
  await window.getByRole('textbox', { name: 'Policies' }).fill('default,');
  await window.getByLabel('TTL', { exact: true }).fill('90m');
  await window.getByLabel('Explicit max TTL').fill('soon');
  await inBothSizes(launched, picture, 'token-new');
  await window.getByLabel('Explicit max TTL').fill('36h');
  await window.getByRole('button', { name: 'Create token' }).click();
  await window.getByRole('group', { name: 'Client token' }).waitFor();
  await picture(launched, 'token-made');
  await window.getByRole('button', { name: 'Create another' }).click();

  await tokens.click();
  await window.getByRole('button', { name: 'List all tokens' }).click();
  await expect(window.getByText(/^[\d,]+ tokens/)).toBeVisible();
  await inBothSizes(launched, picture, 'tokens-all');
  await window.getByRole('searchbox', { name: 'Accessor or name' }).fill('nightly');
  await window.getByRole('checkbox', { name: 'Select all shown' }).click();
  await window.getByRole('button', { name: /^Revoke \d/ }).click();
  await picture(launched, 'tokens-revoke-confirm', await launched.trusted());
  await launched.answer((trusted) => trusted.getByRole('button', { name: /^Revoke/ }).click());
  await expect(window.getByRole('region', { name: 'Revocation' })).toContainText('revoked');
  await picture(launched, 'tokens-revoked');
  await window.getByRole('region', { name: 'Revocation' }).getByRole('button', { name: 'Close' }).click();
  await window.getByRole('button', { name: 'Show all' }).click();
  await window.getByRole('row').last().click();
  await expect(details.getByText('Creation path')).toBeVisible();
  await picture(launched, 'token-other');
}

/** Shows the explanation of the first refusal on screen. */
export async function tourRefusal(launched: LaunchedApp, picture: TakePicture): Promise<void> {
  const { window } = launched;
  const card = window.getByRole('region', { name: 'Not permitted' }).first();
  await card.getByRole('button', { name: 'Why was I refused?' }).click();
  await expect(card.getByText(/^No visible rule/)).toBeVisible();
  await inBothSizes(launched, picture, 'why-refused');
}
