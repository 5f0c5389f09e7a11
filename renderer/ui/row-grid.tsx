/**
 * A table with keyboard navigation by rows, as in WAI-ARIA grids: arrows, Home and End, pages, Ctrl with Home and
 * End. Right and Left move through the buttons of a row. Of a long table only visible rows are in the page, plus the
 * tab stop's row: without it the table would leave the tab order, and the focus be lost.
 */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useRef, useState } from 'react';
import type { CSSProperties, ReactNode, Ref, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { classes } from './classes.ts';
import { firstRows } from './first-rows.ts';
import { useStableTopRow } from './top-row.ts';
import { indexOf, pressInGrid, type RowKeyEvents } from './row-grid-keys.ts';
import css from './row-grid.module.css';
import { useRowHeight, type RowKind } from './row-heights.ts';

/** Up to this number all rows are in the page. */
export const allRowsUpTo = 200;
/** Rows rendered beyond either edge of the view. */
const OVERSCAN = 4;

/** Position of a row; `rowAttributes` turns it into attributes. */
export interface RowPlace {
  readonly index: number;
  /** Row number in the whole table including its head, from 1. */
  readonly ariaIndex: number;
  /** True for the row that Tab reaches. */
  readonly active: boolean;
  /** Only for rows whose height is measured. */
  readonly measure: Ref<HTMLDivElement> | undefined;
  /** Offset in pixels if the row is apart from the visible ones; otherwise undefined. */
  readonly away: number | undefined;
}

interface RowAttributes {
  readonly ref: Ref<HTMLDivElement> | undefined;
  readonly 'aria-rowindex': number;
  readonly 'data-index': number;
  readonly tabIndex: number;
  readonly style?: CSSProperties;
}

/** Attributes of a row besides its role. */
export function rowAttributes({ index, ariaIndex, active, measure, away }: RowPlace): RowAttributes {
  return {
    ref: measure,
    'aria-rowindex': ariaIndex,
    'data-index': index,
    tabIndex: active ? 0 : -1,
    ...(away === undefined
      ? {}
      : { style: { position: 'absolute', inset: '0 0 auto', transform: `translateY(${String(away)}px)` } }),
  };
}

/** Place in a table, kept by the caller while the table is not on screen. */
export interface GridPlace {
  /** Row that Tab reaches. */
  row: number;
  /** Pixels scrolled. */
  top: number;
}

export interface RowGridProps<Row> extends RowKeyEvents<Row> {
  /** Ref for the table's element. */
  readonly ref?: RefObject<HTMLDivElement | null>;
  readonly role?: 'grid' | 'treegrid';
  /** Accessible name of the table. */
  readonly label: string;
  readonly rows: readonly Row[];
  /** Kind of a plain row; its style sheet uses the property of this kind. */
  readonly rowHeight: RowKind;
  /** Maximum number of rows for keeping all in the page; default `allRowsUpTo`. */
  readonly allUpTo?: number;
  /** True if a row can initially be taller than a plain one. Measuring makes the engine lay out the page. */
  readonly isMeasured?: (row: Row) => boolean;
  /** A header row that stays in view, as high as a row. */
  readonly head?: ReactNode;
  readonly columnCount?: number;
  /** Starts here, and is changed with every move. */
  readonly place?: GridPlace;
  readonly multiselectable?: boolean;
  /** Size and look of the box of a long table. */
  readonly className?: string | undefined;
  readonly onRowClick?: (row: Row, target: Element) => void;
  /** Identity of a row, stable when the rows are refetched. */
  readonly keyOf: (row: Row) => string;
  /** Renders a row; repeated if the row, its place or this function changes. */
  readonly children: DrawRow<Row>;
}

type DrawRow<Row> = (row: Row, place: RowPlace) => ReactNode;

/** Rows with a single tab stop; the caller renders each row. */
export function RowGrid<Row>(props: RowGridProps<Row>) {
  const { rows, allUpTo = allRowsUpTo, isMeasured, head, place } = props;
  const rowHeight = useRowHeight(props.rowHeight);
  const own = useRef<HTMLDivElement>(null);
  const box = props.ref ?? own;
  const [wanted, setActive] = useState(place?.row ?? 0);
  // A row grows later only by interaction with it: a revealed value, an error.
  const [touched, setTouched] = useState<ReadonlySet<Row>>(new Set());
  const active = Math.max(0, Math.min(wanted, rows.length - 1));
  const virtual = rows.length > allUpTo;
  const lines = useVirtualizer({
    count: virtual ? rows.length : 0,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    initialOffset: place?.top ?? 0,
    scrollPaddingStart: head === undefined ? 0 : rowHeight,
    rangeExtractor: useCallback(
      (range: Parameters<typeof defaultRangeExtractor>[0]) => withRow(defaultRangeExtractor(range), active),
      [active],
    ),
    ...firstRows(),
  });
  useStableTopRow(lines, box, rowHeight);

  const goTo = (index: number): void => {
    const to = Math.max(0, Math.min(rows.length - 1, index));
    // The target row must be in the page before it can get the focus.
    flushSync(() => setActive(to));
    const row = box.current?.querySelector<HTMLElement>(`[role=row][data-index="${String(to)}"]`);
    row?.focus({ preventScroll: virtual });
    if (virtual) lines.scrollToIndex(to);
  };
  /** Rows that a page key moves by: as many as fit below the header row, less one. */
  const pageRows = (): number => {
    const heads = head === undefined ? 1 : 2;
    return Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - heads);
  };
  const items = lines.getVirtualItems();
  const start = items.find((_, at) => !isAway(items, at, active))?.start ?? 0;
  const paint = (index: number, away?: number): ReactNode => {
    const row = rows[index];
    if (row === undefined) return null;
    return (
      <Line
        key={props.keyOf(row)}
        row={row}
        index={index}
        ariaIndex={index + (head === undefined ? 1 : 2)}
        active={index === active}
        measure={
          virtual && (touched.has(row) || isMeasured?.(row) === true) ? lines.measureElement : undefined
        }
        away={away}
        // One function draws all rows, so the cast is safe.
        draw={props.children as DrawRow<unknown>}
      />
    );
  };
  return (
    <div
      ref={box}
      role={props.role ?? 'grid'}
      aria-label={props.label}
      aria-rowcount={rows.length + (head === undefined ? 0 : 1)}
      {...(props.columnCount === undefined ? {} : { 'aria-colcount': props.columnCount })}
      {...(props.multiselectable === true ? { 'aria-multiselectable': true } : {})}
      className={virtual ? classes(css['scrolling'], props.className ?? css['filling']) : css['table']}
      onKeyDown={(event) => pressInGrid(event, rows, { pageRows, goTo }, props)}
      {...(place === undefined
        ? {}
        : { onScroll: ({ currentTarget }) => void (place.top = currentTarget.scrollTop) })}
      onFocus={({ target }) => {
        const index = indexOf(target);
        const row = rows[index ?? -1];
        if (index === undefined || row === undefined) return;
        setActive(index);
        if (place !== undefined) place.row = index;
        setTouched((before) => (before.has(row) ? before : new Set([...before, row])));
      }}
      onClick={({ target }) => {
        const row = rows[indexOf(target) ?? -1];
        if (row !== undefined && target instanceof Element) props.onRowClick?.(row, target);
      }}
    >
      {head}
      {virtual ? (
        <div role="presentation" className={css['whole']} style={{ height: lines.getTotalSize() }}>
          <div
            role="presentation"
            className={css['window']}
            style={{ transform: `translateY(${String(start)}px)` }}
          >
            {items.map((item, at) =>
              paint(item.index, isAway(items, at, active) ? item.start - start : undefined),
            )}
          </div>
        </div>
      ) : (
        rows.map((_, index) => paint(index))
      )}
    </div>
  );
}

interface LineProps extends RowPlace {
  readonly row: unknown;
  readonly draw: DrawRow<unknown>;
}

/** A row that re-renders only if its props change: while scrolling, most rows only move. */
const Line = memo(function Line({ row, draw, ...place }: LineProps) {
  return draw(row, place);
});

/** Visible rows plus the tab stop's. In order, because an element that React moves among others loses the focus. */
function withRow(shown: number[], active: number): number[] {
  const [first = 0] = shown;
  if (active < first) return [active, ...shown];
  return active > (shown.at(-1) ?? active) ? [...shown, active] : shown;
}

/** True if the `at`th painted row exists only for the tab stop: first or last, with a gap to the others. */
function isAway(items: readonly { readonly index: number }[], at: number, active: number): boolean {
  const [before, row, after] = [items[at - 1], items[at], items[at + 1]];
  if (row?.index !== active) return false;
  if (before === undefined) return after !== undefined && after.index > active + 1;
  return after === undefined && before.index < active - 1;
}
