/** Focus queries: region of the window, text field, modal dialog. */

/** A dialog that fades out no longer blocks keys. */
export function isModalOpen(): boolean {
  return document.querySelector('[data-modal]:not([data-closed])') !== null;
}

/**
 * Focuses what has just come to the screen, unless the focus is in an open dialog: a screen or an answer that arrives
 * late must not take the next letters, or Enter, out of the palette.
 */
export function takeFocus(element: HTMLElement | null, options?: FocusOptions): void {
  const dialog = document.activeElement?.closest('[role$="dialog"]:not([data-closed])');
  if (dialog?.contains(element) !== false) element?.focus(options);
}

/** True if letters typed there are text or a type-ahead: a field, an open menu or list. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.matches('input, textarea, select, [contenteditable="true"], [data-code-editor]') ||
    target.closest('[role="menu"], [role="listbox"], [role="dialog"]') !== null
  );
}

/** True for a field without text to move the cursor in. */
export function isEmptyField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.value === '';
}

/** Region of the window with the focus, named by `data-region`. */
export function focusedRegion(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset['region'];
}

/**
 * Focuses the selected item of a composite (tree, tabs) before any other control; nested regions are separate stops.
 */
export function focusInside(region: HTMLElement): boolean {
  const candidates = [
    ...region.querySelectorAll<HTMLElement>('[tabindex="0"]'),
    ...region.querySelectorAll<HTMLElement>('button, input, select, textarea'),
  ].filter(
    (element) =>
      element.tabIndex >= 0 && element.checkVisibility() && element.closest('[data-region]') === region,
  );
  const target = candidates[0];
  target?.focus();
  return target !== undefined;
}

/** Focuses a region of the window by name. */
export function focusRegion(name: string): void {
  const region = document.querySelector<HTMLElement>(`[data-region="${name}"]`);
  if (region !== null) focusInside(region);
}
