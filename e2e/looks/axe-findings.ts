/** A page as axe reads it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;

/** Axe as `@axe-core/playwright` brings it. */
const axeSource = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** What axe finds serious or critical, a line a finding with where it is. */
export async function findings(page: Page): Promise<string[]> {
  // What is fading in has not got its colours yet.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  // Once a page: to read half a megabyte of script takes longer than the rules do. The builder would do it twice each time.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axeSource};undefined`);
  const { violations, passes } = await page.evaluate(async () => {
    const { axe } = window as unknown as {
      readonly axe: { readonly run: (context: Document, options: object) => Promise<AxeResults> };
    };
    // Every rule is run; of what passes, not every place is written down, which takes longer than the rules.
    const results = await axe.run(document, { resultTypes: ['violations'] });
    return { violations: results.violations, passes: results.passes.length };
  });
  expect(passes).toBeGreaterThan(5);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary = '' }) =>
          `${id}: ${help}: ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`,
      ),
    );
}
