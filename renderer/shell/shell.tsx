import { ShieldOff } from 'lucide-react';
import { Suspense, useCallback, useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { notVerified } from '../../shared/ipc/prompt-notes.ts';
import type { SessionView } from '../../shared/ipc/contract.ts';
import { connectAskedQuery } from '../api/app.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/icon.tsx';
import { ConnectScreen } from '../screens/connect/connect-screen.tsx';
import { onNoticeChosen } from '../api/board.ts';
import { useStore } from '../api/store.ts';
import { Box } from '../ui/layout.tsx';
import { boardShown, hideBoard } from '../workspace/board.ts';
import { useOpenPlace } from '../parts/tree/open-place.ts';
import { SessionRemedies } from '../parts/refusal/session-remedies.tsx';
import { AskedLink } from './asked-link.tsx';
import { EnvironmentStripe } from './environment-stripe.tsx';
import { MainArea } from './main-area.tsx';
import { PaletteHost } from './palette/palette-host.tsx';
import { Rail } from './rail.tsx';
import { lazily } from '../ui/lazily.ts';
import css from './shell.module.css';
import { useShortcuts } from './shortcuts.ts';
import { SideBar } from './side-bar.tsx';
import { StatusBar } from './status-bar.tsx';
import { TestingLine } from './testing-build.tsx';
import { Unauthenticated } from './unauthenticated.tsx';
import {
  WorkspaceProvider,
  useOpenSessions,
  useWorkspace,
  useWorkspaceActions,
} from '../workspace/workspace.tsx';

const EntryActions = lazily(() => import('../parts/entry-actions/entry-dialogs.tsx'), 'EntryActions');
const BoardScreen = lazily(() => import('../screens/board/board-screen.tsx'), 'BoardScreen');
const CloseTabDialog = lazily(() => import('./close-tab-dialog.tsx'), 'CloseTabDialog');

/** The window with open sessions: rail, side bar, tabs, status bar. */
export function Shell({ sessions }: { readonly sessions: readonly SessionView[] }) {
  return (
    <WorkspaceProvider sessions={sessions}>
      <Frame />
    </WorkspaceProvider>
  );
}

function Frame() {
  const { session, sessions } = useOpenSessions();
  const { connecting, connectTo, askingTab } = useWorkspace();
  const { activate, showConnect, hideConnect, openScreen } = useWorkspaceActions();
  const onBoard = useStore(boardShown);
  const openCluster = useCallback(
    (sessionId: string) => {
      hideBoard();
      hideConnect();
      openScreen('cluster', '', sessionId);
    },
    [hideConnect, openScreen],
  );
  useEffect(() => onNoticeChosen(openCluster), [openCluster]);
  const openPlace = useOpenPlace(session.sessionId);
  useShortcuts();
  const asked = useQuery(connectAskedQuery()).data;
  useEffect(() => {
    if (asked !== null) showConnect();
  }, [asked, showConnect]);
  return (
    <div className={css['window']}>
      {onBoard && (
        <Suspense fallback={null}>
          <BoardScreen sessions={sessions} onOpen={openCluster} onClose={hideBoard} />
        </Suspense>
      )}
      {!onBoard && <Banners session={session} connecting={connecting} />}
      {/* Kept mounted behind the board: edits in the tabs must not be lost. */}
      <div className={css['middle']} hidden={onBoard}>
        <Rail />
        {connecting && (
          <Box grow shrinks data-region="main">
            <ConnectScreen
              key={connectTo ?? ''}
              Unauthenticated={Unauthenticated}
              profileId={connectTo}
              onClose={hideConnect}
              onOpened={activate}
            />
          </Box>
        )}
        {/* Kept mounted behind the connect screen, for the same reason. */}
        <div className={css['middle']} style={{ flex: 1, minWidth: 0 }} hidden={connecting}>
          <SessionRemedies session={session}>
            <SideBar session={session} />
            <MainArea />
          </SessionRemedies>
        </div>
      </div>
      {/* Here its notice has a fixed place, independent of the tabs. */}
      <Suspense fallback={null}>
        <EntryActions />
      </Suspense>
      <AskedLink
        sessions={sessions}
        onConnect={showConnect}
        onOpen={(place) => {
          hideBoard();
          hideConnect();
          openPlace(place, 'pin');
        }}
      />
      {connecting || onBoard ? <TestingLine /> : <StatusBar session={session} />}
      <Suspense fallback={null}>{askingTab !== undefined && <CloseTabDialog tab={askingTab} />}</Suspense>
      <PaletteHost session={session} />
    </div>
  );
}

/** Banners shown as long as the session is in front. */
function Banners({ session, connecting }: { readonly session: SessionView; readonly connecting: boolean }) {
  if (connecting) return null;
  return (
    <>
      <EnvironmentStripe session={session} />
      {session.skipVerify && <NotVerified session={session} />}
    </>
  );
}

/** Stays while the session's certificate is not verified. */
function NotVerified({ session }: { readonly session: SessionView }) {
  return (
    <header className={classes(css['banner'], css['danger'])}>
      <Icon of={ShieldOff} size={14} />
      {session.address} · {notVerified.text}
    </header>
  );
}
