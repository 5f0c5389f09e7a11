import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import type { LockState, SessionView } from '../shared/ipc/contract.ts';
import { copyText } from './api/app.ts';
import { query } from './api/client.ts';
import { AskedLink } from './shell/asked-link.tsx';
import { useAppCommands } from './shell/app-commands.ts';
import { BeforeSession } from './shell/before-session.tsx';
import { useHelp } from './shell/help.ts';
import { PaletteHost } from './shell/palette/palette-host.tsx';
import { TestingLine } from './shell/testing-build.tsx';
import { Announce } from './ui/announce.tsx';
import { CopyContext } from './ui/copy-context.ts';
import { Box, Stack } from './ui/layout.tsx';
import { Look } from './workspace/look.ts';
import { lazily } from './ui/lazily.ts';

const Shell = lazily(() => import('./shell/shell.tsx'), 'Shell');
const UnkeptFiles = lazily(() => import('./shell/unkept-files.tsx'), 'UnkeptFiles');
const LockedBoard = lazily(() => import('./screens/board/locked-board.tsx'), 'LockedBoard');
const LockScreen = lazily(() => import('./screens/lock/lock-screen.tsx'), 'LockScreen');

/** The whole window: the lock screen if locked, the connect screen without sessions, otherwise the shell. */
export function App({ client }: { readonly client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <Look />
      {/* Wraps everything: components outside of it would insert style elements, which the CSP blocks. */}
      <CSPProvider disableStyleElements>
        <CopyContext value={copyText}>
          <Stack full>
            <Unkept />
            <Box grow low>
              <Screens />
            </Box>
          </Stack>
        </CopyContext>
        <Announce />
      </CSPProvider>
    </QueryClientProvider>
  );
}

function Screens() {
  useAppCommands();
  useHelp();
  const sessions = useQuery(query('session.list', {}));
  const lock = useQuery(query('lock.state', {})).data;
  const open = sessions.data ?? [];
  if (lock?.locked === true) {
    return (
      <Suspense fallback={null}>
        <WithTestingLine>
          <Locked lock={lock} sessions={open} />
        </WithTestingLine>
      </Suspense>
    );
  }
  if (open.length === 0)
    return (
      <>
        <WithTestingLine above={<AskedLink sessions={[]} />}>
          <BeforeSession />
        </WithTestingLine>
        <PaletteHost session={undefined} />
      </>
    );
  return (
    <Suspense fallback={null}>
      <Shell sessions={open} />
    </Suspense>
  );
}

/** The lock screen, or the board if preferences allow it: shown at once after an idle lock. */
function Locked({ lock, sessions }: { readonly lock: LockState; readonly sessions: readonly SessionView[] }) {
  const allowed = useQuery(query('app.preferences', {})).data?.boardOnLock === true;
  const [chosen, setChosen] = useState<boolean>();
  if (allowed && (chosen ?? lock.reason === 'idle'))
    return <LockedBoard sessions={sessions} onUnlock={() => setChosen(false)} />;
  return (
    <LockScreen lock={lock} sessions={sessions} {...(allowed ? { onBoard: () => setChosen(true) } : {})} />
  );
}

/** A screen without a status bar, with the testing notice in its place, and a notice above that. */
function WithTestingLine({ above, children }: { readonly above?: ReactNode; readonly children: ReactNode }) {
  return (
    <Stack full>
      <Box grow low>
        {children}
      </Box>
      {above}
      <TestingLine />
    </Stack>
  );
}

/** Warning shown while app files are not written to disk. */
function Unkept() {
  const unkept = useQuery(query('app.unkept', {})).data ?? [];
  if (unkept.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <UnkeptFiles unkept={unkept} />
    </Suspense>
  );
}
