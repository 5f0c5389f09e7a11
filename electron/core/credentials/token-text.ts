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
  const trimmed = text.replace(
    /^[\s\u200b-\u200f\u2060\ufeff]+|(?<![\s\u200b-\u200f\u2060\ufeff])[\s\u200b-\u200f\u2060\ufeff]+$/g,
    '',
  );
  if (trimmed === '') return { problem: 'There is no text in it.' };
  if (trimmed.length > LONGEST_TOKEN) {
    return {
      problem: `It is ${trimmed.length.toLocaleString('en')} characters long, longer than any wrapping token.`,
    };
  }
  const joined = trimmed.replace(BLANKS, '');
  if (joined !== trimmed && !looksLikeToken(joined)) {
    return { problem: 'It is several words or lines, not a wrapping token.' };
  }
  if (!/^[\x21-\x7e]+$/.test(joined)) {
    return { problem: 'It contains characters that no token has.' };
  }
  return { token: joined };
}

/** The longest token that is taken for one by its shape, in characters. */
const LONGEST_BY_SHAPE = 4096;

/**
 * The token that a text is by its shape alone: a prefix and what servers put behind it, or a JWT. For text that nobody has
 * pointed at; undefined where it may as well be a password.
 */
export function tokenByShape(text: string): string | undefined {
  if (text.length > 2 * LONGEST_BY_SHAPE) return undefined;
  const joined = text.replace(BLANKS, '');
  if (joined.length > LONGEST_BY_SHAPE) return undefined;
  const prefixed = /^(?:hv[sbr]\.[\w-]{24,}|[sbr]\.[A-Za-z0-9]{24,})(?:\.[A-Za-z0-9]+)?$/;
  const jwt = /^eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}$/;
  return prefixed.test(joined) || jwt.test(joined) ? joined : undefined;
}

/** The forms in which servers write tokens: with a prefix, or as a JWT. */
function looksLikeToken(text: string): boolean {
  return /^(?:hv[sbr]|[sbr])\.[\w-]{8,}(?:\.\w+)?$/.test(text) || /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(text);
}

/** Whether a text has the form of an accessor: what names a token and opens nothing. */
export function looksLikeAccessor(text: string): boolean {
  return /^[A-Za-z0-9]{24}(?:\.[A-Za-z0-9]+)?$/.test(text);
}
