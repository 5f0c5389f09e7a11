/** The tour's pictures of editing a policy. */
import { expect } from '@playwright/test';
import type { LaunchedApp } from '../steps/app.ts';
import { inBothSizes } from './sizes.ts';
import type { TakePicture } from './sizes.ts';

/** Edits the policy in front up to the prompt, and cancels. */
export async function tourPolicies(launched: LaunchedApp, picture: TakePicture): Promise<void> {
  const { window } = launched;
  await window.getByRole('button', { name: 'Edit', exact: true }).click();
  const text = window.getByRole('textbox', { name: /^Policy / });
  await text.click();
  await window.keyboard.press('Control+End');
  await window.keyboard.type('path "secret/data/reports/*" {\ncapabilities = ["raed"]\n');
  await expect(window.getByText('“raed” is not a capability.')).toBeVisible();
  await inBothSizes(launched, picture, 'policy-edit');
  await window.getByRole('button', { name: 'More', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Show changes' }).click();
  await window.getByRole('group', { name: /^Changes of policy/ }).waitFor();
  await inBothSizes(launched, picture, 'policy-review');
  await window.getByRole('button', { name: 'More', exact: true }).click();
  await window.getByRole('menuitem', { name: 'Save with 2 errors…' }).click();
  await picture(launched, 'policy-save-prompt', await launched.trusted());
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Cancel' }).click());
  await window.getByRole('button', { name: 'Keep editing' }).click();
  await window.getByRole('button', { name: 'Discard changes' }).click();
  await window.getByRole('button', { name: 'Edit', exact: true }).waitFor();
}
