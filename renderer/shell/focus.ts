/** What has the focus: the part of the window, a field that is typed into, a dialog above everything. */

/** A dialog that is fading out no longer holds keys back. */
export function isModalOpen(): boolean {
  return document.querySelector('[data-modal]:not([data-closed])') !== null;
}

/** Whether letters pressed there are text or a search of its own: a field, an open menu or list. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.matches('input, textarea, select, [contenteditable="true"]') ||
    target.closest('[role="menu"], [role="listbox"], [role="dialog"]') !== null
  );
}

/** The part of the window that has the focus, as `data-region` names it. */
export function focusedRegion(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset['region'];
}
