import { Trash2 } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import { Button } from '../../ui/button.tsx';
import { Box, Row } from '../../ui/layout.tsx';
import { Table } from '../../ui/table.tsx';
import { toned } from '../../ui/tone.ts';
import type { AccessorState, AccessorStore } from './accessor-store.ts';
import { RevokeResult } from '../../parts/plan/revoke-result.tsx';
import { tokenColumns } from './token-columns.tsx';
import { isByValue } from './token-notes.ts';
import sideCss from '../../ui/table-side.module.css';

export interface TokenTableProps {
  readonly session: SessionView;
  readonly store: AccessorStore;
  readonly state: AccessorState;
  /** Filtered and sorted. */
  readonly view: readonly AccessorRow[];
  readonly chosen: string;
  readonly onChoose: (argument: string) => void;
}

/** The rows, and actions on the selected ones. */
export function TokenTable(props: TokenTableProps) {
  const { session, store, state, view, chosen, onChoose } = props;
  const { filters, sort, selected, revoking } = state;
  const own = session.token.accessor;
  const toggle = useCallback(({ accessor }: AccessorRow) => store.toggle(accessor), [store]);
  const columns = useMemo(() => tokenColumns(own), [own]);
  // Selected rows hidden by a filter are not revoked, as the user cannot see them.
  const chosenHere = view.flatMap((row) =>
    isSelectable(row) && selected.has(row.accessor) ? [row.accessor] : [],
  );
  const hiddenOnes = selected.size - chosenHere.length;
  return (
    <div className={sideCss['tableSide']}>
      {selected.size > 0 && (
        <Row wrap align="center" gap={8} tone="dim">
          <span role="status">
            {grouped(chosenHere.length)} selected
            {hiddenOnes > 0 && `, ${grouped(hiddenOnes)} more hidden by the filter`}
          </span>
          <Box as="span" push />
          <Button small variant="ghost" onClick={() => store.select(new Set())}>
            Select none
          </Button>
          <Button
            small
            variant="danger"
            icon={Trash2}
            disabled={chosenHere.length === 0 || revoking?.running === true}
            onClick={() => void store.revoke(ownLast(chosenHere, own))}
          >
            Revoke {grouped(chosenHere.length)}…
          </Button>
        </Row>
      )}
      {revoking !== undefined && <RevokeResult things="tokens" revoking={revoking} store={store} />}
      {view.length === 0 ? (
        <p className={toned('dim')}>
          {filters.text.trim() === ''
            ? 'No token passes the filters.'
            : 'No token matches. Press Enter to look this up as an accessor.'}
        </p>
      ) : (
        <Table
          label="Tokens"
          rows={view}
          columns={columns}
          keyOf={({ accessor }) => accessor}
          sort={sort}
          selection={{
            isSelectable,
            selected,
            onToggle: toggle,
            onSelect: (keys) => store.select(keys),
            nameOf,
          }}
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
