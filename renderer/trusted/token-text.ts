/** Cleans pasted tokens, which often include surrounding line breaks or spaces. */

export interface CleanedToken {
  readonly token: string;
  /** True if white space around the token was removed. */
  readonly trimmed: boolean;
  /** Reason this cannot be a token, as a sentence; undefined if it can. */
  readonly problem?: string;
}

/**
 * Trims white space and invisible marks; characters inside are never changed, only refused. `what` names the token in
 * the problem.
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
