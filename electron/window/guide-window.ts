/**
 * The user's guide: pages without script in a window of their own. It has no bridge and no network, its session lives
 * in memory, and its links lead only to its own pages (`denials.ts`).
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BrowserWindow, nativeTheme, session } from 'electron';
import { serveApp } from './app-protocol.ts';
import { backgroundColour } from './appearance.ts';
import { guideHeaders } from './content-security-policy.ts';

const HOST = 'guide';
const firstPage = `app://${HOST}/index.html`;

/** A session without `persist:` lives in memory. */
const PARTITION = 'guide';

export interface GuideWindow {
  /** Opens it, or brings it to the front. Rejects if its pages cannot be loaded. */
  readonly show: () => Promise<void>;
  readonly close: () => void;
}

/** Makes the guide of an app, not opened yet; `appFolder`: main's folder. */
export function makeGuideWindow(appFolder: string): GuideWindow {
  let window: BrowserWindow | undefined;
  let served = false;
  return {
    show: async () => {
      if (window?.isDestroyed() === false) {
        if (window.isMinimized()) window.restore();
        window.show();
        window.focus();
        return;
      }
      if (!served) serveApp(session.fromPartition(PARTITION), HOST, folderOf(appFolder), guideHeaders);
      served = true;
      const opened = open();
      window = opened;
      opened.on('closed', () => (window = undefined));
      await opened.loadURL(firstPage);
    },
    close: () => {
      if (window?.isDestroyed() === false) window.destroy();
    },
  };
}

/** The guide with pictures beside the app, if built; else its text, always inside. */
function folderOf(appFolder: string): string {
  const beside = join(appFolder, '..', 'guide');
  return existsSync(join(beside, 'index.html')) ? beside : join(appFolder, 'guide');
}

function open(): BrowserWindow {
  const window = new BrowserWindow({
    width: 1040,
    height: 760,
    minWidth: 480,
    minHeight: 360,
    title: 'Strongroom Guide',
    backgroundColor: backgroundColour(nativeTheme.shouldUseDarkColors),
    autoHideMenuBar: true,
    webPreferences: {
      partition: PARTITION,
      javascript: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false,
      devTools: false,
    },
  });
  // The commands of the application's menu are those of the main window. macOS has one menu for all.
  window.removeMenu();
  const { webContents } = window;
  webContents.on('before-input-event', (_event, { type, key, control, meta, alt }) => {
    if (type !== 'keyDown') return;
    const history = webContents.navigationHistory;
    if (key === 'Escape' || ((control || meta) && key.toLowerCase() === 'w')) window.destroy();
    else if (alt && key === 'ArrowLeft' && history.canGoBack()) history.goBack();
    else if (alt && key === 'ArrowRight' && history.canGoForward()) history.goForward();
  });
  return window;
}
