/** Steps in administration that tests and tour share. */
import type { Locator, Page } from '@playwright/test';
import type { LaunchedApp } from './app.ts';
import { readToEnd } from './prompt-steps.ts';

/** Opens a topic of administration; returns its page. */
export async function openTopic(window: Page, topic: string): Promise<Locator> {
  await window
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: 'Administration' })
    .click();
  await window
    .getByRole('navigation', { name: 'Administration' })
    .getByRole('button', { name: topic, exact: true })
    .click();
  const page = window.getByRole('region', { name: topic, exact: true });
  await page.waitFor();
  return page;
}

/** Agrees in the secure prompt, after typing the required text, if any. */
export async function agree(launched: LaunchedApp, action: string, typed?: string): Promise<void> {
  await launched.answer(async (trusted) => {
    await readToEnd(trusted);
    if (typed !== undefined) await trusted.getByRole('textbox').fill(typed);
    await trusted.getByRole('button', { name: action, exact: true }).click();
  });
}
