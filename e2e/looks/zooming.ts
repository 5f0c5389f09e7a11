/** Size and zoom of the window, changed as the user does. */
import { expect } from '@playwright/test';
import type { LaunchedApp } from '../steps/app.ts';
import { pressMenuItem } from '../steps/prompt-steps.ts';

/** Zooms by the menu to `percent`, which must be one of the menu's steps. */
export async function zoomTo(launched: LaunchedApp, percent: number): Promise<void> {
  const factor = (): Promise<number> =>
    launched.app.evaluate(({ BrowserWindow }) =>
      Math.round((BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor() ?? 1) * 100),
    );
  for (let steps = 0; steps < 20; steps++) {
    const now = await factor();
    if (now === percent) return;
    // The menu is not ready right after the start.
    await expect.poll(() => pressMenuItem(launched, now < percent ? 'Zoom In' : 'Zoom Out')).toBe(true);
    await expect.poll(factor).not.toBe(now);
  }
  expect(await factor()).toBe(percent);
}

/** Sizes the window's content in screen pixels, and waits until the page has that size at its zoom. */
export async function sizeTo(
  launched: LaunchedApp,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  const factor = await launched.app.evaluate(({ BrowserWindow }, { width, height }) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.setContentSize(width, height);
    return window?.webContents.getZoomFactor() ?? 1;
  }, size);
  await launched.window.waitForFunction((width) => Math.abs(innerWidth - width) <= 1, size.width / factor);
}
