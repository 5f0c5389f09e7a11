/**
 * Visibility of the window as the main process knows it, independent of the page. Polling runs only while the window
 * can be seen.
 */
export interface Seen {
  readonly isSeen: () => boolean;
  /** Reports each change; the returned function unsubscribes. */
  readonly follow: (changed: () => void) => () => void;
}

/** Serves a core without a window that could be hidden. */
export const alwaysSeen: Seen = { isSeen: () => true, follow: () => () => undefined };
