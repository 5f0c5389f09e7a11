/**
 * How a list whose rows are made as they come into view begins. Left to itself it is drawn without rows first, asks for its
 * own size (which makes the engine lay out the whole page there and then), and is drawn again. A guess from the window
 * spares both: the rows are there at once, and the size is told by the engine when it has laid the page out anyway.
 */
import { elementScroll, observeElementRect } from '@tanstack/react-virtual';
import type { Rect, Virtualizer } from '@tanstack/react-virtual';

/** Most of the window: a guess that is too small shows for a frame, one that is too large costs rows nobody sees. */
const SHARE = 0.7;

/** Options of `useVirtualizer` for a list that fills most of the window's height. */
export function firstRows() {
  return {
    initialRect: { width: 0, height: Math.round(window.innerHeight * SHARE) },
    observeElementRect: observeRect,
    scrollToFn: scrollTo,
  };
}

const begun = new WeakSet<Element>();

/** A list begins by scrolling to its start, where it is: the engine would lay out the page to find that out. */
const scrollTo: typeof elementScroll<HTMLDivElement> = (offset, options, list) => {
  const { scrollElement } = list;
  const isFirst = scrollElement !== null && !begun.has(scrollElement);
  if (isFirst) begun.add(scrollElement);
  if (!isFirst || offset + (options.adjustments ?? 0) !== 0) elementScroll(offset, options, list);
};

function observeRect(
  list: Virtualizer<HTMLDivElement, Element>,
  tell: (rect: Rect) => void,
): (() => void) | undefined {
  const { scrollElement } = list;
  // Without an engine that lays out, as in a test, there is only the way of the library.
  if (scrollElement === null || typeof ResizeObserver === 'undefined')
    return observeElementRect(list, tell) ?? undefined;
  const observer = new ResizeObserver(([entry]) => {
    if (entry !== undefined)
      tell({ width: Math.round(entry.contentRect.width), height: Math.round(entry.contentRect.height) });
  });
  observer.observe(scrollElement);
  return () => observer.disconnect();
}
