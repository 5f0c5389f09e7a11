/** Input of the user to the main window's page: gestures, pastes, drops and selections. */
import type { BrowserWindow } from 'electron';
import { dropChannel } from '../ipc/channels.ts';
import { whyRefused, type AllowedPage } from '../ipc/guard.ts';
import { watchGestures } from '../platform/input.ts';
import { hearSelecting } from '../platform/primary-selection.ts';
import type { Clipboards } from './clipboards.ts';

export interface PageInputParts {
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
