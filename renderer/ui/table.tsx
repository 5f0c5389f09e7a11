/**
 * Rows in columns: arrows move, Enter opens a row, Space selects it if it can be selected. A column is one object:
 * title, width, content and sort value. Columns with a `rank` are left out of a table that is too narrow for them.
 */
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, useEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { Row } from './layout.tsx';
import { RowGrid, rowAttributes, type RowGridProps, type RowPlace } from './row-grid.tsx';
import tableCss from './table-side.module.css';
import { useWidth } from './use-width.ts';

export interface Column<Row> {
  /** Names the column in a `Sort`. */
  readonly key?: string;
  readonly title: string;
  /** Replaces the title in the head, which names the column for screen readers then. */
  readonly head?: ReactNode;
  /** Minimum in pixels. */
  readonly width: number;
  /** Share of the room that is left; without it the column stays at its width, or grows up to `most`. */
  readonly share?: number;
  readonly most?: number;
  /** The columns that fit by rank, from 1, are shown; the first two always. Without it: always shown. */
  readonly rank?: number;
  /** Leaves the column out if no row passes. */
  readonly isNeededBy?: (row: Row) => boolean;
  /** The same for callers that know it without looking at the rows. */
  readonly isNeeded?: () => boolean;
  readonly mono?: boolean;
  /** Replaces the class of its cells. */
  readonly className?: string | undefined;
  /** The whole text of the cell: shown unless `cell` is given, and as its tooltip. */
  readonly text?: (row: Row) => string | undefined;
  readonly cell?: (row: Row, shown: readonly Column<Row>[]) => ReactNode;
  /** A header that sorts; undefined values come last in both directions. */
  readonly sort?: (row: Row) => string | number | undefined;
}

export interface Sort {
  /** Key of a column. */
  readonly column: string;
  readonly descending: boolean;
}

/** Row selection, for actions on many rows at once. */
export interface Selection<Row> {
  readonly isSelectable: (row: Row) => boolean;
  /** Selected keys, from `keyOf`. */
  readonly selected: ReadonlySet<string>;
  /** Replaces `selected`, for rows whose keys nobody makes. */
  readonly isSelected?: (row: Row) => boolean;
  readonly onToggle: (row: Row) => void;
  /** Replaces the selection. It offers a check box in the head that selects or clears all rows shown. */
  readonly onSelect?: (keys: ReadonlySet<string>) => void;
  /** State of the check box in the head as the caller knows it: no row is looked at for it. */
  readonly all?: { readonly isChecked: boolean; readonly onChecked: (checked: boolean) => void };
  /** Name of a row for screen readers; default: its key. */
  readonly nameOf?: (row: Row) => string;
}

/** Classes of the parts: grid, row, head, cell, mono, sort, check, problem. */
type Look = Readonly<Record<string, string | undefined>>;

interface TreePlace {
  readonly level: number;
  /** Undefined: nothing below it. */
  readonly isOpen: boolean | undefined;
}

export interface TableProps<Row> extends Pick<
  RowGridProps<Row>,
  'label' | 'rows' | 'keyOf' | 'role' | 'allUpTo' | 'onCopy' | 'onSide' | 'onRowClick' | 'place'
> {
  readonly columns: readonly Column<Row>[];
  /** The key of the row in the drawer; empty: the drawer is closed. */
  readonly chosen?: string;
  /** Undefined: rows can be opened, not selected. */
  readonly selection?: Selection<Row> | undefined;
  readonly sort?: Sort;
  readonly onSort?: (sort: Sort) => void;
  /** The place of a row in a tree. */
  readonly treeOf?: (row: Row) => TreePlace;
  /** Replaces the classes of the table's parts. */
  readonly look?: Look;
  /** Replaces the cells of a row, e.g. by the reason why it could not be read. */
  readonly problemOf?: (row: Row) => string | undefined;
  /** Called by Enter or a click; by Space as well, if the row cannot be selected. */
  readonly onOpen?: (row: Row, key?: 'Enter' | ' ') => void;
}

const checkWidth = 34;

