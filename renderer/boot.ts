/**
 * Runs beside the static first screen, until React has taken it over: loads React's bundle after the first frame, or
 * as soon as the user wants more than to type, and repeats the clicks of that time. Enter in a field clicks its
 * form's button; text, focus and caret stay in their fields.
 */
const { then: bundle = '' } = document.querySelector<HTMLElement>('script[data-then]')?.dataset ?? {};
const clicks: MouseEvent[] = [];
const taken = new AbortController();
const listen = { capture: true, signal: taken.signal };

const load = (): void => void import(/* @vite-ignore */ bundle);
const hold = (event: MouseEvent): void => {
  event.preventDefault();
  event.stopPropagation();
  clicks.push(event);
};

addEventListener('click', hold, listen);
addEventListener('dblclick', hold, listen);
addEventListener('pointerdown', load, listen);
addEventListener(
  'keydown',
  ({ key, ctrlKey, metaKey, altKey }) => {
    if (key === 'Enter' || ctrlKey || metaKey || altKey) load();
  },
  listen,
);
// Parsing and drawing before the first key is painted would delay both.
requestAnimationFrame(() => setTimeout(load, 50));
// A hidden window draws no frames.
setTimeout(load, 400);

addEventListener(
  'drawn',
  () => {
    taken.abort();
    for (const event of clicks) event.target?.dispatchEvent(new MouseEvent(event.type, event));
  },
  listen,
);

// A module, not a script: its names stay its own.
export {};
