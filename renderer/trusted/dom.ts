/** Builds elements in one expression from text alone: no HTML is parsed, and invisible characters are marked. */
import { visible } from '../../shared/vault/display-name.ts';
import { markedNodes } from './unseen-marks.ts';

/** Attributes that users see or hear. */
const spoken: ReadonlySet<string> = new Set(['title', 'aria-label', 'placeholder']);

/** Creates an element with attributes and children; strings become text. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  describe(element, attributes);
  element.append(...marked(children));
  return element;
}

/** Sets attributes of an element. */
export function describe(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes))
    element.setAttribute(name, spoken.has(name) ? visible(value) : value);
}

/** Replaces an element's children; strings become text. */
export function fill(element: Element, ...children: readonly (Node | string)[]): void {
  element.replaceChildren(...marked(children));
}

/** Marks invisible characters in strings; nodes pass through unchanged. */
export function marked(children: readonly (Node | string)[]): readonly (Node | string)[] {
  return children.flatMap((child) => (typeof child === 'string' ? markedNodes(child) : [child]));
}

/** Lucide outlines (ISC licence), 24 by 24. */
const outlines = {
  key: 'M2.586 17.414A2 2 0 0 0 2 18.828V21a1 1 0 0 0 1 1h3a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h1a1 1 0 0 0 1-1v-1a1 1 0 0 1 1-1h.172a2 2 0 0 0 1.414-.586l.814-.814a6.5 6.5 0 1 0-4-4z M16.5 7.5h.01',
  shield:
    'M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1z M9 12l2 2 4-4',
  warning: 'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3 M12 9v4 M12 17h.01',
  file: 'M14 2v5a1 1 0 0 0 1 1h5 M4 12v6 M4 14h2 M9.65 22H18a2 2 0 0 0 2-2V8a2.4 2.4 0 0 0-.706-1.706l-3.588-3.588A2.4 2.4 0 0 0 14 2H6a2 2 0 0 0-2 2v4 M6 20a2 2 0 1 1-4 0a2 2 0 1 1 4 0',
  question: 'M22 12a10 10 0 1 1-20 0a10 10 0 1 1 20 0 M9 9.5a3 2.5 0 0 1 6 0c0 2-2 2-3 3.5 M12 17h.01',
  eye: 'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0 M15 12a3 3 0 1 1-6 0a3 3 0 1 1 6 0',
  eyeOff:
    'M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49 M14.084 14.158a3 3 0 0 1-4.242-4.242 M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143 M2 2l20 20',
  copy: 'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2z M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2',
  check: 'M20 6 9 17l-5-5',
  info: 'M22 12a10 10 0 1 1-20 0a10 10 0 1 1 20 0 M12 16v-4 M12 8h.01',
  clock: 'M22 12a10 10 0 1 1-20 0a10 10 0 1 1 20 0 M12 6v6l4 2',
} as const;

export type IconName = keyof typeof outlines;

/** Builds a 16-pixel icon, hidden from screen readers. */
export function icon(name: IconName): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  const attributes = {
    viewBox: '0 0 24 24',
    width: '16',
    height: '16',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.75',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', outlines[name]);
  svg.append(path);
  return svg;
}
