/** Tells whoever started the app that its window has painted. A release has no inspector: its test reads this line. */
import type { WebContents } from 'electron';

/** A JavaScript world of our own, which the page cannot reach. */
const WORLD = 999;

/** Prints STRONGROOM_READY to standard output once the page has loaded and a frame of it has been drawn. */
export function sayWhenPainted(contents: WebContents): void {
  contents.once('did-finish-load', () => {
    // The second frame begins after the first was handed over.
    const code =
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))';
    void contents
      .executeJavaScriptInIsolatedWorld(WORLD, [{ code }])
      .then(() => process.stdout.write('STRONGROOM_READY\n'));
  });
}
