/**
 * A table of rows that are moved through by keys, as WAI-ARIA has it for grids: arrows, Home and End, pages, Ctrl with Home
 * and End. Right and Left go through the buttons of a row. Of a long table only the rows in view are in the page, and the
 * one that Tab reaches, wherever it is: without it the table would fall out of the order of Tab, and the focus be lost.
 */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useRef, useState } from 'react';
import type { CSSProperties, KeyboardEvent, ReactNode, Ref, RefObject } from 'react';
import { flushSync } from 'react-dom';
import { classes } from './classes.ts';
import { firstRows } from './first-rows.ts';
import { useStableTopRow } from './top-row.ts';
import css from './row-grid.module.css';
import { useRowHeight, type RowKind } from './row-heights.ts';

/** Up to here all rows are in the page. */
export const allRowsUpTo = 200;
/** Rows beyond either edge of the view. */
const OVERSCAN = 4;

/** Where a row stands; `rowAttributes` makes attributes of it. */
export interface RowPlace {
  readonly index: number;
  /** Of the whole table, its head counted; the first is 1. */
  readonly ariaIndex: number;
  /** The row that Tab reaches. */
  readonly active: boolean;
  /** Only of a row whose height is to be measured. */
  readonly measure: Ref<HTMLDivElement> | undefined;
  /** Pixels below the rows in view; undefined: it is one of them. */
  readonly away: number | undefined;
}

interface RowAttributes {
  readonly ref: Ref<HTMLDivElement> | undefined;
  readonly 'aria-rowindex': number;
  readonly 'data-index': number;
  readonly tabIndex: number;
  readonly style?: CSSProperties;
}

/** Attributes of a row beside its role. */
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

export interface RowGridProps<Row> {
  /** The table's element. */
  readonly ref?: RefObject<HTMLDivElement | null>;
  readonly role?: 'grid' | 'treegrid';
  /** What the table is called, for readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  /** Of a plain row; its style sheet has the property of this kind. */
  readonly rowHeight: RowKind;
  /** Up to how many rows all are in the page; `allRowsUpTo` unless told. */
  readonly allUpTo?: number;
  /** Whether it may be taller than a plain row before anything is done in it. Measuring makes the engine lay the page out. */
  readonly isMeasured?: (row: Row) => boolean;
  /** A first row of titles that stays in view, as high as a row. */
  readonly head?: ReactNode;
  readonly columnCount?: number;
  readonly multiselectable?: boolean;
  /** Size and look of the box of a long table. */
  readonly className?: string | undefined;
  /** Enter or Space on a row. */
  readonly onAct: (row: Row, key: 'Enter' | ' ') => void;
  /** Ctrl+C where nothing is selected. */
  readonly onCopy?: (row: Row) => void;
  /** Escape; undefined: there is nothing to leave. */
  readonly onLeave?: (() => void) | undefined;
  /** Right or Left on a row of a tree: answers the row to go to; undefined: to the row's buttons. */
  readonly onSide?: (row: Row, index: number, side: 'ArrowRight' | 'ArrowLeft') => number | undefined;
  readonly onRowClick?: (row: Row, target: Element) => void;
  /** What a row is known by, the same whenever the rows are read anew. */
  readonly keyOf: (row: Row) => string;
  /** Draws a row: again where it or its place has changed, or this function has. */
  readonly children: DrawRow<Row>;
}

type DrawRow<Row> = (row: Row, place: RowPlace) => ReactNode;

