/**
 * Checks the sender. Every message passes this before its input is looked at. Only the main frame of our own window,
 * showing our own page, may call: a frame inside it, a page that took its place, another window with the same
 * preload, or an origin that merely begins like ours is refused. Electron reports the sender from the browser
 * process, so a compromised renderer cannot lie about it.
 */

/** Used part of Electron's `WebFrameMain`. */
export interface SenderFrame {
  readonly url: string;
  readonly origin: string;
  readonly frameTreeNodeId: number;
  /** Identifies one document in one process: a page on its way out has another one than the page in the window. */
  readonly frameToken: string;
  readonly parent: unknown;
  readonly isDestroyed: () => boolean;
}

/** Used part of Electron's `WebContents`. */
export interface SenderContents {
  readonly id: number;
  readonly mainFrame: Pick<SenderFrame, 'frameTreeNodeId' | 'frameToken'>;
  readonly isDestroyed: () => boolean;
}

/** The one page that may call: its window's contents, while there are any, and its origin. */
export interface AllowedPage {
  readonly contents: () => SenderContents | undefined;
  /** Host of the `app:` scheme: `strongroom` or `trusted`. */
  readonly host: string;
}

/**
 * Reason to refuse the sender, for the log; undefined if it may call. `frame` is null once its page is gone. Its
 * token proves that it is the one in the window: `detached` stays true for ever once a page has crashed (Electron
 * 42), also for the page that took its place.
 */
export function whyRefused(
  sender: { readonly id: number },
  frame: SenderFrame | null,
  allowed: AllowedPage,
): string | undefined {
  const contents = allowed.contents();
  if (contents === undefined || contents.isDestroyed()) return 'there is no window';
  if (sender.id !== contents.id) return 'not our window';
  if (frame === null || frame.isDestroyed()) return 'its frame is gone';
  const { mainFrame } = contents;
  if (frame.parent !== null || frame.frameTreeNodeId !== mainFrame.frameTreeNodeId)
    return 'not the main frame';
  if (frame.frameToken !== mainFrame.frameToken) return 'its frame is gone';
  if (frame.origin !== `app://${allowed.host}` || !isPageOf(frame.url, allowed.host)) return 'not our origin';
  return undefined;
}

/**
 * True if a URL is a page of the origin `app://host`. Compared as text: to Node's parser the origin of every URL with
 * a scheme of our own is the word `null`, and prefixes prove nothing (`app://strongroom.evil`,
 * `app://strongroom@evil`).
 */
export function isPageOf(url: string, host: string): boolean {
  const page = `app://${host}`;
  return url === page || url.startsWith(`${page}/`);
}
