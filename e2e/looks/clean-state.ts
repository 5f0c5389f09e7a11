/** Checks of a screen state by axe, and by target size and visible edges. */
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { findings } from './axe-findings.ts';
import { lookFindings } from './look-findings.ts';

/** Expects no finding of either kind in this state. */
export async function isClean(page: Page, state: string): Promise<void> {
  expect.soft([...(await findings(page)), ...(await lookFindings(page))], state).toEqual([]);
}
