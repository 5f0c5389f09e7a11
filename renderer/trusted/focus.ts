/** Keeps Tab inside the prompt, because the app's page below it must not get the focus. */
export function keepFocusInside(prompt: HTMLElement): void {
  prompt.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab') return;
    const stops = [
      ...prompt.querySelectorAll<HTMLElement>('input, textarea, button, summary, [tabindex="0"]'),
    ].filter((stop) => !(stop instanceof HTMLButtonElement && stop.disabled) && stop.checkVisibility());
    const at = stops.findIndex((stop) => stop === document.activeElement);
    const last = stops.length - 1;
    const next = event.shiftKey ? (at <= 0 ? last : at - 1) : at === last ? 0 : at + 1;
    event.preventDefault();
    stops[next]?.focus();
  });
}
