/** Opening of the main window, with everything that must be in place before its page can send a message. */
import { join } from 'node:path';
import { app, type BrowserWindow } from 'electron';
import type { Platform } from '../core/platform.ts';
import type { CallRunner } from '../ipc/run.ts';
import { quitWithoutAsking } from '../platform/quit.ts';
import type { FirstDocument } from '../window/first-screen.ts';
import { makeMainWindow } from '../window/main-window.ts';
import { askBeforeClosing, type QuitQuestion } from '../window/quit-question.ts';
import type { WindowStateStore } from '../window/window-state.ts';
import type { Desktop } from './desktop.ts';
import type { LateBackend } from './late-backend.ts';
import { watchPageEnds } from './page-life.ts';
import { dropChannel } from '../ipc/channels.ts';
import { whyRefused, type AllowedPage } from '../ipc/guard.ts';
import { watchGestures } from '../platform/input.ts';
import { hearSelecting } from '../platform/primary-selection.ts';
import type { Clipboards } from './clipboards.ts';

export interface OpenWindowParts {
  /** Main's folder, with the page and its preload. */
  readonly appFolder: string;
  readonly desktop: Desktop;
  readonly state: WindowStateStore;
  readonly preferences: Pick<Platform['preferences'], 'get'>;
  readonly backend: Pick<LateBackend, 'loaded'>;
  readonly page: AllowedPage;
  readonly runner: Pick<CallRunner, 'abandon'>;
  readonly firstDocument: () => FirstDocument | undefined;
  /** Closes the windows that end with it, besides the guide. */
  readonly closeOthers: () => void;
  readonly log: (line: string) => void;
}

/** Opens the window; call when Electron is ready. */
export function openWindow(parts: OpenWindowParts): {
  readonly window: BrowserWindow;
  readonly quitting: QuitQuestion;
} {
  const { appFolder, desktop, state, preferences, backend, page, runner, firstDocument, closeOthers, log } =
    parts;
  const { slot, seen, prompts, guide, menu, gestures, clipboards } = desktop;
  const window = makeMainWindow({
    pageFolder: join(appFolder, 'renderer'),
    preload: join(appFolder, 'preload.cjs'),
    developerTools: !app.isPackaged,
    state,
    log,
    firstDocument,
  });
  slot.put(window);
  seen.watch(window);
  // Set before its page is loaded, so that no capture sees its first frame.
  window.setContentProtection(preferences.get().contentProtection);
  const quitting = askBeforeClosing(window, {
    losses: () => backend.loaded()?.losses(),
    ask: prompts.ask,
    cancelQuestions: prompts.cancelAll,
    updates: () => backend.loaded()?.updates,
  });
  quitWithoutAsking(quitting);
  // The app ends with its main window, even if another is open.
  window.on('closed', () => {
    guide.close();
    closeOthers();
  });
  watchPageInput(window, { page, noted: gestures.note, clipboards });
  watchPageEnds(window.webContents, {
    ended: runner.abandon,
    // The next page reports its commands anew; a locked app's is not asked.
    replaced: () => menu.enable([]),
  });
  return { window, quitting };
}

interface PageInputParts {
  /** The page that can ask if a drag may be dropped. */
  readonly page: AllowedPage;
  /** Called with every gesture. */
  readonly noted: () => void;
  readonly clipboards: Pick<Clipboards, 'pastes' | 'primary'>;
}

/** Watches the input of a window; before its page can send a message. */
export function watchPageInput(window: BrowserWindow, { page, noted, clipboards }: PageInputParts): void {
  const { pastes, primary } = clipboards;
  const { webContents } = window;
  watchGestures(webContents, noted);
  pastes.guard(webContents);
  webContents.ipc.handle(dropChannel, ({ sender, senderFrame }) =>
    whyRefused(sender, senderFrame, page) === undefined ? pastes.mayDrop() : false,
  );
  if (primary === undefined) return;
  hearSelecting(webContents, primary, 'page');
  window.on('blur', primary.leave);
}
