/**
 * The window of quick access: a small page of its own origin, session and process over any program. It is made with
 * each press and destroyed with all it has shown. Its page is a guest like the main one: the same preload, the same
 * policy, no network, no navigation.
 */
import { BrowserWindow, nativeTheme, screen, session } from 'electron';
import { serveApp } from './app-protocol.ts';
import { backgroundColour } from './appearance.ts';
import { mainHeaders } from './content-security-policy.ts';

/** Host of its origin, `app://quick`. */
export const quickHost = 'quick';

/** Lives in memory. */
const PARTITION = 'quick';
const SIZE = { width: 640, height: 400 };

export interface QuickWindowOptions {
  readonly pageFolder: string;
  readonly preload: string;
  readonly developerTools: boolean;
  readonly contentProtection: boolean;
  /** Asked once its page is drawn: a prompt can have come meanwhile. */
  readonly mayShow: () => boolean;
}

let served = false;

/** Makes the window, hidden until its page is drawn, on the display that the user works at. */
export function makeQuickWindow(options: QuickWindowOptions): BrowserWindow {
  if (!served) serveApp(session.fromPartition(PARTITION), quickHost, options.pageFolder, mainHeaders);
  served = true;
  const { x, y, width, height } = screen.getDisplayNearestPoint(screen.getCursorScreenPoint()).workArea;
  const window = new BrowserWindow({
    ...SIZE,
    x: Math.round(x + (width - SIZE.width) / 2),
    y: Math.round(y + (height - SIZE.height) / 4),
    title: 'Strongroom quick access',
    show: false,
    frame: false,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    skipTaskbar: true,
    alwaysOnTop: true,
    // On macOS a panel leaves the program below in front.
    ...(process.platform === 'darwin' ? { type: 'panel' } : {}),
    backgroundColor: backgroundColour(nativeTheme.shouldUseDarkColors),
    webPreferences: {
      preload: options.preload,
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
  window.setContentProtection(options.contentProtection);
  // The commands of the application's menu are those of the main window.
  window.removeMenu();
  window.on('page-title-updated', (event) => event.preventDefault());
  const { webContents } = window;
  webContents.on('will-prevent-unload', (event) => event.preventDefault());
  // Its page does not move it: it lies over all others.
  webContents.on('content-bounds-updated', (event) => event.preventDefault());
  webContents.on('render-process-gone', () => window.destroy());
  webContents.on('before-input-event', (event, { type, key }) => {
    if (type !== 'keyDown' || key !== 'Escape') return;
    event.preventDefault();
    window.destroy();
  });
  window.once('ready-to-show', () => {
    if (!options.mayShow()) return;
    window.show();
    window.focus();
  });
  return window;
}
