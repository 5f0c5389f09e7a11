/**
 * Page of the secure prompt: shows one request, answers once, is destroyed. It keeps no state, stores nothing and
 * uses no library beyond its own few files, so that the code that handles visible credentials can be audited in one
 * sitting. Main decides if an answer is accepted; the buttons only look active or inactive.
 */
import type { AskedPrompt, TrustedAnswer, TrustedBridge } from '../../shared/ipc/trusted-contract.ts';
import { environmentBand } from './environment-band.ts';
import { markBand } from './mark-band.ts';
import type { Prompt } from './prompt-frame.ts';
import { promptOf } from './prompts.ts';
import { withdrawnPrompt } from './withdrawn-prompt.ts';
import './trusted.css';

declare global {
  interface Window {
    readonly trusted: TrustedBridge;
  }
}

const asked = await window.trusted.request();
if (asked !== null) {
  document.documentElement.dataset['theme'] = asked.theme;
  // The app's theme can change while the prompt is open, e.g. with the system's at sunset.
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
    document.documentElement.dataset['theme'] = matches ? 'dark' : 'light';
  });
  run(asked, window.trusted);
}

function run({ request, mark, introducesMark }: AskedPrompt, bridge: TrustedBridge): void {
  let asking = false;
  const answer = (given: TrustedAnswer): void => {
    if (asking || document.querySelector('[data-armed]') === null) return;
    asking = true;
    void bridge.mayAnswer().then((may) => {
      asking = false;
      if (!may) return;
      wipe();
      // The answer was refused: reload rather than show an empty page.
      void bridge.answer(given).then((taken) => {
        if (!taken) location.reload();
      });
    });
  };

  const present = (prompt: Prompt): void => {
    const { element } = prompt;
    element.prepend(markBand(mark, introducesMark));
    const environment = environmentBand(request);
    if (environment !== undefined) {
      element.prepend(environment);
      // Announced together with the question.
      const described = element.getAttribute('aria-describedby') ?? '';
      element.setAttribute('aria-describedby', `${environment.id} ${described}`.trim());
    }
    const buttons = element.querySelectorAll('footer button');
    for (const button of buttons) button.setAttribute('aria-disabled', 'true');
    document.body.replaceChildren(element);
    keepFocusInside(element);
    prompt.shown();
    // The second frame starts only after the first was handed over.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        void bridge.painted().then(() => {
          element.setAttribute('data-armed', '');
          for (const button of buttons) button.removeAttribute('aria-disabled');
        });
      }),
    );
  };

  const prompt = promptOf(request, {
    answer,
    copy: bridge.copy,
    print: bridge.print,
    drawMark: bridge.drawMark,
  });
  const title = prompt.element.querySelector('h1')?.textContent ?? '';
  present(prompt);
  // Prevents dragging prompt content into the page below after the prompt closes.
  document.addEventListener('dragstart', (event) => event.preventDefault());
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.repeat) answer({ kind: 'cancel' });
  });
  void bridge.withdrawn().then(() => {
    wipe();
    present(withdrawnPrompt(title, answer));
  });
}

/** Removes every credential from the page before its answer is sent: the process can outlive the prompt briefly. */
function wipe(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'))
    field.value = '';
  document.body.replaceChildren();
}

/** Keeps Tab inside the prompt, because the app's page below it must not get the focus. */
function keepFocusInside(prompt: HTMLElement): void {
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
