/**
 * Names from a page, a file or a user that prompts show: of connections, servers, the prompt phrase. A name must not
 * be able to imitate other content there, so line breaks, control characters, direction marks and zero-width
 * characters are refused.
 */

/**
 * Controls and line breaks; soft hyphen, zero-width space and invisible joining marks (U+200C and U+200D are allowed:
 * Persian, Indic scripts and emoji need them); every mark, embedding, override and isolate of direction; separators
 * of lines and paragraphs; fillers; tags; lone surrogates.
 */
const refused =
  /[\p{Cc}\p{Cs}\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

/** True if a text can appear on a prompt as a name; also for an empty text. */
export function isDisplayName(text: string): boolean {
  return !refused.test(text);
}

/** Error sentence for a refused name. */
export const displayNameProblem =
  'The name contains a line break, an invisible or a direction character. Type it again without.';

/** The text with every invisible character written as `⟨U+202E⟩`. */
export function visible(text: string): string {
  return isDisplayName(text)
    ? text
    : [...text].map((sign) => (isDisplayName(sign) ? sign : `⟨${codePointOf(sign)}⟩`)).join('');
}

/** Code point of a character, e.g. `U+0430`. */
export function codePointOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Longest form of a name in tight spaces. */
const LONGEST_SHOWN = 80;

/** An untrusted name for use outside our windows: refused characters become visible, long names are cut. */
export function shownName(text: string): string {
  const plain = [...text].map((sign) => (refused.test(sign) ? '\ufffd' : sign)).join('');
  return plain.length > LONGEST_SHOWN ? `${plain.slice(0, LONGEST_SHOWN - 1)}…` : plain;
}
