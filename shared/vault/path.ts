/**
 * API paths: validation, and encoding into a URL.
 *
 * The server cleans `.`, `..` and `//` out of a path with a redirect, so a request would reach another path than
 * written (and a POST could lose its method on the way). It answers 400 to every character that Go's
 * `unicode.IsPrint` calls unprintable. Both are refused here, before anything is sent.
 *
 * Go's request parser exactly reverses `encodeURIComponent` of each segment; tried on a real server with every
 * punctuation mark in names, on KV v1 and v2.
 */
export type PathProblemReason =
  | 'empty'
  | 'dot-segment'
  | 'empty-segment'
  | 'unprintable'
  | 'lone-surrogate'
  | 'bad-escape'
  | 'bad-command'
  | 'no-path';

/** Reason why a path cannot be used; `message` and `hint` are sentences for a screen. */
export interface PathProblem {
  readonly reason: PathProblemReason;
  readonly message: string;
  readonly hint?: string;
}

/** Everything outside letters, marks, numbers, punctuation, symbols and the one ASCII space: Go's `unicode.IsPrint`. */
const unprintable = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

/** Problem of an API path (no `/v1/`, not encoded); undefined if valid. One trailing slash is allowed. */
export function checkApiPath(path: string): PathProblem | undefined {
  if (path === '')
    return { reason: 'empty', message: 'The path is empty.', hint: 'Type a path such as secret/payments.' };
  if (!path.isWellFormed())
    return {
      reason: 'lone-surrogate',
      message: 'The path contains half of a Unicode character (a lone surrogate).',
      hint: 'Type the name again instead of pasting it.',
    };
  const segments = path.split('/');
  if (segments.at(-1) === '') segments.pop();
  for (const segment of segments) {
    if (segment === '')
      return {
        reason: 'empty-segment',
        message: `The path “${shown(path)}” has an empty part: it starts with a slash or has two in a row.`,
        hint: 'Leave one slash between names and none at the start.',
      };
    if (segment === '.' || segment === '..')
      return {
        reason: 'dot-segment',
        message: `The path “${shown(path)}” contains “${segment}”, which the server would resolve to another path.`,
        hint: 'Write the path out in full.',
      };
  }
  const bad = unprintable.exec(path);
  if (bad)
    return {
      reason: 'unprintable',
      message: `The path contains ${codePoint(bad[0])}, a character the server refuses in every path.`,
      hint: 'Type the name again: invisible characters often come along when text is pasted.',
    };
  return undefined;
}

/** Writes an API path that passed `checkApiPath` as a URL path: each segment percent-encoded, slashes kept. */
export function encodeApiPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** The path with its unprintable characters made visible as U+XXXX. */
function shown(path: string): string {
  return path.replace(/[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/gu, (character) => `⟨${codePoint(character)}⟩`);
}

function codePoint(character: string): string {
  return 'U+' + (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
