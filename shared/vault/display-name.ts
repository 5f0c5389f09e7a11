/**
 * Names that a page, a file or a person gives, and that stand on prompts: of connections, servers, the prompt phrase. A
 * name must not be able to pose as something else there, so it has no line break, no control character, nothing that
 * turns the direction of writing and nothing that takes no room.
 */

/**
 * Controls and line breaks; soft hyphen, zero-width space and joining marks that only hide (U+200C and U+200D stay: Persian,
 * Indic scripts and emoji need them); every mark, embedding, override and isolate of direction; separators of lines and
 * paragraphs; fillers; tags; halves of surrogate pairs.
 */
const refused =
  /[\p{Cc}\p{Cs}\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

/** Whether a text may stand on a prompt as a name. An empty one may. */
export function isDisplayName(text: string): boolean {
  return !refused.test(text);
}

/** Why a text is refused as a name, as a sentence. */
export const displayNameProblem =
  'The name holds a line break, an invisible character or one that turns the direction of writing. Type it again without.';

/** The text with everything that would not be seen as `⟨U+202E⟩`. */
export function visible(text: string): string {
  return isDisplayName(text)
    ? text
    : [...text].map((sign) => (isDisplayName(sign) ? sign : `⟨${codePointOf(sign)}⟩`)).join('');
}

/** Where a character stands in Unicode, e.g. `U+0430`. */
export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** As much of a name as is shown where there is little room. */
const LONGEST_SHOWN = 80;

/** A name that anybody may have given, for a place outside our windows: what could pose as something else is visible. */
export function shownName(text: string): string {
  const plain = [...text].map((sign) => (refused.test(sign) ? '\ufffd' : sign)).join('');
  return plain.length > LONGEST_SHOWN ? `${plain.slice(0, LONGEST_SHOWN - 1)}…` : plain;
}
