/**
 * Untrusted text on a prompt, from a page, a file or a server. It is shown in full: a long text is in a box of its own,
 * and the whole must be scrolled to its end before consent (`prompt-frame.ts`). Invisible characters are marked when
 * elements are made.
 */
import { oneLine } from '../../shared/vault/one-line.ts';
import { make, marked } from './dom.ts';

/** Maximum length of a value outside a box, in characters. */
const MOST = 160;
/** Maximum for a sentence, which can contain a path. */
export const mostOfSentence = 400;
/** Maximum for a line that can contain an address to open elsewhere: identity providers use long ones. */
export const mostOfLine = 4_000;
const MOST_OF_TITLE = 90;

/** Title in one line, cut if it is too long. */
export function titleText(text: string): string {
  return cut(oneLine(text), MOST_OF_TITLE);
}

/** Text node; text longer than `most` gets a box. */
export function longText(text: string, most = MOST): Node {
  const whole = most >= mostOfSentence ? oneLine(text) : text;
  return [...whole].length <= most ? textOf(whole) : make('span', { class: 'whole' }, ...inBytes(whole));
}

function textOf(text: string): Node {
  const pieces = marked(inBytes(text));
  if (pieces.length === 1) return document.createTextNode(text);
  const all = document.createDocumentFragment();
  all.append(...pieces);
  return all;
}

/** A SHA-256, compared byte by byte: a line breaks after 8 bytes, never within one. */
const digest = /((?:[\dA-F]{2}:){31}[\dA-F]{2})/;

function inBytes(text: string): readonly (Node | string)[] {
  return text
    .split(digest)
    .flatMap<Node | string>((part) =>
      digest.test(part)
        ? (part.match(/.{1,24}/g) ?? []).map((bytes) => make('span', { class: 'bytes' }, bytes))
        : part,
    );
}

/** Keeps both ends of a text that is too long; counts code points. */
function cut(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const tail = Math.floor((most - 1) / 2);
  return `${characters.slice(0, most - 1 - tail).join('')}…${characters.slice(-tail).join('')}`;
}
