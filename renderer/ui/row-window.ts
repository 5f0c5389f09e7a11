/**
 * Visible rows of a list with equal heights: two divisions and no per-row record, so that 100,000 rows cost nothing
 * until they are visible.
 */
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Half-open range of rows to paint, and scrolling to a row. */
export interface RowWindow {
  readonly first: number;
  readonly end: number;
  readonly totalHeight: number;
  /** Row at the top of the view, with a fraction. */
  readonly top: number;
  /** Number of rows that fit the view. */
  readonly pageRows: number;
  readonly onScroll: () => void;
  /** `covered`: rows at the top of the view that something lies over. */
  readonly scrollToRow: (index: number, covered?: number) => void;
}

const overscan = 8;
/** Height assumed before the first layout (and without one, as in a test). */
const assumedHeight = 600;

/**
 * Tracks the scroll position of `viewport`, a box of `count` rows of `rowHeight` px. The position is held in rows
 * (with a fraction), `initialTop` at first, so that a change of row height keeps the visible rows in place.
 */
export function useRowWindow(
  viewport: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  initialTop = 0,
): RowWindow {
  const [top, setTop] = useState(initialTop);
  const [height, setHeight] = useState(assumedHeight);
  const place = useRef(initialTop);
  const goTo = useCallback((row: number): void => {
    place.current = row;
    setTop(row);
  }, []);

  useLayoutEffect(() => {
    if (viewport.current !== null) viewport.current.scrollTop = place.current * rowHeight;
  }, [viewport, rowHeight]);

  useLayoutEffect(() => {
    const box = viewport.current;
    if (box === null) return undefined;
    const measure = (): void => setHeight(box.clientHeight > 0 ? box.clientHeight : assumedHeight);
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [viewport]);

  const onScroll = useCallback(() => {
    if (viewport.current !== null) goTo(viewport.current.scrollTop / rowHeight);
  }, [viewport, rowHeight, goTo]);

  const scrollToRow = useCallback(
    (index: number, covered = 0) => {
      const box = viewport.current;
      if (box === null) return;
      const rowTop = index * rowHeight;
      const visible = box.clientHeight > 0 ? box.clientHeight : assumedHeight;
      const uncovered = rowTop - covered * rowHeight;
      if (uncovered < box.scrollTop) box.scrollTop = uncovered;
      else if (rowTop + rowHeight > box.scrollTop + visible) box.scrollTop = rowTop + rowHeight - visible;
      goTo(box.scrollTop / rowHeight);
    },
    [viewport, rowHeight, goTo],
  );

  // A shortened list adjusts its scroll position only after painting; until then the range must not exceed its end.
  const maxTop = Math.max(0, count * rowHeight - height);
  const shownTop = Math.min(top * rowHeight, maxTop);
  const first = Math.max(0, Math.floor(shownTop / rowHeight) - overscan);
  const end = Math.min(count, Math.ceil((shownTop + height) / rowHeight) + overscan);
  return {
    first,
    end,
    totalHeight: count * rowHeight,
    top: shownTop / rowHeight,
    pageRows: Math.floor(height / rowHeight),
    onScroll,
    scrollToRow,
  };
}

/** Visible rows plus the active one, because `aria-activedescendant` must name an existing element. */
export function paintedRows({ first, end }: RowWindow, active: number): number[] {
  const painted = Array.from({ length: end - first }, (_, at) => first + at);
  if (active !== -1 && (active < first || active >= end)) painted.push(active);
  return painted;
}

const fewestSlots = 256;

/**
 * React key of a painted row: a position in a ring of slots, so that filtering changes the texts of existing rows
 * rather than building new ones, and scrolling keeps the rows that stay visible.
 */
export function slotOf({ first, end }: RowWindow, index: number): string {
  if (index < first || index >= end) return 'active';
  return String(index % Math.max(fewestSlots, end - first));
}
