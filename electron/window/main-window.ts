/**
 * The main window. Its page is a guest: sandboxed, isolated, without Node, in a session of memory only; its preload
 * is its only way out.
 */
import { app, BrowserWindow, nativeTheme, screen, session } from 'electron';
import { serveApp } from './app-protocol.ts';
import { backgroundColour } from './appearance.ts';
import { mainHeaders } from './content-security-policy.ts';
import type { FirstDocument } from './first-screen.ts';
import { isBeingReplaced } from './replace-page.ts';
import { isClosing } from './window-close.ts';
import { smallest, type ScreenPlace, type WindowStateStore } from './window-state.ts';
import { faultOf } from '../disk/fault.ts';

/** Host of the page's origin, `app://strongroom`. */
export const mainHost = 'strongroom';
export const mainPage = `app://${mainHost}/`;

/** A session without `persist:` lives in memory and leaves nothing on disk. */
const PARTITION = 'strongroom';
const LIVED_MS = 30_000;
const CRASHES_IN_A_ROW = 3;

export interface MainWindowOptions {
  readonly pageFolder: string;
  readonly preload: string;
  readonly developerTools: boolean;
  readonly state: WindowStateStore;
  readonly log: (line: string) => void;
  /** Document of the first load, instead of the page's own. */
  readonly firstDocument: () => FirstDocument | undefined;
}

/**
 * Makes the main window and loads its page as soon as its contents exist, so that the page's process starts while the
 * window is still being made. The page's limits are set by then (`denyEverything`, the bridge); the caller adds the
 * rest in the same turn, before any message of the page can arrive.
 */
export function makeMainWindow(options: MainWindowOptions): BrowserWindow {
  const { pageFolder, firstDocument } = options;
  serveApp(session.fromPartition(PARTITION), mainHost, pageFolder, mainHeaders, firstDocument);
  const screens = (): readonly ScreenPlace[] => screen.getAllDisplays();
  const { maximized, zoom, ...bounds } = options.state.opening(screens());
  app.once('web-contents-created', (_event, contents) => void contents.loadURL(mainPage));
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
  options.state.follow(window, screens);

  const repaint = (): void => window.setBackgroundColor(backgroundColour(nativeTheme.shouldUseDarkColors));
  nativeTheme.on('updated', repaint);
  window.on('closed', () => nativeTheme.off('updated', repaint));
  // The page's title is ignored: every task list would show the name of an entry in it.
  window.on('page-title-updated', (event) => event.preventDefault());

  // No page of ours needs to hold the window back, and main sometimes has to take the page away.
  window.webContents.on('will-prevent-unload', (event) => event.preventDefault());
  reloadAfterCrash(window, options.log);
  return window;
}

/** Main holds all data of value: a crashed page is loaded again, unless it crashes every time. */
function reloadAfterCrash(window: BrowserWindow, log: (line: string) => void): void {
  let crashes = 0;
  let loadedMs = -Infinity;
  window.webContents.on('did-finish-load', () => {
    loadedMs = performance.now();
  });
  window.webContents.on('render-process-gone', (_event, details) => {
    log(`the page's process ended: ${details.reason} (${details.exitCode})`);
    const { webContents } = window;
    if (details.reason === 'clean-exit' || isBeingReplaced(webContents) || isClosing(webContents)) return;
    // A page that lived for a while did not crash on loading.
    crashes = performance.now() - loadedMs > LIVED_MS ? 1 : crashes + 1;
    if (crashes >= CRASHES_IN_A_ROW) return;
    // Runs after the event: Chromium is still taking the process down.
    setImmediate(() => {
      // A load that another one replaces rejects as aborted.
      if (!window.isDestroyed()) window.loadURL(mainPage).catch((error: unknown) => log(faultOf(error)));
    });
  });
}
