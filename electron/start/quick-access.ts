/**
 * Quick access: a global shortcut opens a small window over any program, which copies a key and is gone. While a
 * prompt is open it steps aside: prompts stand over the main window only.
 */
import { join } from 'node:path';
import { app, globalShortcut, type BrowserWindow } from 'electron';
import type { QuickAccessState, QuickShortcut } from '../../shared/ipc/quick-shortcut.ts';
import { createGestures } from '../core/gates/gesture.ts';
import type { Platform } from '../core/platform.ts';
import { faultOf } from '../disk/fault.ts';
import type { AllowedPage } from '../ipc/guard.ts';
import { makeQuickCalls } from '../ipc/quick-calls.ts';
import { registerCalls } from '../ipc/register.ts';
import type { CallRunner, CrossingResult } from '../ipc/run.ts';
import type { Environment } from '../platform/environment.ts';
import type { Services } from '../services/services.ts';
import { makeQuickShortcut } from '../window/quick-shortcut.ts';
import { makeQuickWindow, quickHost } from '../window/quick-window.ts';
import type { Desktop } from './desktop.ts';
import { watchPageInput } from './open-window.ts';
import { watchPageEnds } from './page-life.ts';

export interface QuickAccessParts {
  /** Main's folder, with the page and the preload. */
  readonly appFolder: string;
  readonly environment: Environment;
  readonly desktop: Pick<Desktop, 'slot' | 'prompts' | 'clipboards'>;
  readonly runner: Pick<CallRunner, 'answerPage' | 'cancel' | 'abandon'>;
  /** Undefined before loading. */
  readonly services: () => Services | undefined;
  readonly preferences: Pick<Platform['preferences'], 'get'>;
  readonly notify: Platform['notify'];
  readonly log: (line: string) => void;
}

export interface QuickAccess {
  readonly set: (keys: QuickShortcut) => void;
  readonly state: () => QuickAccessState;
  /** Removes the window with its page. */
  readonly close: () => void;
  /** Makes way for a prompt of its own call; false if no such call runs. */
  readonly stepAside: () => boolean;
}

/** Makes quick access, off. */
export function makeQuickAccess(parts: QuickAccessParts): QuickAccess {
  const { environment, desktop, runner, services, log } = parts;
  const { slot, prompts } = desktop;
  const gestures = createGestures();
  const calls = makeQuickCalls(runner, gestures, log);
  let shown: BrowserWindow | undefined;
  /** Returns the main window to where it was before a prompt; undefined if it was in sight. */
  let putBack: (() => void) | undefined;
  let isAside = false;
  const open = (): BrowserWindow | undefined => (shown?.isDestroyed() === false ? shown : undefined);
  const close = (): void => open()?.destroy();

  const answerPage: CallRunner['answerPage'] = async (name, ...call) => {
    const result = await calls.answerPage(name, ...call);
    if (calls.isBusy()) return result;
    const wasAside = isAside;
    isAside = false;
    putBack?.();
    putBack = undefined;
    if (result.ok && name === 'entry.copy') {
      sayCopied(parts, result);
      // The page closes the entry first.
      setImmediate(close);
    } else if (wasAside) open()?.show();
    return result;
  };
  const press = (): void => {
    const now = services();
    if (open() !== undefined) close();
    else if (now === undefined || now.sessions.list().length === 0 || prompts.isAsking())
      slot.actions.showWindow();
    else {
      // The shortcut is a press of the user like one in the window.
      gestures.note();
      shown = openQuick(parts, { noted: gestures.note, isBusy: calls.isBusy, answerPage });
    }
  };
  const key = makeQuickShortcut({
    system: globalShortcut,
    byPortal: process.platform === 'linux' && Boolean(environment['WAYLAND_DISPLAY']),
    pressed: press,
  });
  return {
    set: key.set,
    state: key.state,
    close,
    stepAside: () => {
      if (!calls.isBusy()) return false;
      const main = slot.get();
      if (!isAside && main !== undefined) putBack = wayBack(main);
      isAside = true;
      open()?.hide();
      return true;
    },
  };
}

interface QuickPage extends Pick<CallRunner, 'answerPage'> {
  readonly noted: () => void;
  readonly isBusy: () => boolean;
}

/** Opens the window. Its calls are heard on its own contents, and the main page's channels stay as they are. */
function openQuick(
  { appFolder, desktop, runner, preferences, log }: QuickAccessParts,
  { noted, isBusy, answerPage }: QuickPage,
): BrowserWindow {
  const window = makeQuickWindow({
    pageFolder: join(appFolder, 'quick'),
    preload: join(appFolder, 'preload.cjs'),
    developerTools: !app.isPackaged,
    contentProtection: preferences.get().contentProtection,
  });
  const { webContents } = window;
  const page: AllowedPage = {
    contents: () => (window.isDestroyed() ? undefined : webContents),
    host: quickHost,
  };
  watchPageInput(window, { page, noted, clipboards: desktop.clipboards });
  watchPageEnds(webContents, { ended: runner.abandon, replaced: () => undefined });
  registerCalls(webContents.ipc, { answerPage, cancel: runner.cancel }, page, log);
  // It closes behind itself, but not under a call that the user has begun.
  window.on('blur', () => {
    if (!isBusy()) setImmediate(unlessGone(window, () => window.destroy()));
  });
  webContents.loadURL(`app://${quickHost}/`).catch((error: unknown) => {
    log(`quick access was not loaded: ${faultOf(error)}`);
    unlessGone(window, () => window.destroy())();
  });
  return window;
}

/** The window is gone with its page, so the desktop says what happened. */
function sayCopied({ notify, preferences, desktop }: QuickAccessParts, result: CrossingResult): void {
  const state = result.ok && 'value' in result ? result.value : undefined;
  const problem = typeof state === 'object' && state !== null && 'problem' in state && state.problem;
  const seconds = String(preferences.get().clipboardSeconds);
  const isCopied = typeof problem !== 'string';
  notify({
    title: isCopied ? 'Copied' : 'Nothing was copied',
    body: isCopied ? `The clipboard is cleared after ${seconds} seconds.` : problem,
    chosen: desktop.slot.actions.showWindow,
  });
}

/** Function that takes a window out of sight again; undefined if it is in sight. */
function wayBack(window: BrowserWindow): (() => void) | undefined {
  if (window.isMinimized()) return unlessGone(window, () => window.minimize());
  return window.isVisible() ? undefined : unlessGone(window, () => window.hide());
}

function unlessGone(window: BrowserWindow, act: () => void): () => void {
  return () => {
    if (!window.isDestroyed()) act();
  };
}
