import { ListTree, RefreshCw, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { useStore } from '../../api/store.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { useWorkspaceActions } from '../../workspace/workspace.tsx';
import { MissingPermission } from '../../parts/refusal/missing-permission.tsx';
import { AccessorFilters } from './accessor-filters.tsx';
import { AccessorGrid } from './accessor-grid.tsx';
import { accessorsOf, type AccessorState, type AccessorStore, type Listing } from './accessor-store.ts';
import { JobProgress } from './job-progress.tsx';
import { useRefreshKey } from './refresh-key.ts';
import { RevokePlan } from './revoke-plan.tsx';
import { RevokeResult } from './revoke-result.tsx';
import { everything, viewOf } from './table-view.ts';
import css from './token.module.css';

export interface AccessorScreenProps {
  readonly session: SessionView;
}

/** Every token of the server, looked up one by one when asked to. */
export function AccessorScreen({ session }: AccessorScreenProps) {
  const store = accessorsOf(session.sessionId);
  const state = useStore(store);
  const { listing } = state;
  const look = (): void => {
    if (listing?.running !== true) void store.look();
  };
  useRefreshKey(look);
  const { numUses } = session.token;
  if (listing === undefined && numUses > 0)
    return (
      <EmptyState icon={ListTree} title="All tokens">
        Your token can be used {numUses.toLocaleString('en-GB')} more {numUses === 1 ? 'time' : 'times'}, and
        the table would spend one use for every token of the server. Log in with a token without a limit of
        uses for this.
      </EmptyState>
    );
  if (listing === undefined)
    return (
      <EmptyState
        icon={ListTree}
        title="All tokens"
        actions={
          <Button variant="primary" onClick={look}>
            Look up all tokens
          </Button>
        }
      >
        Lists every accessor of this server and looks each one up: one request a token, several at a time. It
        takes sudo on auth/token/accessors. Nothing is changed.
      </EmptyState>
    );
  return (
    <div className={css['page']}>
      <header className={css['header']}>
        <div className={css['headings']}>
          <h2 className={css['name']}>All tokens</h2>
          <Standing listing={listing} state={state} store={store} />
        </div>
        <div className={css['toolbar']}>
          <Button icon={RefreshCw} disabled={listing.running} onClick={look}>
            Look again
          </Button>
        </div>
      </header>
      {listing.error !== undefined && <NotListed error={listing.error} onRetry={look} />}
      {listing.end?.error !== undefined && <NotListed error={listing.end.error} onRetry={look} />}
      {(state.rows.length > 0 || state.revoking !== undefined) && (
        <Table session={session} store={store} state={state} listing={listing} />
      )}
    </div>
  );
}

interface TableProps {
  readonly session: SessionView;
  readonly store: AccessorStore;
  readonly state: AccessorState;
  readonly listing: Listing;
}

function Table({ session, store, state, listing }: TableProps) {
  const { rows, filters, sort, selected, revoking } = state;
  const { openScreen } = useWorkspaceActions();
  const [planned, setPlanned] = useState<ReadonlySet<string>>();
  const readMs = listing.endedMs ?? listing.startedMs;
  const view = useMemo(() => viewOf(rows, filters, sort, readMs), [rows, filters, sort, readMs]);
  const own = session.token.accessor;
  const handlers = useMemo(
    () => ({
      toggle: (accessor: string) => {
        const next = new Set(store.snapshot().selected);
        if (!next.delete(accessor)) next.add(accessor);
        store.select(next);
      },
      open: (accessor: string) => {
        openScreen('token', accessor === own ? '' : accessor);
      },
    }),
    [store, openScreen, own],
  );
  const allShown = view.length > 0 && view.every(({ accessor }) => selected.has(accessor));
  return (
    <>
      <AccessorFilters
        rows={rows}
        filters={filters}
        onFilters={(next) => {
          store.setFilters(next);
        }}
      />
      <div className={css['selection']}>
        <span role="status">
          {number(view.length)} of {number(rows.length)} shown
          {selected.size > 0 && ` · ${number(selected.size)} selected`}
        </span>
        <span className={css['push']} />
        {filters !== everything && view.length < rows.length && (
          <Button
            small
            variant="ghost"
            onClick={() => {
              store.setFilters(everything);
            }}
          >
            Show all
          </Button>
        )}
        {selected.size > 0 && (
          <Button
            small
            variant="ghost"
            onClick={() => {
              store.select(new Set());
            }}
          >
            Select none
          </Button>
        )}
        <Button
          small
          disabled={view.length === 0 || allShown}
          onClick={() => {
            store.select(new Set([...selected, ...view.map(({ accessor }) => accessor)]));
          }}
        >
          Select all {number(view.length)} shown
        </Button>
        <Button
          small
          variant="danger"
          icon={Trash2}
          disabled={selected.size === 0 || revoking?.running === true}
          onClick={() => {
            setPlanned(selected);
          }}
        >
          {selected.size === 0 ? 'Revoke…' : `Revoke ${number(selected.size)}…`}
        </Button>
      </div>
      {revoking !== undefined && (
        <RevokeResult
          revoking={revoking}
          onCancel={() => void store.cancelRevoke()}
          onRetry={(accessors) => void store.revoke(accessors)}
          onDismiss={() => {
            store.dismissResult();
          }}
        />
      )}
      {view.length === 0 ? (
        <p className={css['dim']}>
          {rows.length === 0 ? 'No token is left in the table.' : 'No token passes the filters.'}
        </p>
      ) : (
        <AccessorGrid
          {...{ rows: view, own, sort, selected }}
          onSort={(next) => {
            store.setSort(next);
          }}
          onToggle={handlers.toggle}
          onOpen={handlers.open}
        />
      )}
      {planned !== undefined && (
        <RevokePlan
          session={session}
          rows={rows.filter(({ accessor }) => planned.has(accessor))}
          onClose={() => {
            setPlanned(undefined);
          }}
          onRevoke={() => {
            setPlanned(undefined);
            void store.revoke(ownLast([...planned], own));
          }}
        />
      )}
    </>
  );
}

/** Nothing could be revoked after one's own. */
function ownLast(accessors: readonly string[], own: string): readonly string[] {
  return accessors.includes(own) ? [...accessors.filter((one) => one !== own), own] : accessors;
}

interface StandingProps {
  readonly listing: Listing;
  readonly state: AccessorState;
  readonly store: AccessorStore;
}

/** How far it is, or how it ended. */
function Standing({ listing, state, store }: StandingProps) {
  const { running, done, total, startedMs, endedMs, end } = listing;
  if (running)
    return (
      <JobProgress
        label="Looking up"
        {...{ done, total, startedMs }}
        onCancel={() => void store.cancelLook()}
      />
    );
  if (total === 0) return null;
  const failed = state.rows.filter(({ token }) => token === undefined).length;
  return (
    <p className={css['progress']} role="status">
      {end?.outcome === 'cancelled'
        ? `Cancelled: ${number(done)} of ${number(total)} tokens were looked up.`
        : `${number(done)} tokens`}
      {failed > 0 && ` · ${number(failed)} could not be looked up; they may have ended meanwhile`}
      {endedMs !== undefined && (
        <span className={css['readAt']}>
          read <RelativeTime iso={new Date(endedMs).toISOString()} />
        </span>
      )}
    </p>
  );
}

function NotListed({ error, onRetry }: { readonly error: AppError; readonly onRetry: () => void }) {
  const title = 'The tokens of this server could not be listed';
  if (error.kind === 'forbidden')
    return (
      <MissingPermission error={error} title={title} capability="list" sudo apiPath="auth/token/accessors/" />
    );
  return (
    <ErrorPanel
      error={error}
      title={title}
      actions={
        <Button small icon={RefreshCw} onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}

function number(count: number): string {
  return count.toLocaleString('en-GB');
}
