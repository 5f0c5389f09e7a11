/**
 * Text on a prompt that a page, a file or a server has chosen. All of it stands there: what is long lies in a box of its
 * own, which scrolls and must be scrolled to its end before anything is agreed to (`prompt-frame.ts`). What nobody would see
 * is marked where elements are made.
 */
import { oneLine } from '../../shared/vault/one-line.ts';
import { make, marked } from './dom.ts';

/** Characters of a value that stand on a prompt without a box. */
const MOST = 160;
/** Of a sentence, which may hold a path. */
export const mostOfSentence = 400;
/** Of a line that may hold an address to open elsewhere: identity providers write long ones. */
export const mostOfLine = 4_000;
const MOST_OF_TITLE = 90;

/** The class of a box that must be read to its end. */
export const longBox = 'whole';

/** A title, however long it was. */
export function titleText(text: string): string {
  return cut(oneLine(text), MOST_OF_TITLE);
}

/** The text; one that is longer than `most` lies in a box that scrolls. */
export function longText(text: string, most = MOST): Node {
  const whole = most >= mostOfSentence ? oneLine(text) : text;
  return [...whole].length <= most ? textOf(whole) : make('span', { class: longBox }, whole);
}

function textOf(text: string): Node {
  const pieces = marked([text]);
  if (pieces.length === 1) return document.createTextNode(text);
  const all = document.createDocumentFragment();
  all.append(...pieces);
  return all;
}

/** At most so many characters, its two ends; whole code points. */
function cut(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const tail = Math.floor((most - 1) / 2);
  return `${characters.slice(0, most - 1 - tail).join('')}…${characters.slice(-tail).join('')}`;
}
