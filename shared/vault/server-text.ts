/**
 * The only place that turns a server's texts (errors, warnings) into ours. They are cut before any pattern is matched
 * against them, and so before the page sees them: the server chooses their length and number, and can try to overload
 * us.
 */

/** Most characters of one text. */
export const LONGEST_SERVER_TEXT = 4096;
const MOST_TEXTS = 20;
const MOST_CHARACTERS = 16_384;

/** A server's list of texts, each cut, and no more than a user would read; the last one counts the omitted texts. */
export function serverTexts(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const texts: string[] = [];
  let characters = 0;
  for (const [index, item] of value.entries()) {
    if (typeof item !== 'string') continue;
    if (texts.length >= MOST_TEXTS || characters >= MOST_CHARACTERS) {
      texts.push(`… and ${value.length - index} more, left out`);
      break;
    }
    const text = cutText(item);
    texts.push(text);
    characters += text.length;
  }
  return texts;
}

/**
 * The start of an overlong text, with the number of omitted characters. A word at the cut is omitted entirely: the
 * beginning of a credential would not be recognised as one.
 */
export function cutText(text: string, longest = LONGEST_SERVER_TEXT): string {
  if (text.length <= longest) return text;
  let end = longest;
  while (end > 0 && isOfWord(text.charCodeAt(end - 1))) end--;
  return `${text.slice(0, end)}… [${text.length - end} characters left out]`;
}

/** True for characters of a credential: printable, neither a blank nor a quote. */
function isOfWord(code: number): boolean {
  return code > 0x20 && code !== 0x22 && code !== 0x27 && code !== 0x60;
}
