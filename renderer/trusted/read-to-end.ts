/**
 * What does not fit is read before it is agreed to: the action waits until each text has been scrolled to its end once.
 * Without it a long text pushes the reason out of view and leaves the button in it.
 */

/** A box that scrolls, or lies in a prompt that does, and the last thing in it that must have been in view; without one its end. */
export interface ToRead {
  readonly box: HTMLElement;
  readonly last?: HTMLElement;
}

/** Calls `read` with whether all was in view, now and after each change; once it was, it stays. Answers what looks now. */
export function watchReading(
  prompt: HTMLElement,
  texts: readonly ToRead[],
  read: (all: boolean) => void,
): () => void {
  const left = new Set(texts);
  const look = (): void => {
    for (const text of left) if (isEndInView(prompt, text)) left.delete(text);
    for (const { box } of texts) {
      // A keyboard must reach what scrolls.
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

/** Sizes are fractions of pixels, scroll positions are not. */
const TOLERANCE_PX = 2;

function isEndInView(prompt: HTMLElement, { box, last }: ToRead): boolean {
  const boxEnd = box.getBoundingClientRect().bottom;
  const lowest = Math.min(boxEnd, prompt.getBoundingClientRect().bottom) + TOLERANCE_PX;
  if (last !== undefined) return last.getBoundingClientRect().bottom <= lowest;
  const atEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - TOLERANCE_PX;
  return atEnd && boxEnd <= lowest;
}
