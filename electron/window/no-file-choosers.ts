/**
 * A page opens no file dialog of its own. What a person picks in one is the page's to read, and a broken page shows one
 * while they look for the key or the snapshot that a form of ours has asked for; main's own dialogs give a page no more than a
 * name. Chromium has no permission for this, so each page is watched as developer tools watch one: its choosers (file fields,
 * open, save and folder pickers) are told to main in place of being opened, and end as if nothing had been chosen. Chromium
 * keeps that over navigation, a crash and a change of process.
 */
import type { WebContents } from 'electron';
import { faultOf } from '../disk/fault.ts';

/** The protocol's version; Electron knows one. */
const PROTOCOL = '1.3';

/** Takes the choosers from whatever is shown here, before its first page. A page that cannot be watched is not shown. */
export function withoutFileChoosers(contents: WebContents, log: (line: string) => void): void {
  const watcher = contents.debugger;

  function watch(): void {
    try {
      if (!watcher.isAttached()) watcher.attach(PROTOCOL);
      // Only who is told of pages is told of choosers.
      for (const [command, input] of [
        ['Page.enable', {}],
        ['Page.setInterceptFileChooserDialog', { enabled: true, cancel: true }],
      ] as const)
        watcher.sendCommand(command, input).catch(giveUp);
    } catch (error) {
      giveUp(error);
    }
  }

  function giveUp(error: unknown): void {
    // A page that is closed, or whose process has ended, answers nothing either.
    setImmediate(() => {
      if (contents.isDestroyed() || contents.isCrashed()) return;
      log(`a page that could open file dialogs is closed: ${faultOf(error)}`);
      contents.close({ waitForBeforeUnload: false });
    });
  }

  watcher.on('detach', () => {
    setImmediate(() => {
      if (!contents.isDestroyed()) watch();
    });
  });
  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) watch();
  });
  watch();
}