/** Rows with one tab stop; what a row looks like is the caller's. */
export function RowGrid<Row>(props: RowGridProps<Row>) {
  const { rows, allUpTo = allRowsUpTo, isMeasured, head, onAct, onCopy, onLeave, onSide } = props;
  const rowHeight = useRowHeight(props.rowHeight);
  const own = useRef<HTMLDivElement>(null);
  const box = props.ref ?? own;
  const [wanted, setActive] = useState(0);
  // What makes a row taller later is done in it: a value is revealed, a failure said.
  const [touched, setTouched] = useState<ReadonlySet<Row>>(new Set());
  const active = Math.max(0, Math.min(wanted, rows.length - 1));
  const virtual = rows.length > allUpTo;
  const lines = useVirtualizer({
    count: virtual ? rows.length : 0,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
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
    // The row to go to is in the page from here on.
    flushSync(() => setActive(to));
    const row = box.current?.querySelector<HTMLElement>(`[role=row][data-index="${String(to)}"]`);
    row?.focus({ preventScroll: virtual });
    if (virtual) lines.scrollToIndex(to);
  };
  const moved = (key: string, at: number): number | undefined => {
    const heads = head === undefined ? 1 : 2;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / rowHeight) - heads);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    };
    return moves[key];
  };
  const sideways = (
    row: Row,
    at: number,
    target: HTMLElement,
    key: string,
  ): number | HTMLElement | undefined => {
    if (key !== 'ArrowRight' && key !== 'ArrowLeft') return undefined;
    return (
      (isRow(target) ? onSide?.(row, at, key) : undefined) ?? beside(target, key === 'ArrowRight' ? 1 : -1)
    );
  };
  const keyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const { target, key } = event;
    const at = indexOf(target);
    const row = at === undefined ? undefined : rows[at];
    if (at === undefined || row === undefined || !(target instanceof HTMLElement) || event.altKey) return;
    const command = event.ctrlKey || event.metaKey;
    if (command && key.toLowerCase() === 'c' && onCopy !== undefined) {
      // With a selection the browser's own copy event does it, through the same way.
      if (document.getSelection()?.isCollapsed === false) return;
      event.preventDefault();
      onCopy(row);
    } else if (key === 'Escape' && !command && onLeave !== undefined) {
      event.stopPropagation();
      onLeave();
    } else if (isRow(target) && !command && (key === 'Enter' || key === ' ')) {
      event.preventDefault();
      onAct(row, key);
    } else if (isRow(target) || isButton(target)) {
      const to =
        command && !onlyEnds.includes(key) ? undefined : (moved(key, at) ?? sideways(row, at, target, key));
      if (to === undefined) return;
      event.preventDefault();
      if (typeof to === 'number') goTo(to);
      else to.focus();
    }
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
        // Whatever is drawn, it is the same function for all rows.
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
      onKeyDown={keyDown}
      onFocus={({ target }) => {
        const index = indexOf(target);
        const row = rows[index ?? -1];
        if (index === undefined || row === undefined) return;
        setActive(index);
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

/** A row, drawn anew only where something about it is new: while the table scrolls most of its rows only move. */
const Line = memo(function Line({ row, draw, ...place }: LineProps) {
  return draw(row, place);
});

/** The rows in view and the one of the tab stop. In order: an element that React moves among others loses the focus. */
function withRow(shown: number[], active: number): number[] {
  const [first = 0] = shown;
  if (active < first) return [active, ...shown];
  return active > (shown.at(-1) ?? active) ? [...shown, active] : shown;
}

/** Whether a painted row, the `at`th, is there for the tab stop alone: first or last, with a gap to the others. */
function isAway(items: readonly { readonly index: number }[], at: number, active: number): boolean {
  const [before, row, after] = [items[at - 1], items[at], items[at + 1]];
  if (row?.index !== active) return false;
  if (before === undefined) return after !== undefined && after.index > active + 1;
  return after === undefined && before.index < active - 1;
}

/** Keys that mean something together with Ctrl. */
const onlyEnds: readonly string[] = ['Home', 'End'];

/** The next stop within a row: the row itself, then its buttons. */
function beside(target: HTMLElement, by: 1 | -1): HTMLElement | undefined {
  const row = target.closest<HTMLElement>('[data-index]');
  if (row === null) return undefined;
  const stops = [row, ...row.querySelectorAll<HTMLElement>('button[tabindex="0"]')];
  const at = stops.indexOf(target);
  return at === -1 ? undefined : stops[at + by];
}

function isRow(target: Element): boolean {
  return target.getAttribute('role') === 'row';
}

function isButton(target: Element): boolean {
  return (
    target instanceof HTMLButtonElement || (target instanceof HTMLInputElement && target.type === 'checkbox')
  );
}

/** The row something lies in. */
function indexOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest('[data-index]') : null;
  return row === null ? undefined : Number(row.getAttribute('data-index'));
}
