/**
 * Place of the quick access window around its calls: out of sight under a prompt of its own call, gone before a
 * prompt of another. It lies over every window, so that it must never come up while a prompt has the keys.
 */
import type { BrowserWindow } from 'electron';
import type { QuickCalls } from '../ipc/quick-calls.ts';
import type { CrossingResult } from '../ipc/run.ts';

type QuickWindow = Pick<BrowserWindow, 'show' | 'hide' | 'destroy' | 'isFocused'>;
type MainWindow = Pick<BrowserWindow, 'isDestroyed' | 'isMinimized' | 'isVisible' | 'minimize' | 'hide'>;

export interface QuickTurnsParts {
  readonly calls: QuickCalls;
  /** True while a prompt of any call is on screen. */
  readonly isAsking: () => boolean;
  /** Undefined while it is closed. */
  readonly window: () => QuickWindow | undefined;
  readonly main: () => MainWindow | undefined;
  /** Says what came of a copy, once the window is gone. */
  readonly outcome: (result: CrossingResult) => void;
}

export interface QuickTurns extends Pick<QuickCalls, 'answerPage'> {
  /** Makes way for a prompt; true if a call of its own runs, which the prompt may be of. */
  readonly stepAside: () => boolean;
}

/** Makes the turns, with the window in sight. */
export function makeQuickTurns({ calls, isAsking, window, main, outcome }: QuickTurnsParts): QuickTurns {
  let isAside = false;
  /** Returns the main window to where it was before a prompt; undefined if it was in sight. */
  let putBack: (() => void) | undefined;
  const close = (): void => window()?.destroy();
  /** Closes it; no page is left to say that a copy has failed. */
  function leave(name: unknown, result: CrossingResult): void {
    if (window() !== undefined && !result.ok && name !== 'session.reauthenticate') outcome(result);
    close();
  }

  function ended(name: unknown, result: CrossingResult): void {
    const wasAside = isAside;
    isAside = false;
    // A prompt of another call stands over the main window and has the keys.
    const isUnderPrompt = isAsking();
    if (!isUnderPrompt) putBack?.();
    putBack = undefined;
    if (result.ok && name === 'entry.copy') {
      outcome(result);
      // The page closes the entry first.
      setImmediate(close);
    } else if (isUnderPrompt) leave(name, result);
    else if (wasAside) window()?.show();
    // The user has turned to another window. A copy still follows an opened entry: both are one press.
    else if (window()?.isFocused() === false && !(result.ok && name === 'entry.open')) leave(name, result);
  }

  return {
    answerPage: async (name, ...call) => {
      const result = await calls.answerPage(name, ...call);
      if (calls.isPaid(name) && !calls.isBusy()) ended(name, result);
      return result;
    },
    stepAside: () => {
      if (!calls.isBusy()) {
        close();
        return false;
      }
      const under = main();
      if (!isAside && under !== undefined) putBack = wayBack(under);
      isAside = true;
      window()?.hide();
      return true;
    },
  };
}

/** Function that takes a window out of sight again; undefined if it is in sight. */
function wayBack(window: MainWindow): (() => void) | undefined {
  const isMinimized = window.isMinimized();
  if (!isMinimized && window.isVisible()) return undefined;
  return () => {
    if (window.isDestroyed()) return;
    if (isMinimized) window.minimize();
    else window.hide();
  };
}
