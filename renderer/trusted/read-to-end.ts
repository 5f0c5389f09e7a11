/**
 * What does not fit is read before it is agreed to: the action waits until each text has been scrolled to its end once.
 * Without it a long text pushes the reason out of view and leaves the button in it.
 */

/** A box that scrolls, and the last thing in it that must have been in view; without one the end of the box. */
export interface ToRead {
  readonly box: HTMLElement;
  readonly last?: HTMLElement;
}

/** Calls `read` with whether all was in view, now and after each change; once it was, it stays. Answers what looks now. */
export function watchReading(texts: readonly ToRead[], read: (all: boolean) => void): () => void {
  const left = new Set(texts);
  const look = (): void => {
    for (const text of left) if (isEndInView(text)) left.delete(text);
    for (const { box } of texts) {
      // A keyboard must reach what scrolls.
      if (box.scrollHeight > box.clientHeight + TOLERANCE_PX) box.tabIndex = 0;
      else box.removeAttribute('tabindex');
    }
    read(left.size === 0);
  };
  for (const { box } of texts) {
    box.addEventListener('scroll', look);
    box.addEventListener('toggle', look, true);
  }
  window.addEventListener('resize', look);
  return look;
}

/** Sizes are fractions of pixels, scroll positions are not. */
const TOLERANCE_PX = 2;

function isEndInView({ box, last }: ToRead): boolean {
  if (last !== undefined)
    return last.getBoundingClientRect().bottom <= box.getBoundingClientRect().bottom + TOLERANCE_PX;
  return box.scrollTop + box.clientHeight >= box.scrollHeight - TOLERANCE_PX;
}
