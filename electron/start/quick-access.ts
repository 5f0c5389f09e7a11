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
import { makeQuickTurns } from './quick-turns.ts';

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
  /** Makes way for a prompt; true if a call of its own runs, which the prompt may be of. */
  readonly stepAside: () => boolean;
}

/** Makes quick access, off. */
export function makeQuickAccess(parts: QuickAccessParts): QuickAccess {
  const { environment, desktop, runner, services, log } = parts;
  const { slot, prompts } = desktop;
  const gestures = createGestures();
  const calls = makeQuickCalls(runner, gestures, log);
  let shown: BrowserWindow | undefined;
  const open = (): BrowserWindow | undefined => (shown?.isDestroyed() === false ? shown : undefined);
  const close = (): void => open()?.destroy();
  const { answerPage, stepAside } = makeQuickTurns({
    calls,
    isAsking: prompts.isAsking,
    window: open,
    main: slot.get,
    outcome: (result) => sayOutcome(parts, result),
  });
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
    stepAside,
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
    mayShow: () => !desktop.prompts.isAsking(),
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
function sayOutcome({ notify, preferences, desktop }: QuickAccessParts, result: CrossingResult): void {
  const problem = problemOf(result);
  const seconds = String(preferences.get().clipboardSeconds);
  const isCopied = problem === undefined;
  notify({
    title: isCopied ? 'Copied' : 'Nothing was copied',
    body: isCopied ? `The clipboard is cleared after ${seconds} seconds.` : problem,
    chosen: desktop.slot.actions.showWindow,
  });
}

function problemOf(result: CrossingResult): string | undefined {
  if (!result.ok) return result.error.message;
  const state = 'value' in result ? result.value : undefined;
  const isProblem = typeof state === 'object' && state !== null && 'problem' in state;
  return isProblem && typeof state.problem === 'string' ? state.problem : undefined;
}

function unlessGone(window: BrowserWindow, act: () => void): () => void {
  return () => {
    if (!window.isDestroyed()) act();
  };
}
