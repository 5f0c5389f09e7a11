/**
 * Splits the text of a policy into pieces without loss: joined, they give the text again. HCL version 1 as far as
 * policies use it, and JSON, with the same tokens. Never throws: an incomplete text is split as well as possible.
 */
export type PieceKind =
  | 'space'
  | 'newline'
  | 'comment'
  /** In quotes, or a heredoc. */
  | 'text'
  /** One of `{ } [ ] = , :`. */
  | 'mark'
  /** Identifiers, numbers, `true`; the reader interprets them. */
  | 'word';

export interface PolicyPiece {
  readonly kind: PieceKind;
  /** As written. */
  readonly text: string;
  /** Index of its first character, from 0. */
  readonly at: number;
  /** Line number, from 1. */
  readonly line: number;
  /** An unterminated text or comment. */
  readonly open: boolean;
}

const space = /[ \t\r\f\v\u{FEFF}]+/uy;
const comment = /#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?(\*\/|$)/y;
const quoted = /"(?:[^"\\\n]|\\[\s\S])*("?)/y;
const heredoc = /<<-?([A-Za-z_][\w-]*)[^\n]*(?:\n|$(?![\s\S]))[\s\S]*?(?:^[ \t]*(\1)[ \t]*$|$(?![\s\S]))/my;
const mark = /[{}[\]=,:]/y;
const word = /[^\s"#{}[\]=,:]+/y;

type Cut = Pick<PolicyPiece, 'kind' | 'text' | 'open'>;

/** The pieces in order. */
export function policyPieces(policy: string): readonly PolicyPiece[] {
  const pieces: PolicyPiece[] = [];
  let at = 0;
  let line = 1;
  while (at < policy.length) {
    const cut = cutAt(policy, at);
    pieces.push({ ...cut, at, line });
    line += lineBreaks(cut.text);
    at += cut.text.length;
  }
  return pieces;
}

/** Number of line breaks in a text. */
export function lineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function cutAt(policy: string, at: number): Cut {
  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(policy) ?? undefined;
  };
  if (policy[at] === '\n') return { kind: 'newline', text: '\n', open: false };
  const blank = match(space);
  if (blank !== undefined) return { kind: 'space', text: blank[0], open: false };
  const said = match(comment);
  if (said !== undefined)
    return { kind: 'comment', text: said[0], open: said[0].startsWith('/*') && said[1] === '' };
  const text = match(quoted);
  if (text !== undefined) return { kind: 'text', text: text[0], open: text[1] === '' };
  const here = match(heredoc);
  if (here !== undefined) return { kind: 'text', text: here[0], open: here[2] === undefined };
  const one = match(mark);
  if (one !== undefined) return { kind: 'mark', text: one[0], open: false };
  return { kind: 'word', text: match(word)?.[0] ?? policy.charAt(at), open: false };
}
