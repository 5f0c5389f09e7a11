/**
 * The words of a policy text with their lines: HCL version 1 as far as policies use it, and JSON, which the same words
 * suffice for. Nothing here throws: a policy that the server has taken is read as well as it can be.
 */
export interface PolicyToken {
  readonly kind: 'name' | 'text' | 'mark';
  /** A name as it stands, a text without its quotes, or one of `{ } [ ] = , :`. */
  readonly text: string;
  /** 1 for the first. */
  readonly line: number;
}

const space = /[ \t\r\f\v\u{FEFF}]+/uy;
const comment = /#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;
const quoted = /"((?:[^"\\\n]|\\[\s\S])*)"?/y;
const heredoc = /<<-?([A-Za-z_][\w-]*)[^\n]*(?:\n|$(?![\s\S]))([\s\S]*?)(?:^[ \t]*\1[ \t]*$|$(?![\s\S]))/my;
const mark = /[{}[\]=,:]/y;
/** Identifiers, numbers, `true`: what they are decides who reads them. */
const name = /[^\s"#{}[\]=,:]+/y;

/** The words in order. */
export function policyTokens(policy: string): readonly PolicyToken[] {
  const tokens: PolicyToken[] = [];
  let at = 0;
  let line = 1;
  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(policy) ?? undefined;
  };
  while (at < policy.length) {
    if (policy[at] === '\n') {
      line++;
      at++;
      continue;
    }
    const skipped = match(space) ?? match(comment);
    if (skipped !== undefined) {
      line += newLines(skipped[0]);
      at += skipped[0].length;
      continue;
    }
    const found = nextToken(match);
    if (found === undefined) {
      at++;
      continue;
    }
    tokens.push({ kind: found.kind, text: found.text, line });
    line += newLines(found.whole);
    at += found.whole.length;
  }
  return tokens;
}

function nextToken(
  match: (pattern: RegExp) => RegExpExecArray | undefined,
): { readonly kind: PolicyToken['kind']; readonly text: string; readonly whole: string } | undefined {
  const text = match(quoted);
  if (text !== undefined) return { kind: 'text', text: unescaped(text[1] ?? ''), whole: text[0] };
  const here = match(heredoc);
  if (here !== undefined) return { kind: 'text', text: here[2] ?? '', whole: here[0] };
  const one = match(mark);
  if (one !== undefined) return { kind: 'mark', text: one[0], whole: one[0] };
  const word = match(name);
  return word === undefined ? undefined : { kind: 'name', text: word[0], whole: word[0] };
}

function newLines(text: string): number {
  return text.split('\n').length - 1;
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
