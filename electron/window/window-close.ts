import type { BrowserWindow, WebContents } from 'electron';

/** How long a page may take to go, in milliseconds: what it has not handed over yet it hands over meanwhile. */
const PAGE_MS = 5_000;

const closing = new WeakSet<WebContents>();

/** Whether a page goes with its window. */
export function isClosing(contents: WebContents): boolean {
  return closing.has(contents);
}

/**
 * Sees to it that a window goes whose close nobody has prevented. Electron asks the page first; where its process dies before
 * it has answered, or it is just being drawn again, the window would stay, and the app would be deaf to every other quit.
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
  // Not inside an event: Chromium is still at work on the process, or on the window.
  const destroySoon = (): void => void setImmediate(destroy);
  webContents.once('render-process-gone', destroySoon);
  if (webContents.isCrashed() || webContents.isLoadingMainFrame()) destroySoon();
}
