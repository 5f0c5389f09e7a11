/** Steps on the screen of the search. */
import type { Locator, Page } from '@playwright/test';
import type { LaunchedApp } from './app.ts';

/** Opens the search of the front session by its key. */
export async function openSearch(page: Page): Promise<void> {
  await page.keyboard.press('Control+Shift+f');
  await words(page).waitFor();
}

/** Types a search and starts it. */
export async function searchFor(page: Page, text: string): Promise<void> {
  await words(page).fill(text);
  await words(page).press('Enter');
}

/** Chooses where to search. */
export async function searchIn(page: Page, scope: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: 'Search in' }).click();
  await page.getByRole('option', { name: scope }).click();
}

/** Searches values for a text that is typed in the secure prompt. */
export async function searchValues(launched: LaunchedApp, text: string): Promise<void> {
  await launched.window.getByRole('button', { name: 'Search values…' }).click();
  await launched.answer(async (trusted) => {
    await trusted.getByLabel('Text to find', { exact: true }).fill(text);
    await trusted.getByRole('button', { name: 'Read and search' }).click();
  });
}

/** Cancels the running search. */
export async function cancelSearch(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true }).click();
}

/** An answer of a list with more names than a search takes, and a folder that it leaves for later. */
export function tooManyNames(folder: string): { readonly data: { readonly keys: readonly string[] } } {
  const names = Array.from({ length: 200_001 }, (_, at) => `name-${String(at)}`);
  return { data: { keys: [...names, folder] } };
}

/** Counts of the search, and its outcome. */
export function searchStatus(page: Page): Locator {
  return page.getByRole('main').getByRole('status').first();
}

/** The table of results. */
export function foundGrid(page: Page): Locator {
  return page.getByRole('grid', { name: 'Found' });
}

/** The field for words and filters. */
export function words(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Words and filters' });
}
