/**
 * A wrapping token as people paste it: with white space around it and, out of a mail or a chat, line breaks inside. Those
 * inside are taken out only where a token results; anything else is refused rather than guessed.
 */

export type TokenText = { readonly token: string } | { readonly problem: string };

/** The longest that is taken, in characters: a JWT is some hundreds long. */
export const LONGEST_TOKEN = 16_384;

/** White space, and characters that show nothing. */
const BLANKS = /[\s\u200b-\u200f\u2060\ufeff]+/g;

/** The token in a text, or why there is none. */
export function readTokenText(text: string): TokenText {
  const trimmed = text.replace(/^[\s\u200b-\u200f\u2060\ufeff]+|[\s\u200b-\u200f\u2060\ufeff]+$/g, '');
  if (trimmed === '') return { problem: 'There is no text in it.' };
  if (trimmed.length > LONGEST_TOKEN) {
    return {
      problem: `It is ${trimmed.length.toLocaleString('en')} characters long, which no wrapping token is.`,
    };
  }
  const joined = trimmed.replace(BLANKS, '');
  if (joined !== trimmed && !looksLikeToken(joined)) {
    return { problem: 'It is several words or lines, and no wrapping token comes of them.' };
  }
  if (!/^[\x21-\x7e]+$/.test(joined)) {
    return { problem: 'It holds characters that no token has.' };
  }
  return { token: joined };
}

/** The forms in which servers write tokens: with a prefix, or as a JWT. */
function looksLikeToken(text: string): boolean {
  return /^(?:hv[sbr]|[sbr])\.[\w-]{8,}(?:\.\w+)?$/.test(text) || /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(text);
}

/** Whether a text has the form of an accessor: what names a token and opens nothing. */
export function looksLikeAccessor(text: string): boolean {
  return /^[A-Za-z0-9]{24}(?:\.[A-Za-z0-9]+)?$/.test(text);
}
