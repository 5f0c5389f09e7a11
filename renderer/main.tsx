/** Entry of the renderer: styles, cache, first paint. Code the first paint does not need is loaded later. */
import { answered, asked } from './api/ask-first.ts';
import './styles/app.css';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { query } from './api/client.ts';
import { connectEvents, createQueryClient } from './api/query-client.ts';
import { takeOver } from './take-over.ts';

/**
 * Maximum wait of the first paint for main, which normally answers in a few milliseconds unless it repairs files
 * first.
 */
const LONGEST_WAIT_MS = 120;
/** Longer if a screen can be seen: React keeps its elements only if the results are the same. */
const LONGEST_WAIT_STILL_MS = 5_000;

const client = createQueryClient();
connectEvents(client);
keep(asked.profiles, query('profile.list', {}).queryKey);
keep(asked.preferences, query('app.preferences', {}).queryKey);
keep(asked.info, query('app.info', {}).queryKey);
keep(asked.sessions, query('session.list', {}).queryKey);
keep(asked.lock, query('lock.state', {}).queryKey);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
draw(root);

/** Draws the first screen, or takes over the static one, which `electron/window/first-screen.ts` serves. */
function draw(root: HTMLElement): void {
  const app = (
    <StrictMode>
      <App client={client} />
    </StrictMode>
  );
  if (!root.hasChildNodes()) {
    const shown = createRoot(root);
    // After all results: otherwise the screen would be laid out and painted twice.
    // Synchronously: in slices, the first screen would wait behind frames of an empty window.
    void answered(LONGEST_WAIT_MS).then(() => flushSync(() => shown.render(app)));
    return;
  }
  void answered(LONGEST_WAIT_STILL_MS).then(() => {
    takeOver(root, () => void hydrateRoot(root, app));
    delete document.documentElement.dataset['still'];
    dispatchEvent(new Event('drawn'));
  });
}

/** Caches a result; the screen that needs a failed call repeats it and shows the error. */
function keep(answer: Promise<unknown>, queryKey: readonly unknown[]): void {
  answer.then(
    (value) => {
      client.setQueryData(queryKey, value);
    },
    () => undefined,
  );
}
