/** Entry of the renderer: styles, cache, first paint. Everything that the first paint can do without is loaded later. */
import './styles/app.css';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { connectEvents, createQueryClient } from './api/query-client.ts';
import { preferencesQuery } from './api/app.ts';
import { lockQuery } from './api/lock.ts';
import { profilesQuery } from './api/profiles.ts';
import { sessionsQuery } from './api/session.ts';

const client = createQueryClient();
connectEvents(client);
// Asked before React starts: the answers cross the bridge while the screen is being built.
void client.query(lockQuery()).catch(() => undefined);
void client.query(sessionsQuery()).catch(() => undefined);
void client.query(preferencesQuery()).catch(() => undefined);
void client.query(profilesQuery()).catch(() => undefined);

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no #root.');
const shown = createRoot(root);
// In one go: rendered in slices, the first screen would wait behind frames of an empty window.
flushSync(() => {
  shown.render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  );
});
