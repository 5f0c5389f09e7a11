/** Keeps Tab inside the card: below the view lies the app's page, which must not get it. */
export function keepFocusInside(card: HTMLElement): void {
  card.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab') return;
    const stops = [...card.querySelectorAll<HTMLElement>('input, textarea, button, [tabindex="0"]')].filter(
      (stop) => !(stop instanceof HTMLButtonElement && stop.disabled),
    );
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const next = event.shiftKey ? at - 1 : at + 1;
    event.preventDefault();
    stops[(next + stops.length) % stops.length]?.focus();
  });
}
