import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { RowGrid, rowAttributes } from '../../ui/row-grid.tsx';
import css from '../../ui/table-side.module.css';

export interface ListColumn<Row> {
  readonly title: string;
  /** As in `grid-template-columns`, e.g. `minmax(120px, 2fr)`. */
  readonly size: string;
  readonly mono?: boolean;
  /** The whole text of the cell: shown unless `cell` is given, and as its tooltip. */
  readonly text: (row: Row) => string;
  readonly cell?: (row: Row) => ReactNode;
}

/** Row selection, for actions on many rows at once. */
export interface ListSelection<Row> {
  readonly isSelectable: (row: Row) => boolean;
  /** Selected keys, from `keyOf`. */
  readonly selected: ReadonlySet<string>;
  readonly onToggle: (row: Row) => void;
}

export interface ListTableProps<Row> {
  /** Name of the table for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly ListColumn<Row>[];
  /** Identity of a row, stable when the rows are read again. */
  readonly keyOf: (row: Row) => string;
  /** The key of the row in the drawer; empty: the drawer is closed. */
  readonly chosen?: string;
  /** Undefined: rows can be opened, not selected. */
  readonly selection?: ListSelection<Row> | undefined;
  /** Called by Enter or a click; by Space as well, if rows cannot be selected. */
  readonly onOpen: (row: Row) => void;
}

const checkSize = '34px';

/** Rows in columns: arrows move, Enter opens one in the drawer, Space selects it if it can be selected. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, rows, columns, keyOf, chosen = '', selection, onOpen } = props;
  const sizes = columns.map(({ size }) => size);
  const gridTemplateColumns = (selection === undefined ? sizes : [checkSize, ...sizes]).join(' ');
  return (
    <RowGrid
      label={label}
      rows={rows}
      rowHeight="line"
      allUpTo={0}
      keyOf={keyOf}
      multiselectable={selection !== undefined}
      columnCount={columns.length + (selection === undefined ? 0 : 1)}
      className={css['grid']}
      head={
        <div
          role="row"
          aria-rowindex={1}
          className={classes(css['row'], css['head'])}
          style={{ gridTemplateColumns }}
        >
          {selection !== undefined && (
            <div role="columnheader" className={css['cell']}>
              <span data-reader-only>Selected</span>
            </div>
          )}
          {columns.map(({ title }) => (
            <div key={title} role="columnheader" className={css['cell']}>
              {title}
            </div>
          ))}
        </div>
      }
      onAct={(row, key) => {
        if (key === ' ' && selection?.isSelectable(row) === true) selection.onToggle(row);
        else onOpen(row);
      }}
      onRowClick={(row, target) => {
        if (target.closest('[data-check]') === null) onOpen(row);
      }}
    >
      {(row, place) => {
        const { style, ...attributes } = rowAttributes(place);
        return (
          <div
            {...attributes}
            role="row"
            className={css['row']}
            {...(keyOf(row) === chosen ? { 'aria-current': 'true' as const } : {})}
            {...(selection === undefined ? {} : { 'aria-selected': selection.selected.has(keyOf(row)) })}
            style={{ ...style, gridTemplateColumns }}
          >
            {selection !== undefined && <CheckCell row={row} selection={selection} name={keyOf(row)} />}
            {columns.map(({ title, mono = false, text, cell }) => {
              const whole = text(row);
              return (
                <div
                  key={title}
                  role="gridcell"
                  className={classes(css['cell'], mono && css['mono'])}
                  {...(whole === '' ? {} : { title: whole })}
                >
                  {cell === undefined ? whole : cell(row)}
                </div>
              );
            })}
          </div>
        );
      }}
    </RowGrid>
  );
}

interface CheckCellProps<Row> {
  readonly row: Row;
  readonly name: string;
  readonly selection: ListSelection<Row>;
}

function CheckCell<Row>({ row, name, selection }: CheckCellProps<Row>) {
  return (
    <div role="gridcell" className={css['check']} data-check={selection.isSelectable(row) || undefined}>
      {selection.isSelectable(row) && (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Select ${name}`}
          checked={selection.selected.has(name)}
          onChange={() => selection.onToggle(row)}
        />
      )}
    </div>
  );
}
