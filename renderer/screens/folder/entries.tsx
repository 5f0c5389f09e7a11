import { Copy, FileKey } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { grouped } from '../../../shared/vault/counted.ts';
import type { FolderColumn, FolderRow } from '../../../shared/vault/folder-table.ts';
import type { FolderState, FolderTable } from '../../parts/folder/folder-tables.ts';
import { SelectionTools } from '../../parts/entry-actions/selection-tools.tsx';
import { fold } from '../../parts/tree/name-list.ts';
import { useOpenPlace } from '../../parts/tree/open-place.ts';
import { copyPlainText } from '../../parts/value/copy-plain-text.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/layout.tsx';
import { useServerNow } from '../../ui/server-clock.tsx';
import { sortedRows, Table } from '../../ui/table.tsx';
import sideCss from '../../ui/table-side.module.css';
import { columnsOf } from './folder-columns.tsx';
import { SelectedActions } from './selected-actions.tsx';

export interface EntriesProps {
  readonly sessionId: string;
  readonly table: FolderTable;
  readonly state: FolderState;
  readonly columns: readonly FolderColumn[];
}

/** Most entries opened at once: each is a tab. */
const mostOpened = 20;

const byName = { column: 'name', descending: false };

/** The entries of the folder, and actions on the selected ones. */
export function Entries({ sessionId, table, state, columns: chosen }: EntriesProps) {
  const { mount } = table;
  const { rows, text, selected } = state;
  const sort = state.sorts.entries ?? byName;
  const openPlace = useOpenPlace(sessionId);
  const nowMs = Math.ceil(useServerNow() / 1000) * 1000;
  const columns = useMemo(() => columnsOf(chosen, table.path, nowMs), [chosen, table, nowMs]);
  const view = useMemo(() => {
    const needle = fold(text.trim());
    const column = columns.find(({ key }) => key === sort.column) ?? columns[0];
    return sortedRows(
      needle === '' ? rows : rows.filter(({ path }) => fold(path).includes(needle)),
      (row) => column?.sort?.(row),
      sort.descending,
      (one, other) => (one.path < other.path ? -1 : 1),
    );
  }, [rows, text, columns, sort]);
  const shown = useMemo(() => view.filter(({ path }) => selected.has(path)), [view, selected]);
  const toggle = useCallback(({ path }: FolderRow) => table.toggle(path), [table]);
  return (
    <div className={sideCss['tableSide']}>
      {selected.size > 0 && (
        <SelectedActions
          shown={shown.length}
          hidden={selected.size - shown.length}
          onNone={() => table.show({ selected: new Set() })}
        >
          <Button
            small
            icon={FileKey}
            disabled={shown.length === 0 || shown.length > mostOpened}
            title={shown.length > mostOpened ? `At most ${String(mostOpened)} at a time` : undefined}
            onClick={() => {
              for (const { path } of shown) openPlace({ mount, path }, 'pin');
            }}
          >
            Open {grouped(shown.length)}
          </Button>
          <Button
            small
            icon={Copy}
            disabled={shown.length === 0}
            onClick={() => void copyPlainText(shown.map(({ path }) => mount.path + path).join('\n'), 'Paths')}
          >
            Copy paths
          </Button>
          <SelectionTools
            sessionId={sessionId}
            disabled={shown.length === 0}
            places={() => shown.map(({ path }) => ({ sessionId, mount: mount.path, path }))}
          />
        </SelectedActions>
      )}
      {view.length === 0 ? (
        <Note role="status">No path contains “{text.trim()}”.</Note>
      ) : (
        <Table
          label="Entries"
          rows={view}
          columns={columns}
          keyOf={({ path }) => path}
          place={table.places.entries}
          sort={sort}
          onSort={(next) => table.setSort(next)}
          selection={{
            isSelectable: () => true,
            selected,
            onToggle: toggle,
            nameOf: ({ path }) => path.slice(table.path.length),
            onSelect: (keys) => table.show({ selected: keys }),
          }}
          problemOf={({ problem }) => problem}
          onOpen={({ path }, key) => openPlace({ mount, path }, key === 'Enter' ? 'pin' : 'preview')}
          onCopy={({ path }) => void copyPlainText(mount.path + path, 'Path')}
        />
      )}
    </div>
  );
}
