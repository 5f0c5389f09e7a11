/** Clipboards of the system that our text can be in, and the guard of pastes into the page. */
import * as electron from 'electron';
import type { ClipboardState } from '../../shared/ipc/contract.ts';
import {
  adaptClipboard,
  adaptSelection,
  makeTimedClipboard,
  type TimedClipboard,
} from '../platform/clipboard.ts';
import { watchPrimarySelection, type PrimarySelectionWatch } from '../platform/primary-selection.ts';
import { makePasteGuard, type PasteGuard } from '../window/paste-guard.ts';

export interface ClipboardsOptions {
  /** Lifetime of a copied secret. */
  readonly seconds: () => number;
  readonly changed: (state: ClipboardState) => void;
  readonly log: (line: string) => void;
}

export interface Clipboards {
  readonly clipboard: TimedClipboard;
  /** X11's primary selection; undefined on systems without one. */
  readonly primary: PrimarySelectionWatch | undefined;
  readonly pastes: PasteGuard;
  /** Clears our text in both, if it is still there. */
  readonly clearNow: () => Promise<void>;
}

/** Opens the clipboards of this system. */
export function openClipboards({ seconds, changed, log }: ClipboardsOptions): Clipboards {
  const clipboard = makeTimedClipboard({
    clipboard: adaptClipboard(electron.clipboard, electron.ClipboardItem, process.platform),
    seconds,
    changed,
  });
  const promising = Reflect.has(electron, 'ClipboardItem');
  const selection = adaptSelection(electron.clipboard, promising, process.platform);
  const primary = selection === undefined ? undefined : watchPrimarySelection({ selection, seconds, log });
  return {
    clipboard,
    primary,
    pastes: makePasteGuard(clipboard, log, primary),
    clearNow: async () => {
      await Promise.all([clipboard.clearNow(), primary?.clearNow()]);
    },
  };
}
