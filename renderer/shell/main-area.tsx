import { PanelLeft } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import type { SessionView } from '../../shared/ipc/contract.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import { keepLeftEntries } from '../api/left-entries.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { preparedScreen } from '../ui/prepared-screen.tsx';
import { ServerClock } from '../ui/server-clock.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TroubleBanner } from '../screens/trouble/trouble-banner.tsx';
import { lazily } from '../ui/lazily.ts';
import css from './shell.module.css';
import { focusRegion } from '../ui/focus.ts';
import { Home } from './home.tsx';
import { ScreenTabContent } from './screen-tab.tsx';
import { TabStrip } from './tab-strip.tsx';
import { keyHint } from '../workspace/key-map.ts';
import { InFront } from '../workspace/side-list.tsx';
import { tabPath } from '../workspace/tabs.ts';
import type { Tab } from '../workspace/tabs.ts';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../workspace/workspace.tsx';
import { useStore } from '../api/store.ts';
import { firstRun } from '../workspace/first-run.ts';

const { Screen: EntryScreen, prepare: prepareEntryScreen } = preparedScreen(() =>
  import('../screens/entry/entry-screen.tsx').then((module) => module.EntryScreen),
);
const CompareScreen = lazily(() => import('../screens/compare/compare-screen.tsx'), 'CompareScreen');
const TroubleScreen = lazily(() => import('../screens/trouble/trouble-screen.tsx'), 'TroubleScreen');
const LockedSession = lazily(() => import('../screens/lock/locked-session.tsx'), 'LockedSession');

/** Troubles that the screens of the cluster and of its keys say themselves. */
const saidThere: ReadonlySet<AppError['kind']> = new Set([
  'sealed',
  'not-initialized',
  'network',
  'tls',
  'timeout',
]);

/**
 * Tabs and the front content. A tab with unsaved edits stays mounted in the background; the others are mounted only
 * in front, so that a revealed value disappears with its tab.
 */
