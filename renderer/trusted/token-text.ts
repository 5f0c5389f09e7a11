/** What people paste as a token: often with the line break or the spaces around it. */

export interface CleanedToken {
  readonly token: string;
  /** White space around the token was taken off. */
  readonly trimmed: boolean;
  /** Why this cannot be a token, as a sentence; undefined when it can. */
  readonly problem?: string;
}

/**
 * Takes white space and invisible marks off both ends; what is inside is never changed, only refused. `what` it is is
 * said in the problem.
 */
export function cleanToken(text: string, what = 'token'): CleanedToken {
  const token = text.replace(/^[\s\u200b-\u200f\u2060\ufeff]+|[\s\u200b-\u200f\u2060\ufeff]+$/g, '');
  const trimmed = token !== text;
  if (token === '') return { token, trimmed, problem: `Type or paste the ${what} first.` };
  if (/[^\x21-\x7e]/.test(token)) {
    return {
      token,
      trimmed,
      problem: `A ${what} has no spaces, line breaks or special characters inside. Check what was pasted: it may be more than the ${what}.`,
    };
  }
  return { token, trimmed };
}
