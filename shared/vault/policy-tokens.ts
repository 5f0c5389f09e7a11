/**
 * Tokens of a policy text with their lines: HCL version 1 as far as policies use it, and JSON, which has the same
 * tokens. Never throws: a policy that the server has accepted is read as well as possible.
 */
import { policyPieces } from './policy-pieces.ts';

export interface PolicyToken {
  readonly kind: 'name' | 'text' | 'mark';
  /** A name as written, a text without its quotes, or one of `{ } [ ] = , :`. */
  readonly text: string;
  /** Line number, from 1. */
  readonly line: number;
}

/** The tokens in order. */
export function policyTokens(policy: string): readonly PolicyToken[] {
  return policyPieces(policy).flatMap(({ kind, text, line }): PolicyToken[] => {
    switch (kind) {
      case 'space':
      case 'newline':
      case 'comment':
        return [];
      case 'text':
        return [
          { kind: 'text', text: text.startsWith('"') ? unescaped(inQuotes(text)) : inHeredoc(text), line },
        ];
      case 'mark':
        return [{ kind: 'mark', text, line }];
      case 'word':
        return [{ kind: 'name', text, line }];
    }
  });
}

function inQuotes(text: string): string {
  return /^"((?:[^"\\\n]|\\[\s\S])*)/.exec(text)?.[1] ?? '';
}

function inHeredoc(text: string): string {
  return (
    /^<<-?([A-Za-z_][\w-]*)[^\n]*(?:\n|$(?![\s\S]))([\s\S]*?)(?:^[ \t]*\1[ \t]*$|$(?![\s\S]))/m.exec(
      text,
    )?.[2] ?? ''
  );
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  '"': '"',
  '\\': '\\',
  '/': '/',
};

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g, (whole, code?: string, plain?: string) =>
    code === undefined ? (escapes[plain ?? ''] ?? whole) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
