/** One fact in one word, wherever it stands on the screen. */
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { contradictionsIn, saidFacts } from '../../renderer/fixtures/said-facts.fixture.ts';

/** Fails if two places of a page say a fact differently; a change may reach one of them a moment later. */
export async function expectOneWord(page: Page): Promise<void> {
  await expect.poll(async () => contradictionsIn(await page.evaluate(saidFacts))).toEqual([]);
}
