import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { Suspense, lazy, useLayoutEffect } from 'react';
import css from './app.module.css';
import { appInfoQuery, copyText, preferencesQuery, unkeptQuery } from './api/app.ts';
import { lockQuery } from './api/lock.ts';
import { sessionsQuery } from './api/session.ts';
import { ConnectScreen } from './screens/connect/connect-screen.tsx';
import { PaletteHost } from './shell/palette/palette-host.tsx';
import { Visited } from './shell/visited.tsx';
import { Announce } from './ui/announce.tsx';
import { CopyContext } from './ui/copy-context.ts';
import { Icon } from './ui/icon.tsx';

const Shell = lazy(() => import('./shell/shell.tsx').then((module) => ({ default: module.Shell })));
const UnkeptFiles = lazy(() =>
  import('./shell/unkept-files.tsx').then((module) => ({ default: module.UnkeptFiles })),
);
const LockScreen = lazy(() =>
  import('./screens/lock/lock-screen.tsx').then((module) => ({ default: module.LockScreen })),
);

/** The whole window: the lock screen while it is locked, the connect screen while nothing is open, else the shell. */
export function App({ client }: { readonly client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <Theme />
      {/* Around everything: what stands outside of it would write styles into the page, which its policy blocks. */}
      <CSPProvider disableStyleElements>
        <CopyContext value={copyText}>
          <div className={css['app']}>
            <TestingBuild />
            <Unkept />
            <div className={css['screen']}>
              <Screens />
            </div>
          </div>
        </CopyContext>
        <Announce />
      </CSPProvider>
    </QueryClientProvider>
  );
}

function Screens() {
  const sessions = useQuery(sessionsQuery());
  const lock = useQuery(lockQuery()).data;
  const open = sessions.data ?? [];
  if (lock?.locked === true) {
    return (
      <Suspense fallback={null}>
        <LockScreen lock={lock} sessions={open} />
      </Suspense>
    );
  }
  if (open.length === 0)
    return (
      <>
        <ConnectScreen Visited={Visited} />
        <PaletteHost session={undefined} />
      </>
    );
  return (
    <Suspense fallback={null}>
      <Shell sessions={open} />
    </Suspense>
  );
}

/** An Electron that is not the official one must not meet a real server; said before anybody connects. */
function TestingBuild() {
  const testElectron = useQuery(appInfoQuery()).data?.testElectron === true;
  if (!testElectron) return null;
  return (
    <header className={css['testing']}>
      <Icon of={FlaskConical} size={14} />
      Testing build of Electron. Use it with sample data only, never with a real server.
    </header>
  );
}

/** Said for as long as something of the app's own is not on disk. */
function Unkept() {
  const unkept = useQuery(unkeptQuery()).data ?? [];
  if (unkept.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <UnkeptFiles unkept={unkept} />
    </Suspense>
  );
}

/** Puts the chosen theme on the document; `system` leaves it to the system. */
function Theme() {
  const theme = useQuery(preferencesQuery()).data?.theme ?? 'system';
  useLayoutEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  return null;
}
