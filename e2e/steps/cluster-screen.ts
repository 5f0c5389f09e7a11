/** Steps of tests on the Cluster screen. */
import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { LaunchedApp } from './app.ts';

/** Shows the Cluster screen of the session in front. */
export async function openCluster(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Cluster' }).click();
}

/** The verdict on screen. */
export function verdict(page: Page): Locator {
  return page.getByRole('region', { name: 'Verdict' });
}

/** Row of a node, by its name or address. */
export function nodeRow(page: Page, name: string): Locator {
  return page
    .getByRole('grid', { name: 'Nodes' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name }) });
}

/** Card of the row below the nodes, or its part of the line below the cards. */
export function clusterCard(page: Page, name: string): Locator {
  return page.locator('[data-region=main]').getByRole('button', { name: new RegExp(`^${name}(?:[: ]|$)`) });
}

/** Drawer that a card opens. */
export function panelView(page: Page, name: string): Locator {
  return page.getByRole('complementary', { name, exact: true });
}

/** Opens the view of a card. */
export async function openPanel(page: Page, name: string): Promise<Locator> {
  await clusterCard(page, name).click();
  return panelView(page, name);
}

/** Confirms a node known only from the server, in the secure prompt. */
export async function confirmNode(launched: LaunchedApp, address: string): Promise<void> {
  const row = nodeRow(launched.window, address.replace(/^\w+:\/\//, ''));
  await row.getByRole('button', { name: 'Confirm node…' }).click();
  await launched.answer((trusted) => trusted.getByRole('button', { name: 'Allow node' }).click());
  await expect(row.getByText('unsealed', { exact: true })).toBeVisible();
}
