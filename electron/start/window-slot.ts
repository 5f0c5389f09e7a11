/** The main window as the rest of main reaches it: before it exists, while it is open, and after its end. */
import type { BrowserWindow, WebContents } from 'electron';
import type { Platform } from '../core/platform.ts';
import { chooseFile, chooseSavePath } from '../platform/dialogs.ts';

/** Actions of the window for the core. */
type WindowActions = Pick<Platform, 'showWindow' | 'setFullScreen' | 'chooseFile' | 'chooseSavePath'>;

export interface WindowSlot {
  /** Undefined until the window is made. */
  readonly get: () => BrowserWindow | undefined;
  readonly put: (window: BrowserWindow) => void;
  /** Undefined without a window, and after its end. */
  readonly contents: () => WebContents | undefined;
  /** Keeps screenshots from showing the window, with the trusted view over it. */
  readonly protect: (on: boolean) => void;
  readonly actions: WindowActions;
}

/** Makes the place of the main window, still empty. */
export function makeWindowSlot(): WindowSlot {
  let window: BrowserWindow | undefined;
  const open = (): BrowserWindow | undefined => (window?.isDestroyed() === false ? window : undefined);
  return {
    get: () => window,
    put: (made) => void (window = made),
    contents: () => open()?.webContents,
    protect: (on) => open()?.setContentProtection(on),
    actions: {
      showWindow: () => {
        if (window?.isMinimized() === true) window.restore();
        window?.show();
        window?.focus();
      },
      setFullScreen: (on) => {
        window?.setFullScreen(on);
        return Promise.resolve();
      },
      chooseFile: (purpose) => chooseFile(window, purpose),
      chooseSavePath: (purpose, suggestedName) => chooseSavePath(window, purpose, suggestedName),
    },
  };
}
