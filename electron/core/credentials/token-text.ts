/**
 * Reads a wrapping token as pasted: with white space around it and, from a mail or a chat, line breaks inside. Inner
 * ones are removed only if that makes a token; other text is refused rather than guessed at.
 */
import { grouped } from '../../../shared/vault/counted.ts';

export type TokenText = { readonly token: string } | { readonly problem: string };

/** Longest accepted text, in characters: a JWT has some hundreds. */
export const LONGEST_TOKEN = 16_384;

/** White space and invisible characters. */
const BLANKS = /[\s\u200b-\u200f\u2060\ufeff]+/g;

/** Returns the token in a text, or the problem with it. */
export function readTokenText(text: string): TokenText {
  const trimmed = text.replace(
    /^[\s\u200b-\u200f\u2060\ufeff]+|(?<![\s\u200b-\u200f\u2060\ufeff])[\s\u200b-\u200f\u2060\ufeff]+$/g,
    '',
  );
  if (trimmed === '') return { problem: 'There is no text in it.' };
  if (trimmed.length > LONGEST_TOKEN) {
    return {
      problem: `It is ${grouped(trimmed.length)} characters long, longer than any wrapping token.`,
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

/** Longest token that is recognised by its shape, in characters. */
const LONGEST_BY_SHAPE = 4096;

/**
 * Recognises a token by its shape alone: a prefix and a server's typical rest, or a JWT. For text that the user has
 * not pointed out; undefined if it could as well be a password.
 */
export function tokenByShape(text: string): string | undefined {
  if (text.length > 2 * LONGEST_BY_SHAPE) return undefined;
  const joined = text.replace(BLANKS, '');
  if (joined.length > LONGEST_BY_SHAPE) return undefined;
  const prefixed = /^(?:hv[sbr]\.[\w-]{24,}|[sbr]\.[A-Za-z0-9]{24,})(?:\.[A-Za-z0-9]+)?$/;
  const jwt = /^eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}$/;
  return prefixed.test(joined) || jwt.test(joined) ? joined : undefined;
}

/** True for the forms of servers' tokens: with a prefix, or a JWT. */
function looksLikeToken(text: string): boolean {
  return /^(?:hv[sbr]|[sbr])\.[\w-]{8,}(?:\.\w+)?$/.test(text) || /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(text);
}

/** True if a text has the form of an accessor, which names a token and grants nothing. */
export function looksLikeAccessor(text: string): boolean {
  return /^[A-Za-z0-9]{24}(?:\.[A-Za-z0-9]+)?$/.test(text);
}
