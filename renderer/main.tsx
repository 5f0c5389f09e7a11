/** Entry of the renderer: styles, cache, first paint. Code the first paint does not need is loaded later. */
import { answered, asked } from './api/ask-first.ts';
import './styles/app.css';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { query } from './api/client.ts';
import { connectEvents, createQueryClient } from './api/query-client.ts';

/**
 * Maximum wait of the first paint for main, which normally answers in a few milliseconds unless it repairs files
 * first.
 */
const LONGEST_WAIT_MS = 120;

const client = createQueryClient();
connectEvents(client);
keep(asked.profiles, query('profile.list', {}).queryKey);
keep(asked.preferences, query('app.preferences', {}).queryKey);
keep(asked.info, query('app.info', {}).queryKey);
keep(asked.sessions, query('session.list', {}).queryKey);
keep(asked.lock, query('lock.state', {}).queryKey);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
const shown = createRoot(root);
// After all results: otherwise the screen would be laid out and painted twice.
void answered(LONGEST_WAIT_MS).then(() => {
  // Synchronously: in slices, the first screen would wait behind frames of an empty window.
  flushSync(() => {
    shown.render(
      <StrictMode>
        <App client={client} />
      </StrictMode>,
    );
  });
});

/** Caches a result; the screen that needs a failed call repeats it and shows the error. */
function keep(answer: Promise<unknown>, queryKey: readonly unknown[]): void {
  answer.then(
    (value) => {
      client.setQueryData(queryKey, value);
    },
    () => undefined,
  );
}
