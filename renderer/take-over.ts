/** Takes over the static first screen: what was typed in it, the focus and the caret. */
import { flushSync } from 'react-dom';

/** React ignores an `input` event if a field holds the value that it has tracked. */
interface Tracked {
  readonly _valueTracker?: { readonly setValue: (value: string) => void };
}

/**
 * Runs `hydrate`, which keeps the elements, and tells React what was typed before. An element that it could not keep
 * is found by its place among the fields.
 */
export function takeOver(root: HTMLElement, hydrate: () => void): void {
  const focused = document.activeElement;
  const fields = (): HTMLInputElement[] => [...root.querySelectorAll('input')];
  const before = fields();
  const current = (field: HTMLInputElement): HTMLInputElement | undefined =>
    field.isConnected ? field : fields()[before.indexOf(field)];
  const typed = before
    .filter(({ value, defaultValue }) => value !== defaultValue)
    // The focused one first: React sets the others back then, which would end a composition.
    .toSorted((a, b) => Number(b === focused) - Number(a === focused))
    .map((field) => ({
      field,
      value: field.value,
      caret: [field.selectionStart, field.selectionEnd] as const,
    }));
  flushSync(hydrate);
  for (const { field: drawn, value, caret } of typed) {
    const field = current(drawn);
    if (field === undefined) continue;
    if (field.value !== value) {
      field.value = value;
      field.setSelectionRange(...caret);
    }
    (field as Tracked)._valueTracker?.setValue(field.defaultValue);
    flushSync(() => field.dispatchEvent(new Event('input', { bubbles: true })));
  }
  // React has focused the field with `autoFocus`.
  const now = focused instanceof HTMLInputElement ? current(focused) : focused;
  if (now instanceof HTMLElement && now !== document.body) now.focus();
}
