import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { RowGrid, rowAttributes } from '../../ui/row-grid.tsx';
import css from './administration.module.css';

export interface ListColumn<Row> {
  readonly title: string;
  /** As in `grid-template-columns`, e.g. `minmax(120px, 2fr)`. */
  readonly size: string;
  readonly mono?: boolean;
  /** The whole text of the cell: shown unless `cell` is given, and where the cell is too narrow for it. */
  readonly text: (row: Row) => string;
  readonly cell?: (row: Row) => ReactNode;
}

export interface ListTableProps<Row> {
  /** What the table is called, for readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly ListColumn<Row>[];
  /** What a row is known by, the same whenever the rows are read anew. */
  readonly keyOf: (row: Row) => string;
  /** The key of the row in the drawer; empty: none. */
  readonly chosen?: string;
  /** Enter, Space or a click. */
  readonly onOpen: (row: Row) => void;
}

/** Rows in columns: arrows move, Enter opens one in the drawer. */
export function ListTable<Row>({ label, rows, columns, keyOf, chosen = '', onOpen }: ListTableProps<Row>) {
  const gridTemplateColumns = columns.map(({ size }) => size).join(' ');
  return (
    <RowGrid
      label={label}
      rows={rows}
      rowHeight="line"
      allUpTo={0}
      keyOf={keyOf}
      columnCount={columns.length}
      className={css['grid']}
      head={
        <div
          role="row"
          aria-rowindex={1}
          className={classes(css['row'], css['head'])}
          style={{ gridTemplateColumns }}
        >
          {columns.map(({ title }) => (
            <div key={title} role="columnheader" className={css['cell']}>
              {title}
            </div>
          ))}
        </div>
      }
      onAct={onOpen}
      onRowClick={onOpen}
    >
      {(row, place) => {
        const { style, ...attributes } = rowAttributes(place);
        return (
          <div
            {...attributes}
            role="row"
            className={css['row']}
            {...(keyOf(row) === chosen ? { 'aria-current': 'true' as const } : {})}
            style={{ ...style, gridTemplateColumns }}
          >
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
