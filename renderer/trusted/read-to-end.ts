/**
 * Text that does not fit must be read before consent: the action waits until it was scrolled to its end once. Otherwise
 * a long text could push the reason out of view and leave the button visible.
 */

/** The part that scrolls, alone or with its prompt. `last`: the element that must have been in view. */
export interface ToRead {
  readonly box: HTMLElement;
  readonly last: HTMLElement | undefined;
}

/** Calls `read` with true once the end was in view (that lasts), now and after each change. Returns a re-check. */
export function watchReading(
  prompt: HTMLElement,
  { box, last }: ToRead,
  read: (isRead: boolean) => void,
): () => void {
  let isRead = last === undefined;
  const look = (): void => {
    isRead ||= last !== undefined && isInView(prompt, box, last);
    // A scrolling box must be reachable by keyboard.
    if (box.scrollHeight > box.clientHeight + TOLERANCE_PX) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
    read(isRead);
  };
  for (const scrolling of [prompt, box]) scrolling.addEventListener('scroll', look);
  window.addEventListener('resize', look);
  return look;
}

/** Element sizes are fractional pixels, scroll positions are not. */
const TOLERANCE_PX = 2;

function isInView(prompt: HTMLElement, box: HTMLElement, last: HTMLElement): boolean {
  const lowest = Math.min(box.getBoundingClientRect().bottom, prompt.getBoundingClientRect().bottom);
  return last.getBoundingClientRect().bottom <= lowest + TOLERANCE_PX;
}
