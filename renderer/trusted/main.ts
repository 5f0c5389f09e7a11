/**
 * The trusted view's page: shows one request, answers once, is destroyed. It keeps no state, stores nothing and uses no
 * library but its own few files, so that what handles a credential on screen can be read in one sitting.
 */
import type { TrustedAnswer, TrustedBridge } from '../../shared/ipc/trusted-contract.ts';
import { cardOf } from './cards.ts';
import { keepFocusInside } from './focus.ts';
import './trusted.css';

declare global {
  interface Window {
    readonly trusted: TrustedBridge;
  }
}

const asked = await window.trusted.request();
if (asked !== null) {
  document.documentElement.dataset['theme'] = asked.theme;
  // The app's theme may change while the card is open, e.g. with the system's at sunset.
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    document.documentElement.dataset['theme'] = matches ? 'dark' : 'light';
  });
  let answered = false;
  const answer = (given: TrustedAnswer): void => {
    if (answered) return;
    answered = true;
    wipe();
    void window.trusted.answer(given);
  };
  const card = cardOf(asked.request, answer, () => window.trusted.copy());
  document.body.append(card.element);
  card.firstFocus.focus();
  keepFocusInside(card.element);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') answer({ kind: 'cancel' });
  });
}

/** Takes every credential out of the page before its answer leaves: the process may outlive that by a moment. */
function wipe(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
    field.value = '';
  document.body.replaceChildren();
}
