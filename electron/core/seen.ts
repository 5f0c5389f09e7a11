/**
 * Whether a person can see the window, as main itself knows it, whatever the page says: what is asked again and again is
 * asked only then.
 */
export interface Seen {
  readonly isSeen: () => boolean;
  /** Hears of each change; the returned function ends it. */
  readonly follow: (changed: () => void) => () => void;
}

/** Where there is no window that could be hidden. */
export const alwaysSeen: Seen = { isSeen: () => true, follow: () => () => undefined };