/** A table of rows that scrolls within the room it has. */
export function Table<Row>(props: TableProps<Row>) {
  const { rows, columns, keyOf, chosen = '', selection, sort, onSort, problemOf, onOpen, ...others } = props;
  const { look = tableCss, treeOf, ...grid } = others;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const isSelectable = selection !== undefined;
  const shown = useMemo(
    () => fittingColumns(columns, rows, width - (isSelectable ? checkWidth : 0)),
    [columns, rows, width, isSelectable],
  );
  const gridTemplateColumns = columnSizes(shown, isSelectable);
  // The drawer below a narrow table takes the room of its lower rows.
  useEffect(() => {
    if (chosen !== '') box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <RowGrid
      allUpTo={0}
      onRowClick={(row, target) => {
        if (target.closest('[data-check]') === null) onOpen?.(row);
      }}
      {...grid}
      ref={box}
      rows={rows}
      keyOf={keyOf}
      rowHeight="line"
      multiselectable={isSelectable}
      columnCount={shown.length + (isSelectable ? 1 : 0)}
      className={look['grid']}
      head={
        <div
          role="row"
          aria-rowindex={1}
          className={classes(look['row'], look['head'])}
          style={{ gridTemplateColumns }}
        >
          {isSelectable && (
            <Row role="columnheader" justify="center">
              <AllSelected rows={rows} keyOf={keyOf} selection={selection} />
            </Row>
          )}
          {shown.map((column) => (
            <Header key={column.title} column={column} look={look} sort={sort} onSort={onSort} />
          ))}
        </div>
      }
      onAct={(row, key) => {
        if (key === ' ' && selection?.isSelectable(row) === true) selection.onToggle(row);
        else onOpen?.(row, key);
      }}
    >
      {(row, place) => (
        <Line
          {...place}
          row={row}
          look={look}
          tree={treeOf?.(row)}
          columns={shown}
          sizes={gridTemplateColumns}
          name={selection?.nameOf?.(row) ?? keyOf(row)}
          chosen={keyOf(row) === chosen}
          selected={selection?.isSelected?.(row) ?? selection?.selected.has(keyOf(row))}
          selectable={selection?.isSelectable(row)}
          onToggle={selection?.onToggle}
          problem={problemOf?.(row)}
        />
      )}
    </RowGrid>
  );
}

interface AllSelectedProps<Row> extends Pick<TableProps<Row>, 'rows' | 'keyOf'> {
  readonly selection: Selection<Row>;
}

function AllSelected<Row>({ rows, keyOf, selection }: AllSelectedProps<Row>) {
  const { isSelectable, selected, onSelect, all: known } = selection;
  if (known !== undefined)
    return (
      <input
        type="checkbox"
        aria-label="Select all shown"
        checked={known.isChecked}
        onChange={() => known.onChecked(!known.isChecked)}
      />
    );
  if (onSelect === undefined) return <span data-reader-only>Selected</span>;
  const shown = new Set(rows.filter(isSelectable).map(keyOf));
  const others = [...selected].filter((key) => !shown.has(key));
  const all = shown.size > 0 && selected.size - others.length === shown.size;
  return (
    <input
      type="checkbox"
      aria-label="Select all shown"
      checked={all}
      onChange={() => onSelect(new Set([...others, ...(all ? [] : shown)]))}
    />
  );
}

interface HeaderProps<Row> {
  readonly column: Column<Row>;
  readonly look: Look;
  readonly sort: Sort | undefined;
  readonly onSort: ((sort: Sort) => void) | undefined;
}

function Header<Row>({ column: { key = '', title, ...column }, look, sort, onSort }: HeaderProps<Row>) {
  if (column.sort === undefined)
    return (
      <div
        role="columnheader"
        className={look['cell']}
        {...(column.head === undefined ? {} : { 'aria-label': title, title })}
      >
        {column.head ?? title}
      </div>
    );
  const here = sort?.column === key;
  const descending = here && sort.descending;
  return (
    <div
      role="columnheader"
      aria-sort={!here ? 'none' : descending ? 'descending' : 'ascending'}
      className={look['cell']}
    >
      <button
        type="button"
        className={look['sort']}
        onClick={() => onSort?.({ column: key, descending: here && !descending })}
      >
        {title}
        {here && <Icon of={descending ? ArrowDown : ArrowUp} size={12} />}
      </button>
    </div>
  );
}

interface LineProps<Row> extends RowPlace {
  readonly row: Row;
  readonly look: Look;
  readonly tree: TreePlace | undefined;
  readonly columns: readonly Column<Row>[];
  readonly sizes: string;
  readonly name: string;
  readonly chosen: boolean;
  /** Undefined: no row can be selected. */
  readonly selected: boolean | undefined;
  readonly selectable: boolean | undefined;
  readonly onToggle: ((row: Row) => void) | undefined;
  readonly problem: string | undefined;
}

/** A row that is drawn again only if something about it changes, not with every batch of others. */
const Line = memo(function Line<Row>(props: LineProps<Row>) {
  const { row, look, tree, columns, sizes, name, chosen, selected, selectable, onToggle, problem } = props;
  const { style, ...attributes } = rowAttributes(props);
  return (
    <div
      {...attributes}
      role="row"
      className={look['row']}
      aria-level={tree?.level}
      aria-expanded={tree?.isOpen}
      aria-current={chosen || undefined}
      aria-selected={selected}
      style={{ ...style, gridTemplateColumns: sizes }}
    >
      {selected !== undefined && (
        <Row role="gridcell" justify="center" data-check={selectable || undefined}>
          {selectable === true && (
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={`Select ${name}`}
              checked={selected}
              onChange={() => onToggle?.(row)}
            />
          )}
        </Row>
      )}
      {problem === undefined ? (
        columns.map((column) => {
          const { title, mono = false, cell } = column;
          const text = column.text?.(row) ?? '';
          return (
            <div
              key={title}
              role="gridcell"
              className={column.className ?? classes(look['cell'], mono && look['mono'])}
              title={text === '' ? undefined : text}
            >
              {cell === undefined ? text : cell(row, columns)}
            </div>
          );
        })
      ) : (
        <div role="gridcell" className={classes(look['cell'], look['problem'])} title={problem}>
          <code>{name}</code> {problem}
        </div>
      )}
    </div>
  );
}) as <Row>(props: LineProps<Row>) => ReactNode;

/** Rows sorted by a key: undefined keys come last in both directions, and `tie` decides between equal ones. */
export function sortedRows<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number | undefined,
  descending: boolean,
  tie: (one: Row, other: Row) => number = () => 0,
): readonly Row[] {
  const sign = descending ? -1 : 1;
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((one, other) => {
      if (one.key === undefined || other.key === undefined)
        return one.key === other.key ? 0 : one.key === undefined ? 1 : -1;
      return sign * (one.key < other.key ? -1 : one.key > other.key ? 1 : 0) || tie(one.row, other.row);
    })
    .map(({ row }) => row);
}

/** The columns that fit into a width in pixels, in their order. */
export function fittingColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  width: number,
): readonly Column<Row>[] {
  const needed = columns.filter(
    ({ isNeededBy, isNeeded }) =>
      (isNeeded === undefined || isNeeded()) && (isNeededBy === undefined || rows.some(isNeededBy)),
  );
  const shown = new Set<Column<Row>>();
  let left = width;
  for (const column of needed.toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))) {
    left -= column.width;
    if (left < 0 && column.rank !== undefined && shown.size >= 2) break;
    shown.add(column);
  }
  return needed.filter((column) => shown.has(column));
}

/** The same as CSS grid columns, after the check box of rows that can be selected. */
export function columnSizes<Row>(columns: readonly Column<Row>[], isSelectable: boolean): string {
  const sizes = columns.map(({ width, share, most = width }) =>
    share === undefined
      ? most === width
        ? `${String(width)}px`
        : `minmax(${String(width)}px, ${String(most)}px)`
      : `minmax(${String(width)}px, ${String(share)}fr)`,
  );
  return [...(isSelectable ? [`${String(checkWidth)}px`] : []), ...sizes].join(' ');
}
