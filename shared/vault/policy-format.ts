/**
 * Formats the text of a policy: two spaces per level, one space around `=`, no consecutive blank lines. HCL keeps its
 * lines, JSON gets one line per member. Only white space between pieces changes: names, texts, heredocs and comments
 * stay as they are, and a text whose meaning would change is returned unchanged.
 */
import { policyPieces } from './policy-pieces.ts';
import type { PolicyPiece } from './policy-pieces.ts';

/** The formatted policy, or the unchanged text if it cannot be parsed safely. */
export function formatPolicy(policy: string): string {
  const pieces = policyPieces(policy);
  // An interpolation can contain quotes of its own; servers refuse it, but its content must not change.
  if (pieces.some(({ open, kind, text }) => open || (kind === 'text' && text.includes('${')))) return policy;
  const meant = pieces.filter(hasMeaning);
  if (meant.length === 0) return policy;
  const json = meant[0]?.text === '{';
  if (json && meant.some(({ kind }) => kind === 'comment')) return policy;
  const formatted = json ? formattedJson(meant) : formattedLines(linesOf(pieces));
  return sameMeaning(meant, formatted) ? formatted : policy;
}

/** True if two texts differ at most by white space. */
function sameMeaning(meant: readonly PolicyPiece[], formatted: string): boolean {
  const now = policyPieces(formatted).filter(hasMeaning);
  return (
    now.length === meant.length &&
    now.every(
      ({ kind, text }, index) =>
        kind === meant[index]?.kind && bare(text, kind) === bare(meant[index].text, kind),
    )
  );
}

/** A line comment can lose trailing white space. */
function bare(text: string, kind: PolicyPiece['kind']): string {
  return kind === 'comment' ? text.trimEnd() : text;
}

function hasMeaning({ kind }: PolicyPiece): boolean {
  return kind !== 'space' && kind !== 'newline';
}

function linesOf(pieces: readonly PolicyPiece[]): readonly (readonly PolicyPiece[])[] {
  const lines: PolicyPiece[][] = [[]];
  for (const piece of pieces) {
    if (piece.kind === 'newline') lines.push([]);
    else if (piece.kind !== 'space') lines.at(-1)?.push(piece);
  }
  return lines;
}

/** HCL: keeps the line structure. */
function formattedLines(lines: readonly (readonly PolicyPiece[])[]): string {
  const out: string[] = [];
  // Nesting level of the line that opened each bracket.
  const opened: number[] = [];
  let blank = false;
  for (const line of lines) {
    if (line.length === 0) {
      blank = out.length > 0;
      continue;
    }
    let level = (opened.at(-1) ?? -1) + 1;
    for (const piece of line) {
      if (!closes(piece)) break;
      level = opened.pop() ?? 0;
    }
    const leading = line.findIndex((piece) => !closes(piece));
    for (const piece of leading === -1 ? [] : line.slice(leading)) {
      if (opens(piece)) opened.push(level);
      else if (closes(piece)) opened.pop();
    }
    const first = line[0];
    if (blank && first !== undefined && !closes(first) && !endsOpen(out.at(-1))) out.push('');
    blank = false;
    out.push('  '.repeat(level) + joined(line));
  }
  return `${out.join('\n')}\n`;
}

function joined(line: readonly PolicyPiece[]): string {
  return line.reduce((text, piece, index) => {
    const before = line[index - 1];
    const own = piece.kind === 'comment' ? piece.text.trimEnd() : piece.text;
    return before === undefined ? own : text + (isTight(before, piece) ? '' : ' ') + own;
  }, '');
}

function isTight(before: PolicyPiece, piece: PolicyPiece): boolean {
  if (piece.kind === 'comment' || before.kind === 'comment') return false;
  if (isMark(piece, ',') || isMark(piece, ':') || isMark(before, '[') || isMark(piece, ']')) return true;
  return isMark(before, '{') && isMark(piece, '}');
}

/** JSON: one line per member, with lists of plain values on one line. */
function formattedJson(pieces: readonly PolicyPiece[]): string {
  let out = '';
  let level = 0;
  let index = 0;
  const newLine = (): void => {
    out += `\n${'  '.repeat(level)}`;
  };
  while (index < pieces.length) {
    const piece = pieces[index];
    if (piece === undefined) break;
    const plain = isMark(piece, '[') ? plainList(pieces, index) : undefined;
    if (plain !== undefined) {
      out += joined(pieces.slice(index, plain + 1));
      index = plain + 1;
      continue;
    }
    const next = pieces[index + 1];
    if (opens(piece)) {
      out += piece.text;
      if (next !== undefined && closes(next)) {
        out += next.text;
        index++;
      } else {
        level++;
        newLine();
      }
    } else if (closes(piece)) {
      level = Math.max(0, level - 1);
      newLine();
      out += piece.text;
    } else {
      out += isMark(piece, ':') ? ': ' : piece.text;
      if (isMark(piece, ',')) newLine();
      else if (!isMark(piece, ':') && next !== undefined && next.kind !== 'mark') out += ' ';
    }
    index++;
  }
  return `${out}\n`;
}

/** Index of the bracket that closes a list without nested lists or objects. */
function plainList(pieces: readonly PolicyPiece[], from: number): number | undefined {
  const end = pieces.findIndex((piece, index) => index > from && (opens(piece) || closes(piece)));
  const last = pieces[end];
  return last !== undefined && isMark(last, ']') ? end : undefined;
}

function isMark(piece: PolicyPiece, mark: string): boolean {
  return piece.kind === 'mark' && piece.text === mark;
}

function opens(piece: PolicyPiece): boolean {
  return isMark(piece, '{') || isMark(piece, '[');
}

function closes(piece: PolicyPiece): boolean {
  return isMark(piece, '}') || isMark(piece, ']');
}

function endsOpen(line: string | undefined): boolean {
  return line !== undefined && /[{[]$/.test(line);
}
