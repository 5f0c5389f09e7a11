import type { BrowserWindow, WebContents } from 'electron';

/** Time that a page has to close, in milliseconds: it hands over its remaining data meanwhile. */
const PAGE_MS = 5_000;

const closing = new WeakSet<WebContents>();

/** True if a page closes with its window. */
export function isClosing(contents: WebContents): boolean {
  return closing.has(contents);
}

/**
 * Makes sure that a window closes once its close is not prevented. Electron asks the page first; if its process dies
 * before it has answered, or it is just being loaded again, the window would stay, and the app would ignore every
 * later quit.
 */
export function closeForSure(window: BrowserWindow): void {
  const { webContents } = window;
  if (isClosing(webContents)) return;
  closing.add(webContents);
  const destroy = (): void => {
    if (!window.isDestroyed()) window.destroy();
  };
  const late = setTimeout(destroy, PAGE_MS);
  window.once('closed', () => clearTimeout(late));
  // Runs after the event: Chromium is still at work on the process, or on the window.
  const destroySoon = (): void => void setImmediate(destroy);
  webContents.once('render-process-gone', destroySoon);
  if (webContents.isCrashed() || webContents.isLoadingMainFrame()) destroySoon();
}
