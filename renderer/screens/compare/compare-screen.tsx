import { ArrowLeftRight, FileClock, GitCompareArrows, RefreshCw } from 'lucide-react';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import { isSamePlace, useEntryChanges } from '../../api/entry-actions.ts';
import { Button } from '../../ui/button.tsx';
import { askAction } from '../../parts/entry-actions/actions.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Row, Text } from '../../ui/layout.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { CompareTab } from '../../workspace/tabs.ts';
import { useOpenSessions, useWorkspace, useWorkspaceActions } from '../../workspace/workspace.tsx';
import { CompareSideHeader, WhoChanged } from './compare-side-header.tsx';
import css from './compare.module.css';
import { useCompared, type Compared } from './compared.ts';
import { keyHint } from '../../workspace/key-map.ts';
import { useActions } from '../../workspace/action-registry.ts';
import { DifferenceTable } from './difference-table.tsx';

/** Two contents side by side, key by key: versions of one entry, two entries, or one entry in two sessions. */
export function CompareScreen({ tab }: { readonly tab: CompareTab }) {
  const { left, right } = tab;
  const { sessions } = useOpenSessions();
  const { activeTab } = useWorkspace();
  const { openCompare } = useWorkspaceActions();
  const compared = useCompared(left, right);
  const { differences, problem, refresh } = compared;
  const limited = sessions.some(
    ({ sessionId, token }) =>
      (sessionId === left.sessionId || sessionId === right.sessionId) && token.numUses > 0,
  );
  const inFront = activeTab?.tabId === tab.tabId;
  useRefreshKey(inFront, refresh);
  useEntryChanges((place) => {
    if (!limited && (isSamePlace(place, left) || isSamePlace(place, right))) refresh();
  });

  const loading = compared.left.kind === 'loading' || compared.right.kind === 'loading';
  const differ = differences?.filter(({ change }) => change !== 'same').length ?? 0;
  const same = isSamePlace(left, right);
  const { sessionId, mount, path } = left;
  const place = { sessionId, mount, path };
  const [older, newer] = same ? versionsOf(compared) : [];
  return (
    <div className={css['screen']}>
      <ScreenHead title={newer === undefined ? 'Compare' : `Compare v${String(older)} ↔ v${String(newer)}`}>
        <Row wrap gap={8} role="toolbar" aria-label="Comparison">
          {older !== undefined && (
            <Button icon={FileClock} onClick={() => askAction({ kind: 'restore', place, version: older })}>
              Restore v{older}…
            </Button>
          )}
          <Button icon={ArrowLeftRight} onClick={() => openCompare(right, left)}>
            Swap sides
          </Button>
          {same && <WhoChanged place={place} />}
          <IconButton icon={RefreshCw} label="Refresh both" keys={keyHint('refresh')} onClick={refresh} />
        </Row>
      </ScreenHead>
      <Text as="p" tone="dim" role="status" breaks>
        {same && <code data-selectable>{mount.path + path}</code>}
        {same && differences !== undefined && ' · '}
        {differences !== undefined && summary(differ, differences.length)}
      </Text>
      <div className={css['sides']}>
        <CompareSideHeader which="left" side={left} other={right} state={compared.left} />
        <CompareSideHeader which="right" side={right} other={left} state={compared.right} />
      </div>
      {loading ? (
        <Skeleton rows={5} rowHeight="compared" />
      ) : problem !== undefined ? (
        <ErrorPanel
          error={problem}
          title="Not compared"
          actions={
            <Button small onClick={refresh}>
              Retry
            </Button>
          }
        />
      ) : differences === undefined ||
        compared.left.kind !== 'open' ||
        compared.right.kind !== 'open' ? null : differences.length === 0 ? (
        <EmptyState icon={GitCompareArrows} title="No keys">
          Both sides are an empty object.
        </EmptyState>
      ) : (
        <DifferenceTable
          differences={differences}
          differ={differ}
          left={compared.left.view}
          right={compared.right.view}
        />
      )}
    </div>
  );
}

/** Both versions, the older one first; empty until both are open. */
function versionsOf({ left, right }: Pick<Compared, 'left' | 'right'>): readonly number[] {
  const versions = [left, right].map((side) => (side.kind === 'open' ? side.view.version : undefined));
  return versions.some((version) => version === undefined)
    ? []
    : versions.filter((version) => version !== undefined).sort((a, b) => a - b);
}

function summary(differ: number, total: number): string {
  const keys = counted(total, 'key');
  if (total === 0) return 'No keys';
  if (differ === 0) return `No difference in ${keys}`;
  return `${grouped(differ)} of ${keys} differ${differ === 1 ? 's' : ''}`;
}

/** Binds F5 and a palette action to reading both again, while the comparison is in front. */
function useRefreshKey(inFront: boolean, refresh: () => void): void {
  useActions(() =>
    inFront
      ? [
          {
            id: 'compare.refresh',
            label: 'Refresh both',
            group: 'Comparison',
            icon: RefreshCw,
            key: 'refresh',
            region: 'main',
            run: refresh,
          },
        ]
      : [],
  );
}
