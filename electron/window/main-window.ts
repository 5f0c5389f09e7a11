/**
 * The main window. Its page is a guest: sandboxed, isolated, without Node, in a session of memory only, and it reaches
 * the world through its preload alone.
 */
import { BrowserWindow, nativeTheme, screen, session } from 'electron';
import { serveApp } from './app-protocol.ts';
import { backgroundColour } from './appearance.ts';
import { isBeingReplaced } from './replace-page.ts';
import { smallest, type WindowStateStore } from './window-state.ts';

/** Host of the page's origin, `app://strongroom`. */
export const mainHost = 'strongroom';
export const mainPage = `app://${mainHost}/`;

/** No `persist:` in front: a session of this name lives in memory and leaves nothing on disk. */
const PARTITION = 'strongroom';
const CRASHES_IN_A_ROW = 3;

export interface MainWindowOptions {
  readonly pageFolder: string;
  readonly preload: string;
  readonly developerTools: boolean;
  readonly state: WindowStateStore;
  readonly log: (line: string) => void;
}

/** Makes the main window, without loading its page yet (whoever calls registers the bridge first, then `loadURL`s). */
export function makeMainWindow(options: MainWindowOptions): BrowserWindow {
  serveApp(session.fromPartition(PARTITION), mainHost, options.pageFolder);
  const areas = screen.getAllDisplays().map((display) => display.workArea);
  const { maximized, zoom, ...bounds } = options.state.opening(areas);
  const window = new BrowserWindow({
    ...bounds,
    minWidth: smallest.width,
    minHeight: smallest.height,
    title: 'Strongroom',
    backgroundColor: backgroundColour(nativeTheme.shouldUseDarkColors),
    autoHideMenuBar: true,
    webPreferences: {
      preload: options.preload,
      zoomFactor: zoom,
      partition: PARTITION,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      devTools: options.developerTools,
    },
  });
  if (maximized) window.maximize();
  options.state.follow(window);

  const repaint = (): void => window.setBackgroundColor(backgroundColour(nativeTheme.shouldUseDarkColors));
  nativeTheme.on('updated', repaint);
  window.on('closed', () => nativeTheme.off('updated', repaint));
  // The page's title is the window's; a name of an entry in it would be shown by every task list.
  window.on('page-title-updated', (event) => event.preventDefault());

  // No page of ours has a reason to hold the window back, and main may have one to take the page away.
  window.webContents.on('will-prevent-unload', (event) => event.preventDefault());
  reloadAfterCrash(window, options.log);
  return window;
}

/** Main holds everything of worth: a page that died is drawn again, unless it dies every time. */
function reloadAfterCrash(window: BrowserWindow, log: (line: string) => void): void {
  let crashes = 0;
  window.webContents.on('did-finish-load', () => {
    setTimeout(() => (crashes = 0), 30_000).unref();
  });
  window.webContents.on('render-process-gone', (_event, details) => {
    log(`the page's process ended: ${details.reason} (${details.exitCode})`);
    if (details.reason === 'clean-exit' || isBeingReplaced(window.webContents)) return;
    crashes++;
    if (crashes >= CRASHES_IN_A_ROW) return;
    // Not inside the event: Chromium is still taking the process down.
    setImmediate(() => {
      // One that is already being loaded anew answers that it was aborted.
      if (!window.isDestroyed()) window.loadURL(mainPage).catch((error: unknown) => log(String(error)));
    });
  });
}
