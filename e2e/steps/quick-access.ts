/** The global shortcut of quick access, and its window. */
import { execFileSync } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import { untilClosed, type LaunchedApp } from './app.ts';

/** Preferences with the shortcut that `pressShortcut` presses. */
export const withQuickAccess = { quickAccess: 'mod shift Space' } as const;

/** Presses the shortcut at the display, as over another program: no window of ours needs the focus. */
export function pressShortcut(): void {
  execFileSync('xdotool', ['key', '--clearmodifiers', 'ctrl+shift+space']);
}

/** Page of the small window, once it is drawn. */
export async function quickPage({ app }: Pick<LaunchedApp, 'app'>): Promise<Page> {
  const open = (): Page | undefined =>
    app.windows().find((page) => page.url().startsWith('app://quick/') && !page.isClosed());
  await expect.poll(() => open() !== undefined, { message: 'quick access opens' }).toBe(true);
  const page = open();
  if (page === undefined) throw new Error('Quick access was gone before anybody looked at it.');
  await page.getByRole('combobox').waitFor();
  return page;
}

/** Closes it by Escape, which main hears before the page does: Playwright's keys go to the page alone. */
export async function closeQuick({ app }: Pick<LaunchedApp, 'app'>, quick: Page): Promise<void> {
  await untilClosed(quick, () =>
    app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()
        .find((one) => one.webContents.getURL().startsWith('app://quick/'))
        ?.webContents.sendInputEvent({ type: 'keyDown', keyCode: 'Escape' });
    }),
  );
}
