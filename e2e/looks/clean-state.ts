/** A state of a screen as axe reads it, and as a finger and an eye do. */
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { findings } from './axe-findings.ts';
import { lookFindings } from './look-findings.ts';

/** Nothing of either kind, in this state. */
export async function isClean(page: Page, state: string): Promise<void> {
  expect.soft([...(await findings(page)), ...(await lookFindings(page))], state).toEqual([]);
}
