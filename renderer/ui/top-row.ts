/** Keeps the top row of a virtual list in place when row heights change. */
import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** For a list with plain rows of `rowHeight` pixels, in the scrolling `box`. */
export function useStableTopRow(
  list: Virtualizer<HTMLDivElement, Element>,
  box: RefObject<HTMLDivElement | null>,
  rowHeight: number,
): void {
  const before = useRef(rowHeight);
  const wanted = useRef<number>(undefined);
  const total = list.getTotalSize();
  useLayoutEffect(() => {
    // Only now the list has its final length and can be scrolled there.
    if (wanted.current !== undefined && box.current !== null) {
      const row = list.measurementsCache[Math.floor(wanted.current)];
      if (row !== undefined) box.current.scrollTop = row.start + (wanted.current % 1) * row.size;
      wanted.current = undefined;
    }
    if (before.current === rowHeight) return;
    before.current = rowHeight;
    const top = box.current?.scrollTop ?? 0;
    const row = list.getVirtualItemForOffset(top);
    if (row === undefined) return;
    wanted.current = row.index + (top - row.start) / row.size;
    list.measure();
  }, [list, box, rowHeight, total]);
}
