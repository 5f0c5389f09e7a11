/** The tour's pictures of the Cluster screen and the policy reader. */
import { expect } from '@playwright/test';
import type { LaunchedApp } from '../steps/app.ts';
import { clusterCard } from '../steps/cluster-screen.ts';
import { tourPolicies } from './policies.ts';
import type { TakePicture } from './sizes.ts';

/** Shows both screens of the session in front; it has a root token. */
export async function tourSystem(launched: LaunchedApp, picture: TakePicture): Promise<void> {
  const { window } = launched;
  const sections = window.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('button', { name: 'Cluster' }).click();
  await expect(window.getByText(/^Term \d+$/)).toBeVisible();
  await expect(clusterCard(window, 'Root generation')).toContainText('none');
  await picture(launched, 'cluster');
  await sections.getByRole('button', { name: 'Policies' }).click();
  await window.getByRole('button', { name: 'payments-admin', exact: true }).click();
  await expect(window.getByRole('textbox', { name: 'Policy payments-admin' })).toBeVisible();
  await picture(launched, 'policies');
  await tourPolicies(launched, picture);
}
