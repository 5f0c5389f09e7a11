/** Detects that the window has painted. */
import type { WebContents } from 'electron';

/** A JavaScript world of our own, which the page cannot reach. */
const WORLD = 999;

/** React's first screen is in the page, and the second frame begins after the first was handed over. */
const UNTIL_PAINTED = `new Promise((done) => {
  const look = () =>
    document.getElementById('root')?.hasChildNodes() && !('still' in document.documentElement.dataset)
      ? requestAnimationFrame(() => requestAnimationFrame(() => done(true)))
      : requestAnimationFrame(look);
  look();
})`;

/**
 * Calls back once the page has loaded and a frame of its first screen has been drawn; never for a page that ends
 * before.
 */
export function whenPainted(contents: WebContents, painted: () => void): void {
  contents.once('did-finish-load', () => {
    contents
      .executeJavaScriptInIsolatedWorld(WORLD, [{ code: UNTIL_PAINTED }])
      .then(painted, () => undefined);
  });
}

/** Prints a line once the window has painted. A release has no inspector: its test reads this line. */
export function sayWhenPainted(contents: WebContents): void {
  whenPainted(contents, () => process.stdout.write('STRONGROOM_READY\n'));
}
