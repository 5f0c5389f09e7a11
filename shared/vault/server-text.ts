/**
 * The one place where a server's words (errors, warnings) become texts of ours. They are cut before anything is matched
 * against them, and so before the page sees them: how long and how many they are is the server's choice, and it may
 * have been made to keep us busy.
 */

/** Characters of one text. */
export const LONGEST_SERVER_TEXT = 4096;
const MOST_TEXTS = 20;
const MOST_CHARACTERS = 16_384;

/** The texts of a list that came from a server, each cut, and not more than a person would read; the last says what is missing. */
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
 * The beginning of a text that is too long, and how much is missing. A word that the cut would go through is left out
 * as a whole: the rest of a credential is not known for one.
 */
export function cutText(text: string, longest = LONGEST_SERVER_TEXT): string {
  if (text.length <= longest) return text;
  let end = longest;
  while (end > 0 && isOfWord(text.charCodeAt(end - 1))) end--;
  return `${text.slice(0, end)}… [${text.length - end} characters left out]`;
}

/** Any character that a credential is written with: printable, and neither a blank nor a quote. */
function isOfWord(code: number): boolean {
  return code > 0x20 && code !== 0x22 && code !== 0x27 && code !== 0x60;
}
