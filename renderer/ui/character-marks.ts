/**
 * Marks for characters that users cannot see but servers compare: the parts of a text that need one, with glyph and
 * accessible name. The characters themselves stay in the text, so that a selection still copies the original.
 */
import { isInvisible } from '../../shared/vault/entry-facts.ts';

/** A stretch of text; with a `glyph` it is a run of one invisible character. */
export interface TextPiece {
  readonly text: string;
  readonly glyph?: string;
  /** Name of the character, e.g. `2 spaces`. */
  readonly name?: string;
}

/**
 * Ordinary white space to mark as well: at the edges of the text, everywhere, or none. In a one-line `name`: blanks
 * at the edges, tabs and line breaks everywhere.
 */
export type SpaceMarks = 'edges' | 'all' | 'none' | 'name';

/** Limit of marks per text: beyond it the text counts as binary, and a chip says so. */
export const mostMarks = 400;

const names: Readonly<Record<number, string>> = {
  0x00: 'null character',
  0x0b: 'vertical tab',
  0x0c: 'form feed',
  0x0d: 'carriage return',
  0x1b: 'escape character',
  0x7f: 'delete character',
  0x85: 'next line character',
  0xa0: 'non-breaking space',
  0xad: 'soft hyphen',
  0x061c: 'Arabic letter mark',
  0x180e: 'Mongolian vowel separator',
  0x200b: 'zero-width space',
  0x200c: 'zero-width non-joiner',
  0x200d: 'zero-width joiner',
  0x200e: 'left-to-right mark',
  0x200f: 'right-to-left mark',
  0x2028: 'line separator',
  0x2029: 'paragraph separator',
  0x202a: 'left-to-right embedding',
  0x202b: 'right-to-left embedding',
  0x202c: 'end of direction change',
  0x202d: 'left-to-right override',
  0x202e: 'right-to-left override',
  0x202f: 'narrow non-breaking space',
  0x2060: 'word joiner',
  0xfeff: 'byte order mark',
};

/** Splits a text into plain pieces and runs that need a mark. */
export function markedPieces(text: string, spaces: SpaceMarks): readonly TextPiece[] {
  const hasEdges = spaces === 'edges' || spaces === 'name';
  const start = hasEdges ? text.length - text.trimStart().length : 0;
  const end = hasEdges ? text.trimEnd().length : text.length;
  const pieces: TextPiece[] = [];
  let marks = 0;
  let plainFrom = 0;
  let at = 0;
  while (at < text.length && marks < mostMarks) {
    const code = text.codePointAt(at) ?? 0;
    const width = code > 0xffff ? 2 : 1;
    const edge = at < start || at >= end;
    const marked =
      isInvisible(code) ||
      (isSpace(code) && (spaces === 'all' || (hasEdges && edge) || (spaces === 'name' && code !== 0x20)));
    if (!marked) {
      at += width;
      continue;
    }
    let stop = at + width;
    while (stop < text.length && text.codePointAt(stop) === code && (edge || stop < end)) stop += width;
    if (at > plainFrom) pieces.push({ text: text.slice(plainFrom, at) });
    pieces.push(pieceOf(text.slice(at, stop), code, (stop - at) / width));
    marks++;
    at = stop;
    plainFrom = stop;
  }
  if (plainFrom < text.length) pieces.push({ text: text.slice(plainFrom) });
  return pieces;
}

/** Marks a text for plain-string targets (attributes, CodeMirror's panels): marks are written as `⟨U+202E⟩`. */
export function markedPlainly(text: string): string {
  return markedPieces(text, 'none')
    .map((piece) => (piece.glyph === undefined ? piece.text : `⟨${piece.glyph}⟩`))
    .join('');
}

/** Matches one right-to-left letter; regular expression with the flag `u`. */
export const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** True if a text contains right-to-left letters, which would reorder the text beside it. */
export function isFromRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/** True for most names: a fast check that no character needs a mark. */
export function isPlainName(text: string): boolean {
  return /^[!-~](?:[ -~]*[!-~])?$/.test(text);
}

/** An easily overlooked character in a text. */
export interface Overlooked {
  /** Counts from 1. */
  readonly line: number;
  readonly name: string;
  /** The mark with some surrounding text of its line. */
  readonly around: readonly TextPiece[];
}

/** Characters of text on each side of a mark. */
const context = 18;

/** Finds easily overlooked characters in text order: at most `most`, and the number of further ones. */
export function overlooked(
  text: string,
  spaces: SpaceMarks = 'edges',
  most = 3,
): { readonly found: readonly Overlooked[]; readonly more: number } {
  if (spaces === 'none' && /^[\t\n -~]*$/.test(text)) return { found: [], more: 0 };
  const pieces = markedPieces(text, spaces);
  const found: Overlooked[] = [];
  let more = 0;
  let line = 1;
  let at = 0;
  pieces.forEach((piece, index) => {
    if (piece.name !== undefined) {
      const where = at === 0 ? ' at the start' : index === pieces.length - 1 ? ' at the end' : '';
      if (found.length < most) found.push({ line, name: piece.name + where, around: around(pieces, index) });
      else more++;
    }
    for (let next = piece.text.indexOf('\n'); next !== -1; next = piece.text.indexOf('\n', next + 1)) line++;
    at += piece.text.length;
  });
  return { found, more };
}

function around(pieces: readonly TextPiece[], index: number): readonly TextPiece[] {
  const mark = pieces[index];
  if (mark === undefined) return [];
  const before = pieces[index - 1];
  const after = pieces[index + 1];
  const out: TextPiece[] = [];
  if (before?.glyph === undefined) {
    const line = (before?.text ?? '').slice((before?.text ?? '').lastIndexOf('\n') + 1);
    if (line !== '') out.push({ text: (line.length > context ? '…' : '') + line.slice(-context) });
  }
  out.push(mark);
  if (after?.glyph === undefined) {
    const [line = ''] = (after?.text ?? '').split('\n', 1);
    if (line !== '') out.push({ text: line.slice(0, context) + (line.length > context ? '…' : '') });
  }
  return out;
}

function pieceOf(text: string, code: number, count: number): TextPiece {
  if (code === 0x20) return { text, glyph: '·'.repeat(count), name: counted('space', count) };
  if (code === 0x09) return { text, glyph: '→'.repeat(count), name: counted('tab', count) };
  if (code === 0x0a) return { text, glyph: '↵'.repeat(count), name: counted('line break', count) };
  const hex = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const name = names[code];
  return {
    text,
    glyph: count === 1 ? hex : `${hex}×${String(count)}`,
    name: counted(name === undefined ? `character ${hex}` : `${name} ${hex}`, count),
  };
}

function counted(name: string, count: number): string {
  return count === 1 ? name : `${String(count)} × ${name}`;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0x0a;
}
