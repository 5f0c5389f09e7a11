/** Moments in the life of a page: its first drawn frame, and its end. */
import type { WebContents } from 'electron';
import { whenPainted } from '../window/ready-line.ts';

/** Time from the first frame to the user's first key press, which none of our work should delay. */
const FIRST_KEY_MS = 50;
/** A hidden window draws no frames, but the backend is needed there, too. */
const LONGEST_UNSEEN_MS = 1_000;

/** Calls back once, soon after the first frame, or when the window is loaded out of sight. */
export function afterFirstFrame(contents: WebContents, begin: () => void): void {
  let begun = false;
  const once = (): void => {
    if (begun) return;
    begun = true;
    begin();
  };
  whenPainted(contents, () => setTimeout(once, FIRST_KEY_MS));
  contents.once('did-stop-loading', () => setTimeout(once, LONGEST_UNSEEN_MS));
}

export interface PageEnd {
  /** The page is gone, or another. */
  readonly ended: (askerId: number) => void;
  /** Another page is about to be loaded. */
  readonly replaced: () => void;
}

/** Reports every end of a page. */
export function watchPageEnds(contents: WebContents, { ended, replaced }: PageEnd): void {
  const askerId = contents.id;
  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (!isMainFrame || isSameDocument) return;
    ended(askerId);
    replaced();
  });
  contents.on('render-process-gone', () => ended(askerId));
  contents.on('destroyed', () => ended(askerId));
}
