/**
 * Throws the window's page away together with its process, so that no revealed value is left in any memory, and loads
 * it anew. An empty page of another site takes its place first: that moves the window to another process, and the old
 * one, which shows nothing any more, is killed. A page that does not make way is killed while shown.
 */
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { app, type BrowserWindow, type WebContents } from 'electron';
import { emptyPage } from './denials.ts';
import { faultOf } from '../disk/fault.ts';

/** Time for the old page to make way. */
const MAKE_WAY_MS = 1_500;

export interface PageReplacerOptions {
  readonly window: () => BrowserWindow | undefined;
  readonly url: string;
  readonly log: (line: string) => void;
}

/** Pages that are being replaced: their end is not a crash. */
const beingReplaced = new WeakSet<WebContents>();

/** True while we are replacing the page. */
export function isBeingReplaced(contents: WebContents): boolean {
  return beingReplaced.has(contents);
}

/** Makes the function that replaces the page; calls during a replacement are ignored. */
export function makePageReplacer({ window, url, log }: PageReplacerOptions): () => void {
  async function replace(shown: BrowserWindow): Promise<void> {
    const contents = shown.webContents;
    const oldPid = contents.getOSProcessId();
    await settledWithin(contents.loadURL(emptyPage), MAKE_WAY_MS);
    const stayed = !shown.isDestroyed() && contents.getOSProcessId() === oldPid;
    const gone = stayed ? once(contents, 'render-process-gone') : undefined;
    if (stayed) contents.stop();
    end(oldPid);
    // Chromium is still taking the process down.
    if (gone !== undefined)
      await settledWithin(
        gone.then(() => setImmediate()),
        MAKE_WAY_MS,
      );
    if (shown.isDestroyed()) return;
    await contents.loadURL(url);
    contents.navigationHistory.clear();
    log(contents.getOSProcessId() === oldPid ? 'the page stayed in its process' : 'the page was replaced');
  }

  return () => {
    const shown = window();
    if (shown === undefined || shown.isDestroyed() || isBeingReplaced(shown.webContents)) return;
    const { webContents } = shown;
    beingReplaced.add(webContents);
    replace(shown)
      .catch((error: unknown) => log(`the page was not replaced: ${faultOf(error)}`))
      .finally(() => beingReplaced.delete(webContents));
  };
}

async function settledWithin(promise: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => (timer = setTimeout(resolve, limitMs)));
  // An empty page that failed to load has still ended the old one.
  await Promise.race([promise.catch(() => undefined), tooLong]);
  clearTimeout(timer);
}

/** Ends a process that is (still) one of our pages'; another program can have its id by now. */
function end(pid: number): void {
  if (!app.getAppMetrics().some((process) => process.pid === pid && process.type === 'Tab')) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
