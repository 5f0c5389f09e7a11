/** Links to entries: references that the system opens Strongroom with. */

/** Longer than any reference to an entry that a server takes. */
export const longestLink = 4096;

/** True for a text with the scheme of a reference, of a length that can be shown. It need not be a valid one. */
export function isLink(text: unknown): text is string {
  return typeof text === 'string' && text.length <= longestLink && /^strongroom:\/\//i.test(text);
}
