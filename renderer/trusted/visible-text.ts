/**
 * Text on a prompt that a page, a file or a server has chosen. Names are refused where they enter; this is the second net,
 * for paths and for what servers say: whatever would hide, break the line or turn the writing is shown by its number, and
 * what is long is cut in the middle, where the ends that tell it apart stay in view.
 */
import { isDisplayName } from '../../shared/vault/display-name.ts';
import { make } from './dom.ts';

/** Characters of a value that stand on a prompt before it is cut. */
const MOST = 160;
/** Of a sentence, which may hold a path. */
export const mostOfSentence = 400;
/** Of a line that may hold an address to open elsewhere: identity providers write long ones. */
export const mostOfLine = 4_000;
const MOST_OF_TITLE = 90;

/** The text with everything that would not be seen as `⟨U+202E⟩`. */
export function visible(text: string): string {
  return [...text].map((character) => (isDisplayName(character) ? character : shown(character))).join('');
}

function shown(character: string): string {
  return `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** A sentence in one line: servers break theirs. */
export function sentence(text: string): string {
  return visible(text.replace(/\s*[\r\n\t]+\s*/g, ' ').trim());
}

/** A title, however long it was. */
export function titleText(text: string): string {
  return cut(sentence(text), MOST_OF_TITLE);
}

/** The text, made visible; one that is longer than `most` is cut, and opens into a box of its own. */
export function longText(text: string, most = MOST): Node {
  const whole = most >= mostOfSentence ? sentence(text) : visible(text);
  const short = cut(whole, most);
  if (short === whole) return document.createTextNode(whole);
  return make(
    'details',
    { class: 'long' },
    make('summary', { title: 'Show all of it' }, short),
    make('div', { class: 'whole', tabindex: '0' }, whole),
  );
}

/** At most so many characters, its two ends; whole code points. */
function cut(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const tail = Math.floor((most - 1) / 2);
  return `${characters.slice(0, most - 1 - tail).join('')}…${characters.slice(-tail).join('')}`;
}
