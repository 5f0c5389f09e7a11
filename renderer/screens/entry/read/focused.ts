/** Queries about the focused element. */

/** True if the focus is lost: the element that had it is gone. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** The key of the row that has the focus. */
export function focusedKey(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset['key'];
}
