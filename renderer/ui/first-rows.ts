/**
 * First render of a virtual list. By default it is drawn without rows, measures itself (which forces a synchronous
 * layout of the page), and is drawn again. A guess from the window's size avoids both: the rows are there at once,
 * and the engine reports the size after its regular layout.
 */
import { elementScroll, observeElementRect } from '@tanstack/react-virtual';
import type { Rect, Virtualizer } from '@tanstack/react-virtual';

/** Share of the window: a low guess shows for one frame, a high one costs invisible rows. */
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

/** Skips the initial scroll to the start: the list is already there, and the engine would do a layout to find out. */
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
  // Without a layout engine, as in a test, the library's own observer is used.
  if (scrollElement === null || typeof ResizeObserver === 'undefined')
    return observeElementRect(list, tell) ?? undefined;
  const observer = new ResizeObserver(([entry]) => {
    if (entry !== undefined)
      tell({ width: Math.round(entry.contentRect.width), height: Math.round(entry.contentRect.height) });
  });
  observer.observe(scrollElement);
  return () => observer.disconnect();
}
