/**
 * Keeps pages from opening file dialogs. A page can read the file picked in its own dialog, and a broken page would
 * open one while the user looks for the key or the snapshot that a form of ours has asked for; main's own dialogs
 * give a page only a name. Chromium has no permission for this, so each page is watched as by developer tools: its
 * choosers (file fields, open, save and folder pickers) are reported to main instead of opening, and end as if
 * cancelled. Chromium keeps that over navigation, a crash and a change of process.
 */
import type { WebContents } from 'electron';
import { faultOf } from '../disk/fault.ts';

/** Electron's only protocol version. */
const PROTOCOL = '1.3';

/**
 * Cancels the file choosers of the contents, from before its first page. Contents that cannot be watched are closed.
 */
export function withoutFileChoosers(contents: WebContents, log: (line: string) => void): void {
  const watcher = contents.debugger;

  function watch(): void {
    try {
      if (!watcher.isAttached()) watcher.attach(PROTOCOL);
      // Chooser events need the events of pages.
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
    // Closed contents, and a page whose process has ended, fail as well.
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
