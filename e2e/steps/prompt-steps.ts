/** Steps of tests with a prompt, beyond answering it. */
import { expect, type Page } from '@playwright/test';
import type { AskedPrompt, PromptMark, TrustedRequest } from '../../shared/ipc/trusted-contract.ts';
import type { LaunchedApp } from './app.ts';

const mark: PromptMark = { phrase: 'amber kettle orbit maple', picture: '9c3a5e71' };

/**
 * Draws another request in the open prompt, as main would hand it over: for prompts that need long preparation, and
 * for requests longer than real ones.
 */
export async function drawInstead(
  launched: LaunchedApp,
  trusted: Page,
  request: TrustedRequest,
  introducesMark = false,
): Promise<void> {
  const asked: Omit<AskedPrompt, 'theme'> = { request, mark, introducesMark };
  await launched.app.evaluate(({ webContents, nativeTheme }, given) => {
    const view = webContents
      .getAllWebContents()
      .find((contents) => contents.getURL().startsWith('app://trusted/'));
    view?.ipc.removeHandler('trusted:request');
    view?.ipc.handle('trusted:request', () => ({
      ...given,
      theme: nativeTheme.shouldUseDarkColors ? 'dark' : 'light',
    }));
  }, asked);
  await trusted.reload();
  await trusted.locator('[role=dialog][data-armed]').waitFor();
}

/** Presses an item of the application menu, as the user does; false if the menu lacks it. */
export function pressMenuItem(launched: LaunchedApp, label: string): Promise<boolean> {
  return launched.app.evaluate(({ Menu }, wanted) => {
    const items = (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) => submenu?.items ?? []);
    const item = items.find((one) => one.label === wanted);
    item?.click();
    return item !== undefined;
  }, label);
}

/** Scrolls all of a prompt to its end, as a reader does. */
export async function readToEnd(trusted: Page): Promise<void> {
  await trusted.evaluate(() => {
    for (const box of document.querySelectorAll('*')) box.scrollTo(0, box.scrollHeight);
  });
  // The prompt hears of a scroll with the next frame; an Enter before that does nothing.
  await expect(trusted.getByText('Scroll to the end to go on')).toBeHidden();
}

/** Sizes the window's content, and the prompt with it. */
export async function resizeTo(
  launched: LaunchedApp,
  trusted: Page,
  size: { readonly width: number; readonly height: number },
): Promise<void> {
  await launched.app.evaluate(({ BrowserWindow }, { width, height }) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(width, height);
  }, size);
  await trusted.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, size);
}
