/** The end of the app: what is put away before, and who is not asked. */
import { app } from 'electron';
import { redact } from '../../shared/vault/redact.ts';

/**
 * Whoever ends the program by a signal wants it to end, and so does a session of Windows that ends. Registered when the
 * app is ready: Chromium's own handlers, which would close the window as a person does, have been set by then.
 */
export function quitWithoutAsking(quitting: { readonly silence: () => void }): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      quitting.silence();
      app.quit();
    });
  }
}

/** How long a quit waits for what has to be put away; a server that does not answer must not keep the window open. */
const QUIT_MS = 5_000;

/**
 * Holds the quit back once until `tidy` is done, or too slow; then does `lastly`, whatever became of it. A fault in either
 * does not keep the app alive.
 */
export function leaveNothing(tidy: () => Promise<void>, lastly: () => void): void {
  let tidied = false;
  const complain = (error: unknown): void =>
    void process.stderr.write(`strongroom: ${redact(String(error))}\n`);
  app.on('will-quit', (event) => {
    if (tidied) return;
    event.preventDefault();
    const tooSlow = new Promise((resolve) => setTimeout(resolve, QUIT_MS));
    // Reading the clipboard handles other events of the system before it returns: not while this one is being given out.
    const unwound = new Promise((resolve) => setImmediate(resolve));
    void Promise.race([unwound.then(tidy), tooSlow])
      .catch(complain)
      .finally(() => {
        tidied = true;
        try {
          lastly();
        } catch (error) {
          complain(error);
        }
        // Not inside the event: a quit that begins before the prevented one has unwound never ends.
        setImmediate(() => app.quit());
      });
  });
}
