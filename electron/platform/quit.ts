/** The end of the app: its clean-up, and the ends without a question. */
import { app } from 'electron';
import { redact } from '../../shared/vault/redact.ts';

/**
 * A signal ends the app without a question, and so does the end of a Windows session. Registered when the app is
 * ready: by then Chromium has set its own handlers, which would close the window as the user does.
 */
export function quitWithoutAsking(quitting: { readonly silence: () => void }): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      quitting.silence();
      app.quit();
    });
  }
}

/** Longest clean-up at quit, in milliseconds; a server that does not answer must not keep the window open. */
const QUIT_MS = 5_000;

/**
 * Holds the quit back once until `tidy` is done, or too slow; then runs `lastly` in any case. An error in either does
 * not keep the app alive.
 */
export function leaveNothing(tidy: () => Promise<void>, lastly: () => void): void {
  let tidied = false;
  const complain = (error: unknown): void =>
    void process.stderr.write(`strongroom: ${redact(String(error))}\n`);
  app.on('will-quit', (event) => {
    if (tidied) return;
    event.preventDefault();
    const tooSlow = new Promise((resolve) => setTimeout(resolve, QUIT_MS));
    // Waits for the end of this event: reading the clipboard handles other system events before it returns.
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
        // Runs after the event: a quit that begins before the prevented one has unwound never ends.
        setImmediate(() => app.quit());
      });
  });
}
