/** Every look that the user can choose: both themes, and the system's forced colours. */
import type { Page } from '@playwright/test';
import type { LaunchedApp } from '../steps/app.ts';

const looks = [
  { look: 'light', dark: false, forced: false },
  { look: 'dark', dark: true, forced: false },
  { look: 'forced', dark: true, forced: true },
] as const;

export type Look = (typeof looks)[number]['look'];

/** Calls `act` in each look, once all pages have it; leaves the dark theme on. */
export async function inEveryLook(
  { app }: LaunchedApp,
  pages: readonly Page[],
  act: (look: Look) => Promise<void>,
): Promise<void> {
  for (const { look, dark, forced } of looks) {
    const source = dark ? ('dark' as const) : ('light' as const);
    await app.evaluate(({ nativeTheme }, theme) => {
      nativeTheme.themeSource = theme;
    }, source);
    for (const page of pages) {
      await page.emulateMedia({ forcedColors: forced ? 'active' : null });
      await page.waitForFunction(
        (wanted) =>
          matchMedia('(prefers-color-scheme: dark)').matches === wanted.dark &&
          matchMedia('(forced-colors: active)').matches === wanted.forced,
        { dark, forced },
      );
    }
    await act(look);
  }
  for (const page of pages) await page.emulateMedia({ forcedColors: null });
}
