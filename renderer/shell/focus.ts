/** What has the focus: the part of the window, a field that is typed into, a dialog above everything. */

/** A dialog that is fading out no longer holds keys back. */
export function isModalOpen(): boolean {
  return document.querySelector('[data-modal]:not([data-closed])') !== null;
}

/** Whether letters pressed there are text or a search of its own: a field, an open menu or list. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.matches('input, textarea, select, [contenteditable="true"], [data-code-editor]') ||
    target.closest('[role="menu"], [role="listbox"], [role="dialog"]') !== null
  );
}

/** A field without a text to move in. */
export function isEmptyField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.value === '';
}

/** The part of the window that has the focus, as `data-region` names it. */
export function focusedRegion(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset['region'];
}

/** Focuses the chosen item of a composite (tree, tabs) before any other control; regions inside are their own stop. */
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

/** Focuses a part of the window by the name of its region. */
export function focusRegion(name: string): void {
  const region = document.querySelector<HTMLElement>(`[data-region="${name}"]`);
  if (region !== null) focusInside(region);
}
