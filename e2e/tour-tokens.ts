/** The tour's pictures of the token screens, and of why one was refused. */
import { expect } from '@playwright/test';
import type { LaunchedApp } from './app.ts';
import { inBothSizes } from './tour-sizes.ts';
import type { TakePicture } from './tour-sizes.ts';

/** Shows the token screens of the session in front; it has a root token. */
export async function tourTokens(launched: LaunchedApp, picture: TakePicture): Promise<void> {
  const { window } = launched;
  const tokens = window.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Tokens' });

  await tokens.click();
  await expect(window.getByText('What the server says about it')).toBeVisible();
  await expect(window.getByRole('button', { name: /Raw answer/ })).toBeVisible();
  await inBothSizes(launched, picture, 'token-mine');
  await window.getByRole('button', { name: 'More', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Revoke…' }).click();
  await window.getByRole('dialog').waitFor();
  await picture(launched, 'token-revoke');
  await window.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await window.getByRole('button', { name: 'New token' }).click();
  await window.getByRole('radio', { name: 'An orphan' }).click();
  await window.getByLabel(/Display name/).fill('nightly-backup');
  await window.getByRole('textbox', { name: 'Policies' }).fill('default,');
  await window.getByLabel('TTL', { exact: true }).fill('90m');
  await window.getByLabel('Explicit maximum').fill('soon');
  await inBothSizes(launched, picture, 'token-new');
  await window.getByLabel('Explicit maximum').fill('36h');
  await window.getByRole('button', { name: 'Make the token' }).click();
  await window.getByRole('group', { name: 'Client token' }).waitFor();
  await picture(launched, 'token-made');
  await window.getByRole('button', { name: 'Make another' }).click();

  await tokens.click();
  await window.getByRole('button', { name: 'All tokens' }).click();
  await expect(window.getByRole('button', { name: 'Look up all tokens' })).toBeVisible();
  await picture(launched, 'tokens-all-empty');
  await window.getByRole('button', { name: 'Look up all tokens' }).click();
  await expect(window.getByText(/^[\d,]+ tokens/)).toBeVisible();
  await inBothSizes(launched, picture, 'tokens-all');
  await window.getByRole('searchbox', { name: 'Filter tokens' }).fill('nightly');
  await window.getByRole('button', { name: /^Select all/ }).click();
  await window.getByRole('button', { name: /^Revoke \d/ }).click();
  await window.getByRole('dialog').waitFor();
  await picture(launched, 'tokens-revoke-plan');
  await window
    .getByRole('dialog')
    .getByRole('button', { name: /^Revoke/ })
    .click();
  await picture(launched, 'tokens-revoke-confirm', await launched.trusted());
  await launched.answer((trusted) => trusted.getByRole('button', { name: /^Revoke/ }).click());
  await expect(window.getByRole('region', { name: 'Revocation' })).toContainText('revoked');
  await picture(launched, 'tokens-revoked');
  await window.getByRole('region', { name: 'Revocation' }).getByRole('button', { name: 'Close' }).click();
  await window.getByRole('button', { name: 'Show all' }).click();
  await window.getByRole('row').last().click();
  await expect(window.getByText('What the server says about it')).toBeVisible();
  await picture(launched, 'token-other');
}

/** Shows why one was refused, from the first refusal on screen. */
export async function tourRefusal(launched: LaunchedApp, picture: TakePicture): Promise<void> {
  const { window } = launched;
  await window.getByRole('button', { name: 'Why was I refused?' }).first().click();
  const dialog = window.getByRole('dialog', { name: 'Why was I refused?' });
  await expect(dialog.getByText('The token may', { exact: true })).toBeVisible();
  await inBothSizes(launched, picture, 'why-refused');
  await dialog.getByRole('button', { name: 'Close' }).click();
}
