import { KeyRound } from 'lucide-react';
import { Suspense, lazy, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TroubleBanner } from '../trouble/trouble-banner.tsx';
import css from './shell.module.css';
import { TabStrip } from './tab-strip.tsx';
import { useWorkspace } from './workspace.tsx';

const EntryScreen = lazy(() =>
  import('../entry/entry-screen.tsx').then((module) => ({ default: module.EntryScreen })),
);
const TroubleScreen = lazy(() =>
  import('../trouble/trouble-screen.tsx').then((module) => ({ default: module.TroubleScreen })),
);

/**
 * Tabs and what is in front. A tab with unsaved edits stays mounted behind others; all others are mounted only in
 * front, so that a revealed value is gone as soon as nobody looks at it.
 */
export function MainArea() {
  const { session, tabs, allTabs, activeTab, showConnect } = useWorkspace();
  const [setAside, setSetAside] = useState<string>();
  const { trouble } = session;
  const troubleId = trouble === undefined ? undefined : `${session.sessionId} ${trouble.kind}`;
  const inFront = trouble !== undefined && troubleId !== setAside ? trouble : undefined;

  return (
    <main className={css['main']} data-region="main" aria-label="Entries">
      {tabs.length > 0 && <TabStrip />}
      {trouble !== undefined && inFront === undefined && (
        <TroubleBanner
          error={trouble}
          onShow={() => {
            setSetAside(undefined);
          }}
        />
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
              aria-label={tab.path}
              className={css['page']}
              hidden={!shown}
              inert={!shown}
            >
              <Suspense fallback={<Loading />}>
                <EntryScreen tab={tab} />
              </Suspense>
            </div>
          );
        })}
        {inFront === undefined && activeTab === undefined && <NothingOpen />}
        {inFront !== undefined && (
          <Suspense fallback={null}>
            <TroubleScreen
              session={session}
              error={inFront}
              onSettings={showConnect}
              {...(tabs.length > 0
                ? {
                    onSetAside: () => {
                      setSetAside(troubleId);
                    },
                  }
                : {})}
            />
          </Suspense>
        )}
      </div>
    </main>
  );
}

function Loading() {
  return (
    <div style={{ padding: 24 }}>
      <Skeleton rows={6} rowHeight={36} />
    </div>
  );
}

function NothingOpen() {
  const { requestGoTo } = useWorkspace();
  return (
    <EmptyState
      icon={KeyRound}
      title="No entry is open"
      actions={
        <Button onClick={requestGoTo}>
          Go to a path… <KeyHint keys="mod P" />
        </Button>
      }
    >
      Choose an entry on the left, or go straight to a path. That works without permission to list, too.
    </EmptyState>
  );
}
