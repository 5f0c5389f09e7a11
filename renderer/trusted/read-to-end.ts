/**
 * Text that does not fit must be read before consent: the action waits until each text was scrolled to its end once.
 * Otherwise a long text could push the reason out of view and leave the button visible.
 */

/**
 * Box that scrolls, alone or with its prompt. `last`: its element that must have been in view; default: the box's
 * end.
 */
export interface ToRead {
  readonly box: HTMLElement;
  readonly last?: HTMLElement;
}

/** Calls `read` with true once every end was in view (that lasts), now and after each change. Returns a re-check. */
export function watchReading(
  prompt: HTMLElement,
  texts: readonly ToRead[],
  read: (all: boolean) => void,
): () => void {
  const left = new Set(texts);
  const look = (): void => {
    for (const text of left) if (isEndInView(prompt, text)) left.delete(text);
    for (const { box } of texts) {
      // Scrolling boxes must be reachable by keyboard.
      if (box.scrollHeight > box.clientHeight + TOLERANCE_PX) box.tabIndex = 0;
      else box.removeAttribute('tabindex');
    }
    read(left.size === 0);
  };
  for (const box of [prompt, ...texts.map((text) => text.box)]) {
    box.addEventListener('scroll', look);
  }
  window.addEventListener('resize', look);
  return look;
}

/** Element sizes are fractional pixels, scroll positions are not. */
const TOLERANCE_PX = 2;

function isEndInView(prompt: HTMLElement, { box, last }: ToRead): boolean {
  const boxEnd = box.getBoundingClientRect().bottom;
  const lowest = Math.min(boxEnd, prompt.getBoundingClientRect().bottom) + TOLERANCE_PX;
  if (last !== undefined) return last.getBoundingClientRect().bottom <= lowest;
  const atEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - TOLERANCE_PX;
  return atEnd && boxEnd <= lowest;
}