export function MainArea() {
  const { session, sessions } = useOpenSessions();
  const { tabs, allTabs, activeTab, isRestoring } = useWorkspace();
  const { showConnect, openScreen } = useWorkspaceActions();
  const [aside, setAside] = useState<{ readonly troubleId: string | undefined; readonly isAside: boolean }>();
  useFirstRun();
  useEffect(() => {
    const idle = requestIdleCallback(prepareEntryScreen);
    return () => cancelIdleCallback(idle);
  }, []);
  useEffect(() => {
    keepLeftEntries(({ sessionId, mount, path, version }) => {
      // Main closes the entries of a locked session; after other trouble the token's rights are unknown.
      const isUsable = sessions.some(
        (one) => one.sessionId === sessionId && (one.trouble === undefined || isUsedUp(one.trouble)),
      );
      const isThere = (tab: Tab): boolean =>
        tab.kind === 'entry' &&
        tab.sessionId === sessionId &&
        tab.mount.path === mount &&
        tab.path === path &&
        tab.version === version;
      return isUsable && allTabs.some(isThere);
    });
  }, [allTabs, sessions]);
  useEffect(() => () => keepLeftEntries(), []);
  const { trouble } = session;
  const locked = trouble?.kind === 'locked';
  const troubleId = trouble === undefined ? undefined : `${session.sessionId} ${trouble.kind}`;
  // A sealed server is unsealed on the cluster screen, which also shows its other nodes.
  const atCluster =
    activeTab?.kind === 'screen' && (activeTab.screen === 'cluster' || activeTab.screen === 'ceremony');
  // The result of a token's last use stays visible; the used-up error does not cover it.
  const isAside =
    aside?.troubleId === troubleId
      ? aside?.isAside
      : trouble !== undefined && isUsedUp(trouble) && tabs.length > 0;
  const inFront = trouble !== undefined && (locked || (isAside !== true && !atCluster)) ? trouble : undefined;

  return (
    <main className={css['main']} data-region="main" aria-label="Entries">
      <div className={css['top']}>
        <div className={css['sideBarButton']}>
          <IconButton
            small
            icon={PanelLeft}
            label="Show the side bar"
            keys={keyHint('nextRegion')}
            onClick={() => focusRegion('side')}
          />
        </div>
        {tabs.length > 0 && !locked && <TabStrip />}
      </div>
      {trouble !== undefined && inFront === undefined && !(atCluster && saidThere.has(trouble.kind)) && (
        <TroubleBanner error={trouble} onShow={() => setAside({ troubleId, isAside: false })} />
      )}
      <div className={css['content']}>
        {allTabs.map((tab) => {
          const shown = tab.tabId === activeTab?.tabId && inFront === undefined;
          const mounted = tab.dirty || tab.tabId === activeTab?.tabId;
          if (!mounted) return null;
          return (
            <div
              key={tab.tabId}
              id={`panel-${tab.tabId}`}
              role="tabpanel"
              aria-label={tabPath(tab)}
              className={css['page']}
              hidden={!shown}
              inert={!shown}
            >
              <ServerClock value={aheadMsOf(sessions, tab)}>
                <ErrorBoundary area="This tab">
                  <Suspense fallback={<Loading />}>
                    <InFront value={shown}>
                      <TabScreen tab={tab} />
                    </InFront>
                  </Suspense>
                </ErrorBoundary>
              </ServerClock>
            </div>
          );
        })}
        {inFront === undefined && activeTab === undefined && !isRestoring(session.sessionId) && (
          <Suspense fallback={<Loading />}>
            <Home key={session.sessionId} session={session} />
          </Suspense>
        )}
        {inFront !== undefined && (
          <Suspense fallback={null}>
            {locked ? (
              <LockedSession key={session.sessionId} session={session} />
            ) : (
              <TroubleScreen
                session={session}
                error={inFront}
                onSettings={() => showConnect(session.profileId)}
                onCluster={() => openScreen('cluster')}
                onFirstRun={() => openScreen('ceremony', 'init')}
                {...(tabs.length > 0
                  ? {
                      onSetAside: () => setAside({ troubleId, isAside: true }),
                    }
                  : {})}
              />
            )}
          </Suspense>
        )}
      </div>
    </main>
  );
}

/** Clock offset of a tab's server in ms; a comparison of two servers shows each clock itself. */
function aheadMsOf(sessions: readonly SessionView[], tab: Tab): number {
  const sessionId = tab.kind === 'compare' ? tab.left.sessionId : tab.sessionId;
  return sessions.find((one) => one.sessionId === sessionId)?.health.clockAheadMs ?? 0;
}

function isUsedUp(trouble: AppError): boolean {
  return trouble.kind === 'unauthenticated' && trouble.reason === 'used-up';
}

function TabScreen({ tab }: { readonly tab: Tab }) {
  switch (tab.kind) {
    case 'entry':
      // A renamed entry keeps its tab and is reopened.
      return <EntryScreen key={tab.mount.path + tab.path} tab={tab} />;
    case 'compare':
      return <CompareScreen tab={tab} />;
    case 'screen':
      return <ScreenTabContent tab={tab} />;
  }
}

function Loading() {
  return (
    <div style={{ padding: 24 }}>
      <Skeleton rows={6} rowHeight="value" />
    </div>
  );
}

/** Opens the first-run guide in a session opened with the initial root token of a new server. */
function useFirstRun(): void {
  const { sessions } = useOpenSessions();
  const { openScreen } = useWorkspaceActions();
  const sessionId = useStore(firstRun);
  const isOpen = sessions.some((session) => session.sessionId === sessionId);
  useEffect(() => {
    if (sessionId === undefined || !isOpen) return;
    firstRun.set(undefined);
    openScreen('ceremony', 'init', sessionId);
  }, [sessionId, isOpen, openScreen]);
}
