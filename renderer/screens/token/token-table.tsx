import { Trash2 } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import { Button } from '../../ui/button.tsx';
import { Table } from '../../ui/table.tsx';
import { toned } from '../../ui/tone.ts';
import type { AccessorState, AccessorStore } from './accessor-store.ts';
import { RevokeResult } from '../../parts/plan/revoke-result.tsx';
import { everything, choicesOf } from './table-view.ts';
import { tokenColumns } from './token-columns.tsx';
import { isByValue } from './token-notes.ts';
import sideCss from '../../ui/table-side.module.css';
import css from './token.module.css';
import { choice } from '../../ui/choice-field.tsx';
import { Fields } from '../../ui/fields.tsx';
import type { Age, Filters } from './table-view.ts';

export interface TokenTableProps {
  readonly session: SessionView;
  readonly store: AccessorStore;
  readonly state: AccessorState;
  readonly rows: readonly AccessorRow[];
  /** Filtered and sorted. */
  readonly view: readonly AccessorRow[];
  readonly chosen: string;
  readonly onChoose: (argument: string) => void;
}

/** The rows, their filters, and actions on the selected ones. */
export function TokenTable(props: TokenTableProps) {
  const { session, store, state, rows, view, chosen, onChoose } = props;
  const { filters, sort, selected, revoking, listing } = state;
  const own = session.token.accessor;
  const toggle = useCallback(({ accessor }: AccessorRow) => store.toggle(accessor), [store]);
  const columns = useMemo(() => tokenColumns(own), [own]);
  const selectable = view.filter(isSelectable);
  // Selected rows hidden by a filter are not revoked, as the user cannot see them.
  const chosenHere = selectable.flatMap(({ accessor }) => (selected.has(accessor) ? [accessor] : []));
  const hiddenOnes = selected.size - chosenHere.length;
  const allShown = selectable.length > 0 && selectable.every(({ accessor }) => selected.has(accessor));
  return (
    <div className={sideCss['tableSide']}>
      {listing !== undefined && (
        <AccessorFilters rows={rows} filters={filters} onFilters={(next) => store.setFilters(next)} />
      )}
      {(listing !== undefined || selected.size > 0) && (
        <div className={css['selection']}>
          <span role="status">
            {view.length < rows.length && `${grouped(view.length)} of ${grouped(rows.length)} shown`}
            {view.length < rows.length && selected.size > 0 && ' · '}
            {selected.size > 0 && `${grouped(chosenHere.length)} selected`}
            {hiddenOnes > 0 && `, ${grouped(hiddenOnes)} more hidden by the filter`}
          </span>
          <span className={css['push']} />
          {filters !== everything && view.length < rows.length && (
            <Button small variant="ghost" onClick={() => store.setFilters(everything)}>
              Show all
            </Button>
          )}
          {selected.size > 0 && (
            <Button small variant="ghost" onClick={() => store.select(new Set())}>
              Select none
            </Button>
          )}
          <Button
            small
            disabled={selectable.length === 0 || allShown}
            onClick={() =>
              store.select(new Set([...selected, ...selectable.map(({ accessor }) => accessor)]))
            }
          >
            Select all {grouped(selectable.length)} shown
          </Button>
          <Button
            small
            variant="danger"
            icon={Trash2}
            disabled={chosenHere.length === 0 || revoking?.running === true}
            onClick={() => void store.revoke(ownLast(chosenHere, own))}
          >
            {chosenHere.length === 0 ? 'Revoke…' : `Revoke ${grouped(chosenHere.length)}…`}
          </Button>
        </div>
      )}
      {revoking !== undefined && <RevokeResult things="tokens" revoking={revoking} store={store} />}
      {view.length === 0 ? (
        <p className={toned('dim')}>
          {filters.text.trim() === ''
            ? 'No token passes the filters.'
            : 'No row matches. Enter looks it up as an accessor.'}
        </p>
      ) : (
        <Table
          label="Tokens"
          rows={view}
          columns={columns}
          keyOf={({ accessor }) => accessor}
          sort={sort}
          selection={{ isSelectable, selected, onToggle: toggle, nameOf }}
          chosen={chosen === '' ? own : chosen}
          problemOf={problemOf}
          onSort={(next) => store.setSort(next)}
          onOpen={({ accessor }) => onChoose(accessor === own ? '' : accessor)}
        />
      )}
    </div>
  );
}

/** The server revokes many by their accessors. */
function isSelectable({ accessor }: AccessorRow): boolean {
  return accessor !== '' && !isByValue(accessor);
}

function nameOf({ accessor, token }: AccessorRow): string {
  return token === undefined || token.displayName === '' ? accessor : token.displayName;
}

function problemOf({ token, problem = 'It could not be looked up.' }: AccessorRow): string | undefined {
  return token === undefined ? problem : undefined;
}

/** Revoking the session's own token ends the rest of the job, so it comes last. */
function ownLast(accessors: readonly string[], own: string): readonly string[] {
  return accessors.includes(own) ? [...accessors.filter((one) => one !== own), own] : accessors;
}

interface AccessorFiltersProps {
  readonly rows: readonly AccessorRow[];
  readonly filters: Filters;
  readonly onFilters: (filters: Filters) => void;
}

const ages: readonly { readonly value: Age; readonly label: string }[] = [
  { value: '', label: 'Any age' },
  { value: 'hour', label: 'Older than 1 hour' },
  { value: 'day', label: 'Older than 1 day' },
  { value: 'week', label: 'Older than 7 days' },
  { value: 'month', label: 'Older than 30 days' },
];

const anyEntity = [
  { value: '', label: 'Any entity' },
  { value: 'none', label: 'Without an entity' },
];
const hidden = { labelHidden: true };

/** Filters the table by the values that occur in it. */
function AccessorFilters({ rows, filters, onFilters }: AccessorFiltersProps) {
  const { policies, paths, entities } = useMemo(() => choicesOf(rows), [rows]);
  const named = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));
  return (
    <div className={css['filters']} role="group" aria-label="Filter">
      <Fields<Filters>
        draft={filters}
        onDraft={(change) => onFilters({ ...filters, ...change })}
        of={[
          choice('policy', 'Policy', [{ value: '', label: 'Any policy' }, ...named(policies)], hidden),
          choice('path', 'Path', [{ value: '', label: 'Any path' }, ...named(paths)], hidden),
          choice('age', 'Age', ages, hidden),
          choice('entity', 'Entity', [...anyEntity, ...named(entities)], hidden),
        ]}
      />
    </div>
  );
}
