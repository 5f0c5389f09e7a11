/**
 * Marks invisible characters and look-alike letters in every text of a prompt (all pass through dom.ts). Names are
 * refused on entry; this is the second line of defence, for texts from a page, a file or a server.
 */
import { codePointOf, isDisplayName, visible } from '../../shared/vault/display-name.ts';
import { lookAlikes } from '../../shared/vault/look-alikes.ts';

/**
 * Splits text into nodes, with marks as elements, so that a name containing a mark's characters does not imitate one.
 */
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

/** `code`: displayed behind the character, but not part of the text. */
function marked(kind: 'unseen' | 'alike', character: string, code?: string): HTMLElement {
  const mark = document.createElement('span');
  mark.className = kind;
  mark.append(character);
  if (code !== undefined) mark.dataset['code'] = code;
  return mark;
}
