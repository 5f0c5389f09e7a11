/**
 * Marks for what nobody sees, in every text of a prompt (dom.ts brings them all here): names are refused where they enter,
 * this is the second net, for what a page, a file or a server has chosen.
 */
import { isDisplayName, visible } from '../../shared/vault/display-name.ts';

/** The text as nodes, its marks as elements: a name that has the letters of a mark in it does not look like one. */
export function markedNodes(text: string): readonly (Node | string)[] {
  if (isDisplayName(text)) return [text];
  return piecesOf(text).map((piece, at) => {
    if (at % 2 === 0) return piece;
    const mark = document.createElement('span');
    mark.className = 'unseen';
    mark.append(piece);
    return mark;
  });
}

/** Text and marks in turn, a text first. */
function piecesOf(text: string): string[] {
  const pieces = [''];
  for (const character of text) {
    if (isDisplayName(character)) pieces.push((pieces.pop() ?? '') + character);
    else pieces.push(visible(character), '');
  }
  return pieces;
}
