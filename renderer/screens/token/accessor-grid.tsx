import { ArrowDown, ArrowUp } from 'lucide-react';
import { useMemo, useRef } from 'react';
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { RowGrid } from '../../ui/row-grid.tsx';
import { useWidth } from '../../ui/use-width.ts';
import { AccessorLine } from './accessor-line.tsx';
import { columnSizes, shownColumns } from './shown-columns.ts';
import type { Column, Sort } from './table-view.ts';
import sideCss from '../../ui/table-side.module.css';
import css from './token.module.css';

export interface AccessorGridProps {
  readonly rows: readonly AccessorRow[];
  /** The session's own accessor. */
  readonly own: string;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly selected: ReadonlySet<string>;
  /** Accessor of the token in the drawer; empty: the session's own. */
  readonly chosen: string;
  readonly onToggle: (accessor: string) => void;
  readonly onOpen: (accessor: string) => void;
}

const titles: Readonly<Record<Column, string>> = {
  name: 'Name',
  accessor: 'Accessor',
  policies: 'Policies',
  path: 'Path',
  type: 'Type',
  created: 'Created',
  expires: 'Expires',
  entity: 'Entity',
  uses: 'Uses',
};

/** Tokens as a table: arrows move, Space selects, Enter opens. */
export function AccessorGrid(props: AccessorGridProps) {
  const { rows, own, sort, onSort, selected, chosen, onToggle, onOpen } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const columns = useMemo(() => shownColumns(rows, width), [rows, width]);
  return (
    <RowGrid
      ref={box}
      label="Tokens"
      keyOf={keyOf}
      rows={rows}
      rowHeight="line"
      allUpTo={0}
      multiselectable
      columnCount={columns.length + 1}
      className={sideCss['grid']}
      head={
        <div
          role="row"
          aria-rowindex={1}
          className={classes(sideCss['row'], sideCss['head'])}
          style={{ gridTemplateColumns: columnSizes(columns) }}
        >
          <div role="columnheader" className={sideCss['cell']}>
            <span data-reader-only>Selected</span>
          </div>
          {columns.map((column) => (
            <Header key={column} column={column} sort={sort} onSort={onSort} />
          ))}
        </div>
      }
      onAct={({ accessor }, key) => {
        if (key === ' ') onToggle(accessor);
        else onOpen(accessor);
      }}
      onRowClick={({ accessor }, target) => {
        if (target.closest('[data-check]') === null) onOpen(accessor);
      }}
    >
      {(row, place) => (
        <AccessorLine
          row={row}
          columns={columns}
          own={row.accessor === own}
          chosen={row.accessor === (chosen === '' ? own : chosen)}
          selected={selected.has(row.accessor)}
          onToggle={onToggle}
          {...place}
        />
      )}
    </RowGrid>
  );
}

interface HeaderProps {
  readonly column: Column;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

function Header({ column, sort, onSort }: HeaderProps) {
  const here = sort.column === column;
  const order = !here ? 'none' : sort.descending ? 'descending' : 'ascending';
  return (
    <div role="columnheader" aria-sort={order} className={sideCss['cell']}>
      <button
        type="button"
        className={css['sort']}
        onClick={() => onSort({ column, descending: here && !sort.descending })}
      >
        {titles[column]}
        {here && <Icon of={sort.descending ? ArrowDown : ArrowUp} size={12} />}
      </button>
    </div>
  );
}

function keyOf({ accessor }: AccessorRow): string {
  return accessor;
}
