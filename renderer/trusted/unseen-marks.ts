/**
 * Marks for what nobody sees and for letters that look like others, in every text of a prompt (dom.ts brings them all
 * here): names are refused where they enter, this is the second net, for what a page, a file or a server has chosen.
 */
import { codePointOf, isDisplayName, visible } from '../../shared/vault/display-name.ts';
import { lookAlikes } from '../../shared/vault/look-alikes.ts';

/** The text as nodes, its marks as elements: a name that has the letters of a mark in it does not look like one. */
export function markedNodes(text: string): readonly (Node | string)[] {
  const alike = new Set(lookAlikes(text));
  if (alike.size === 0 && isDisplayName(text)) return [text];
  const nodes: (Node | string)[] = [];
  let plain = '';
  let at = 0;
  const mark = (element: HTMLElement): void => {
    nodes.push(...(plain === '' ? [] : [plain]), element);
    plain = '';
  };
  for (const character of text) {
    if (!isDisplayName(character)) mark(marked('unseen', visible(character)));
    else if (alike.has(at)) mark(marked('alike', character, codePointOf(character)));
    else plain += character;
    at += character.length;
  }
  return plain === '' && nodes.length > 0 ? nodes : [...nodes, plain];
}

/** `code`: stands behind the character, and is no part of the text. */
function marked(kind: 'unseen' | 'alike', character: string, code?: string): HTMLElement {
  const mark = document.createElement('span');
  mark.className = kind;
  mark.append(character);
  if (code !== undefined) mark.dataset['code'] = code;
  return mark;
}
