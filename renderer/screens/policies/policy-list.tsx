import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import { appErrorOf } from '../../api/client.ts';
import { policyNamesQuery } from '../../api/policies.ts';
import { useStore, type Store } from '../../api/store.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { FilterBox } from '../../ui/filter-box.tsx';
import { firstRows } from '../../ui/first-rows.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useStableTopRow } from '../../ui/top-row.ts';
import { useRowHeight } from '../../ui/row-heights.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RefusalCard } from '../../parts/refusal/refusal-card.tsx';
import { AskFirst } from './ask-first.tsx';
import { choosePolicy, nameOnServer, type PolicyWork } from './policy-work.ts';
import css from './policies.module.css';

export interface PolicyListProps {
  readonly session: SessionView;
  readonly work: Store<PolicyWork>;
  readonly onNew: () => void;
}

/** One field that filters the names and opens any policy by its name, and the names below it. */
export function PolicyList({ session, work, onNew }: PolicyListProps) {
  const { field } = useStore(work);
  const costs = session.token.numUses !== 0;
  const names = useQuery({ ...policyNamesQuery(session.sessionId), enabled: !costs });
  const shown = matching(names.data ?? [], field);
  const list = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  const open = (): void => {
    const name = toOpen(field, names.data ?? []);
    if (name !== '') choosePolicy(work, name);
  };
  return (
    <nav className={css['names']} aria-label="Policies">
      <div className={css['field']}>
        <FilterBox
          ref={box}
          data-filter
          maxLength={1024}
          className={css['filter']}
          label="Filter, or open by name"
          text={field}
          onText={(text) => {
            work.change({ field: text });
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') open();
            else if (event.key === 'ArrowDown') list.current?.querySelector('button')?.focus();
            else return;
            event.preventDefault();
          }}
        />
        <IconButton icon={Plus} label="New policy" onClick={onNew} />
      </div>
      {names.data !== undefined ? (
        <Names {...{ shown, work }} of={names.data.length} box={list} />
      ) : names.isError ? (
        <NotListed error={appErrorOf(names.error)} onRetry={() => void names.refetch()} />
      ) : costs && !names.isFetching ? (
        <AskFirst action="List policies (1 use)" onAsk={() => void names.refetch()} />
      ) : (
        <Skeleton rows={6} />
      )}
    </nav>
  );
}

function matching(names: readonly string[], field: string): readonly string[] {
  const wanted = nameOnServer(field);
  return wanted === '' ? names : names.filter((name) => name.toLowerCase().includes(wanted));
}

/** What Enter opens: the policy of that very name, else the first that the text leaves, else whatever has that name. */
function toOpen(field: string, names: readonly string[]): string {
  const wanted = nameOnServer(field);
  if (wanted === '' || names.includes(wanted)) return wanted;
  return matching(names, field)[0] ?? wanted;
}

interface NamesProps {
  readonly shown: readonly string[];
  /** How many there are. */
  readonly of: number;
  readonly work: Store<PolicyWork>;
  readonly box: RefObject<HTMLDivElement | null>;
}

function Names({ shown, of, work, box }: NamesProps) {
  const { chosen, drafts } = useStore(work);
  const rowHeight = useRowHeight('list');
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    ...firstRows(),
  });
  useStableTopRow(rows, box, rowHeight);
  return (
    <div ref={box} className={css['list']}>
      {shown.length === 0 && (
        <p className={css['dim']}>
          None of {of.toLocaleString('en-GB')} names matches. Enter opens the policy of this name.
        </p>
      )}
      <ul style={{ height: rows.getTotalSize(), position: 'relative' }} onKeyDown={step}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const name = shown[index] ?? '';
          return (
            <li key={name} className={css['row']} style={{ transform: `translateY(${String(start)}px)` }}>
              <button
                type="button"
                className={css['name']}
                title={name}
                {...(name === chosen ? { 'aria-current': 'true' as const } : {})}
                onClick={() => {
                  choosePolicy(work, name);
                }}
              >
                <span>{name}</span>{' '}
                {drafts[name] !== undefined && <span className={css['edited']}>edited</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Up and down move among the names. */
function step(event: KeyboardEvent<HTMLUListElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const row = event.target instanceof Element ? event.target.closest('li') : null;
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  event.preventDefault();
  next?.querySelector('button')?.focus();
}

interface NotListedProps {
  readonly error: ReturnType<typeof appErrorOf>;
  readonly onRetry: () => void;
}

function NotListed({ error, onRetry }: NotListedProps) {
  return error.kind === 'forbidden' ? (
    <RefusalCard error={error} capability="list" apiPath="sys/policies/acl/" onRetry={onRetry} />
  ) : (
    <ErrorPanel error={error} title="The policies could not be listed" />
  );
}
