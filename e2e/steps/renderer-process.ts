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

/** Kills the page's process as a crash does; waits until it has ended and main has heard of it. */
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
 * Asks the page that is there now, through main: after a crash Playwright holds the page for dead for good. `expression`
 * is evaluated in the page; undefined while there is none, or when it goes before it has answered.
 */
export function inPage(launched: LaunchedApp, expression: string): Promise<unknown> {
  return launched.app.evaluate(({ BrowserWindow }, asked) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    // Asked between two pages, it would never answer; nor would a page that goes meanwhile.
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
 * Clicks in the page that is there now, as a person does: with the system's input, which main counts as a gesture. `find` is
 * an expression for the element. Answers whether there was one to be clicked on.
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
