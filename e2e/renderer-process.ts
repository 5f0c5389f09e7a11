/** The process of the main window's page, as the operating system knows it. */
import { existsSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { LaunchedApp } from './app.ts';

/** The id of the process that draws the page now. */
export function rendererPid(launched: LaunchedApp): Promise<number> {
  return launched.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return window?.webContents.getOSProcessId() ?? 0;
  });
}

/** Waits until a process has ended. */
export async function gone(pid: number): Promise<void> {
  await expect.poll(() => existsSync(`/proc/${String(pid)}`)).toBe(false);
}

/**
 * Asks the page that is there now, through main: after a crash Playwright holds the page for dead for good. `expression`
 * is evaluated in the page; undefined while there is none.
 */
export function inPage(launched: LaunchedApp, expression: string): Promise<unknown> {
  return launched.app.evaluate(({ BrowserWindow }, asked) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // Asked between two pages, it would never answer.
    if (contents === undefined || contents.isCrashed() || contents.isLoading()) return undefined;
    return contents.executeJavaScript(asked) as unknown;
  }, expression);
}
