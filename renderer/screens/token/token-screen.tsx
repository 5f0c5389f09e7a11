import { ListTree, RefreshCw, SquarePlus } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Box } from '../../ui/layout.tsx';
import { Page } from '../../ui/page.tsx';
import { useActions } from '../../workspace/action-registry.ts';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import type { Revoking } from '../../parts/plan/revocation.ts';
import { accessorsOf, type Listing } from './accessor-store.ts';
import { NotListed, Standing } from './listing.tsx';
import { everything, viewOf, type Filters } from './table-view.ts';
import { AccessorFilters } from './accessor-filters.tsx';
import { ScreenHead } from '../../ui/screen-head.tsx';
import { TokenDrawer } from './token-drawer.tsx';
import { TokenField } from './token-field.tsx';
import { tokensOf } from './token-notes.ts';
import { tokenRows } from './token-rows.ts';
import { TokenTable } from './token-table.tsx';
import sideCss from '../../ui/table-side.module.css';
import { takeFocus } from '../../ui/focus.ts';

export interface TokenScreenProps {
  readonly session: SessionView;
  /** Shown first; empty: the session's own token. */
  readonly accessor: string;
}

/** Tokens: one field, the table, and the chosen token beside it, the session's own at first. */
export function TokenScreen({ session, accessor }: TokenScreenProps) {
  const store = accessorsOf(session.sessionId);
  const state = useStore(store);
  const tokens = tokensOf(session.sessionId);
  const { looked, chosen } = useStore(tokens);
  const { openScreen } = useWorkspaceActions();
  const drawer = useRef<HTMLElement>(null);
  const from = useRef<HTMLElement>(null);
  const [entered, setEntered] = useState(0);
  useEffect(() => {
    if (accessor === '') return undefined;
    tokens.change({ chosen: accessor });
    // Focuses the requested token; it is drawn with the next frame.
    const frame = requestAnimationFrame(() => takeFocus(drawer.current));
    return () => cancelAnimationFrame(frame);
  }, [tokens, accessor]);
  useEffect(() => {
    if (entered > 0) drawer.current?.focus();
  }, [entered]);

  const { listing, filters, sort } = state;
  const rows = useMemo(
    () => tokenRows(session.token, looked, state.rows, goneOf(state.revoking)),
    [session.token, looked, state.rows, state.revoking],
  );
  const readMs = useReadMs(listing?.endedMs ?? listing?.startedMs);
  const view = useMemo(() => viewOf(rows, filters, sort, readMs), [rows, filters, sort, readMs]);
  const choose = (argument: string): void => {
    from.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    tokens.change({ chosen: argument });
    setEntered((before) => before + 1);
  };
  const list = (): void => {
    if (listing?.running !== true) void store.look();
  };
  const { numUses } = session.token;
  const limited = numUses !== 0;
  const setFilters = (next: Filters): void => store.setFilters(next);
  const newToken = (): void => openScreen('new-token');
  useActions(() => [
    {
      id: 'token.list',
      label: 'List all tokens',
      group: 'Tokens',
      icon: ListTree,
      region: 'main',
      disabled: limited,
      run: list,
    },
  ]);
  return (
    <Page>
      <ScreenHead
        title="Tokens"
        note={
          listing !== undefined && (
            <>
              <Standing
                listing={listing}
                shown={view.length}
                rows={rows}
                onCancel={() => void store.cancelLook()}
              />
              {filters !== everything && (
                <Button small variant="ghost" onClick={() => setFilters(everything)}>
                  Show all
                </Button>
              )}
            </>
          )
        }
      >
        <ListButton listing={listing} limited={limited} onList={list} />
        <Button variant="primary" icon={SquarePlus} onClick={newToken}>
          New token
        </Button>
      </ScreenHead>
      <TokenField
        session={session}
        text={filters.text}
        onText={(text) => setFilters({ ...store.snapshot().filters, text })}
        view={view}
        onChoose={choose}
      >
        {listing !== undefined && <AccessorFilters rows={rows} filters={filters} onFilters={setFilters} />}
      </TokenField>
      {listing?.error !== undefined && <NotListed error={listing.error} onRetry={list} />}
      {listing?.end?.error !== undefined && <NotListed error={listing.end.error} onRetry={list} />}
      <Box grow className={sideCss['beside']}>
        <div className={sideCss['parts']}>
          <TokenTable
            session={session}
            store={store}
            state={state}
            view={view}
            chosen={chosen}
            onChoose={choose}
          />
          <TokenDrawer
            key={chosen}
            ref={drawer}
            session={session}
            argument={chosen}
            onLeave={() => {
              from.current?.focus();
            }}
          />
        </div>
      </Box>
    </Page>
  );
}

interface ListButtonProps {
  readonly listing: Listing | undefined;
  /** A look-up of every token costs a use each. */
  readonly limited: boolean;
  readonly onList: () => void;
}

function ListButton({ listing, limited, onList }: ListButtonProps) {
  if (listing !== undefined)
    return (
      <IconButton
        icon={RefreshCw}
        label="Refresh list"
        disabled={listing.running || limited}
        onClick={onList}
      />
    );
  return (
    <Button
      icon={ListTree}
      disabled={limited}
      title={
        limited
          ? 'It would spend one use of your token for every token of the server'
          : 'One request a token; needs list and sudo on auth/token/accessors'
      }
      onClick={onList}
    >
      List all tokens
    </Button>
  );
}

/** Accessors revoked in bulk: no table shows them any more. */
function goneOf(revoking: Revoking | undefined): ReadonlySet<string> {
  const gone = (revoking?.rows ?? []).filter(({ outcome }) => outcome === 'revoked' || outcome === 'gone');
  return new Set(gone.map(({ id }) => id));
}

/** Time of reading the rows, for filters by age; the opening time of the screen if they were not listed. */
function useReadMs(listedMs: number | undefined): number {
  const [openedMs] = useState(() => Date.now());
  return listedMs ?? openedMs;
}
