/**
 * Which rows of a list of equal heights are in view: two divisions, no record a row, so that 100,000 rows cost nothing
 * until they are looked at.
 */
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** The half-open range of rows to paint and how to bring one into view. */
export interface RowWindow {
  readonly first: number;
  readonly end: number;
  readonly totalHeight: number;
  /** Rows that fit into the view. */
  readonly pageRows: number;
  readonly onScroll: () => void;
  readonly scrollToRow: (index: number) => void;
}

const overscan = 8;
/** Before the first layout (and where there is none, as in a test) a usual height is assumed. */
const assumedHeight = 600;

/**
 * Follows the scrolling of `viewport`, a box of `count` rows of `rowHeight` px. The place is held in rows, `initialTop` of
 * them at first (with a fraction), so that rows of another height leave what is in view where it was.
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
    (index: number) => {
      const box = viewport.current;
      if (box === null) return;
      const rowTop = index * rowHeight;
      const visible = box.clientHeight > 0 ? box.clientHeight : assumedHeight;
      if (rowTop < box.scrollTop) box.scrollTop = rowTop;
      else if (rowTop + rowHeight > box.scrollTop + visible) box.scrollTop = rowTop + rowHeight - visible;
      goTo(box.scrollTop / rowHeight);
    },
    [viewport, rowHeight, goTo],
  );

  // A list that got shorter scrolls itself up only after painting; the range must not lie behind its end meanwhile.
  const maxTop = Math.max(0, count * rowHeight - height);
  const shownTop = Math.min(top * rowHeight, maxTop);
  const first = Math.max(0, Math.floor(shownTop / rowHeight) - overscan);
  const end = Math.min(count, Math.ceil((shownTop + height) / rowHeight) + overscan);
  return {
    first,
    end,
    totalHeight: count * rowHeight,
    pageRows: Math.floor(height / rowHeight),
    onScroll,
    scrollToRow,
  };
}

/** The rows in view, and the active one wherever it is: `aria-activedescendant` must name something that exists. */
export function paintedRows({ first, end }: RowWindow, active: number): number[] {
  const painted = Array.from({ length: end - first }, (_, at) => first + at);
  if (active !== -1 && (active < first || active >= end)) painted.push(active);
  return painted;
}

const fewestSlots = 256;

/**
 * The key of a painted row for React: a place in a ring of slots, so that filtering changes the texts of the rows that
 * are there instead of building new ones, and scrolling keeps those that stay in view.
 */
export function slotOf({ first, end }: RowWindow, index: number): string {
  if (index < first || index >= end) return 'active';
  return String(index % Math.max(fewestSlots, end - first));
}
