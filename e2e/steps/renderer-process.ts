/** Renderer process of the main window, at the level of the operating system. */
import { existsSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { LaunchedApp } from './app.ts';

/** Id of the process that draws the page now. */
export function rendererPid(launched: LaunchedApp): Promise<number> {
  return launched.app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    return window?.webContents.getOSProcessId() ?? 0;
  });
}

/** Kills the page's process like a crash; waits until it has ended and main has noticed. */
export async function killPage(launched: LaunchedApp): Promise<void> {
  const pid = await rendererPid(launched);
  process.kill(pid, 'SIGKILL');
  await gone(pid);
  await expect.poll(() => rendererPid(launched)).not.toBe(pid);
}

/** Waits until a process has ended. */
export async function gone(pid: number): Promise<void> {
  await expect.poll(() => existsSync(`/proc/${String(pid)}`)).toBe(false);
}

/**
 * Evaluates `expression` in the current page, through main: Playwright treats a page as dead for good after a crash.
 * Undefined without a page, or if it goes away before it answers.
 */
export function inPage(launched: LaunchedApp, expression: string): Promise<unknown> {
  return launched.app.evaluate(({ BrowserWindow }, asked) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // Between two pages the call would never return; nor would it if the page went away meanwhile.
    if (contents === undefined || contents.isCrashed() || contents.isLoading()) return undefined;
    return new Promise((resolve, reject) => {
      const went = (): void => {
        resolve(undefined);
      };
      contents.once('render-process-gone', went);
      contents.once('did-navigate', went);
      contents
        .executeJavaScript(asked)
        .then(resolve, reject)
        .finally(() => {
          contents.off('render-process-gone', went);
          contents.off('did-navigate', went);
        });
    });
  }, expression);
}

/**
 * Clicks in the current page as the user does: with system input, which main counts as a gesture. `find` is an
 * expression for the element. Returns false without such an element.
 */
export async function clickInPage(launched: LaunchedApp, find: string): Promise<boolean> {
  const at = await inPage(
    launched,
    `(() => {
      const { x, y, width, height } = (${find})?.getBoundingClientRect() ?? {};
      return x === undefined ? null : { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
    })()`,
  );
  if (at === null || at === undefined) return false;
  await launched.app.evaluate(
    ({ BrowserWindow }, point) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      for (const type of ['mouseDown', 'mouseUp'] as const)
        contents?.sendInputEvent({ type, ...point, button: 'left', clickCount: 1 });
    },
    at as { readonly x: number; readonly y: number },
  );
  return true;
}
