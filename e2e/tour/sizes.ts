/** The two sizes of the tour's pictures. */
import type { Page } from '@playwright/test';
import type { LaunchedApp } from '../steps/app.ts';

/** Takes a named picture of the screen. */
export type TakePicture = (launched: LaunchedApp, name: string, trusted?: Page) => Promise<void>;

export const wide = { width: 1280, height: 800 };
export const narrow = { width: 960, height: 600 };

/** Sets the size of the window's content. */
export async function resize(
  launched: LaunchedApp,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  await launched.app.evaluate(({ BrowserWindow }, { width, height }) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
  }, size);
  await launched.window.waitForFunction(
    ({ width, height }) => innerWidth === width && innerHeight === height,
    size,
  );
}

/** Takes the same picture in both sizes. */
export async function inBothSizes(launched: LaunchedApp, picture: TakePicture, name: string): Promise<void> {
  await picture(launched, name);
  await resize(launched, narrow);
  await picture(launched, `${name}-narrow`);
  await resize(launched, wide);
}
