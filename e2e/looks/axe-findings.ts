/** A page as axe sees it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

type AxeResults = Awaited<ReturnType<AxeBuilder['analyze']>>;

/** Axe as shipped with `@axe-core/playwright`. */
const axeSource = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/**
 * Serious and critical findings of axe, one line each with its place. `coloursOnly`: for a state whose other rules
 * have already been checked.
 */
export async function findings(page: Page, { coloursOnly = false } = {}): Promise<string[]> {
  // Elements that fade in do not have their final colours yet. One driven by scrolling never ends by itself.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState, timeline }) =>
          timeline !== document.timeline ||
          playState !== 'running' ||
          !Number.isFinite(effect?.getComputedTiming().endTime),
      ),
  );
  // Once per page: parsing half a megabyte takes longer than the rules, and the builder would do it twice per run.
  if (!(await page.evaluate(() => 'axe' in window))) await injectAxe(page);
  const { violations, passes } = await page.evaluate(async (colours) => {
    const { axe } = window as unknown as {
      readonly axe: { readonly run: (context: Document, options: object) => Promise<AxeResults> };
    };
    // All rules run; passing places are not listed one by one, which takes longer than the rules.
    const results = await axe.run(document, {
      resultTypes: ['violations'],
      ...(colours ? { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } } : {}),
    });
    return { violations: results.violations, passes: results.passes.length };
  }, coloursOnly);
  expect(passes).toBeGreaterThan(coloursOnly ? 0 : 5);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(
        ({ target, failureSummary = '' }) =>
          `${id}: ${help}: ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`,
      ),
    );
}

async function injectAxe(page: Page): Promise<void> {
  await page.evaluate(`${axeSource};undefined`);
  await page.evaluate(() => {
    // Chromium reports the page's own colour here even with forced colours; axe reads this property first.
    const { prototype } = CSSStyleDeclaration;
    const ask = Reflect.get(prototype, 'getPropertyValue');
    prototype.getPropertyValue = function (this: CSSStyleDeclaration, name: string): string {
      return ask.call(this, name === '-webkit-text-fill-color' ? 'color' : name);
    };
  });
}
