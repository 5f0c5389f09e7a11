/**
 * Diff of two texts as one list of lines: kept, removed, added, and the changed characters of a line. The library
 * compares characters, so each distinct line is mapped to a character of its own.
 */
import { diff, presentableDiff } from '@codemirror/merge';

export interface DiffPiece {
  readonly text: string;
  readonly changed: boolean;
}

export interface DiffRow {
  readonly kind: 'same' | 'removed' | 'added';
  /** Line numbers from 1, on the side that has the line. */
  readonly before?: number;
  readonly after?: number;
  readonly pieces: readonly DiffPiece[];
}

/** Beyond these limits a diff can be larger than minimal: finding the smallest one takes too long. */
const effort = { scanLimit: 1000, timeout: 200 };
/** Longer changed stretches are shown line by line without character marks. */
const longestMarked = 20_000;

/** Lines of both texts in reading order; `undefined` stands for a missing text. */
export function diffRows(before: string | undefined, after: string | undefined): readonly DiffRow[] {
  const a = before?.split('\n') ?? [];
  const b = after?.split('\n') ?? [];
  const rows: DiffRow[] = [];
  let atA = 0;
  let atB = 0;
  const same = (untilA: number): void => {
    for (; atA < untilA; atA++, atB++)
      rows.push({ kind: 'same', before: atA + 1, after: atB + 1, pieces: [plain(a[atA] ?? '')] });
  };
  for (const { fromA, toA, toB } of lineChanges(a, b)) {
    same(fromA);
    const removed = a.slice(atA, toA);
    const added = b.slice(atB, toB);
    const marks = characterChanges(removed.join('\n'), added.join('\n'));
    const left = cutLines(
      removed,
      marks.map(({ fromA: from, toA: to }) => [from, to] as const),
    );
    const right = cutLines(
      added,
      marks.map(({ fromB: from, toB: to }) => [from, to] as const),
    );
    for (const pieces of left) rows.push({ kind: 'removed', before: ++atA, pieces });
    for (const pieces of right) rows.push({ kind: 'added', after: ++atB, pieces });
  }
  same(a.length);
  return rows;
}

export interface Range {
  readonly fromA: number;
  readonly toA: number;
  readonly fromB: number;
  readonly toB: number;
}

/** Differing lines, as line indexes: `A` before, `B` after. */
export function lineChanges(a: readonly string[], b: readonly string[]): readonly Range[] {
  const known = new Map<string, string>();
  const characters = (lines: readonly string[]): string =>
    lines
      .map((line) => {
        const character = known.get(line) ?? characterOf(known.size);
        known.set(line, character);
        return character;
      })
      .join('');
  const left = characters(a);
  const right = characters(b);
  // More distinct lines than characters: too many to read line by line anyway.
  if (known.size > mostLines) return [{ fromA: 0, toA: a.length, fromB: 0, toB: b.length }];
  return diff(left, right, effort);
}

const mostLines = 0xd7ff;

/** Maps a number to a character; never half of a surrogate pair, which the library would not split. */
function characterOf(index: number): string {
  return String.fromCharCode(Math.min(index, mostLines));
}

function characterChanges(removed: string, added: string): readonly Range[] {
  if (removed === '' || added === '' || removed.length + added.length > longestMarked) return [];
  return presentableDiff(removed, added, effort);
}

/** Lines of one side, split at marked characters; positions count through the lines joined by newlines. */
function cutLines(
  lines: readonly string[],
  marks: readonly (readonly [from: number, to: number])[],
): readonly (readonly DiffPiece[])[] {
  let start = 0;
  return lines.map((line) => {
    const pieces: DiffPiece[] = [];
    let at = 0;
    for (const [markFrom, markTo] of marks) {
      const from = Math.max(at, Math.min(line.length, markFrom - start));
      const to = Math.max(from, Math.min(line.length, markTo - start));
      if (to === from) continue;
      if (from > at) pieces.push(plain(line.slice(at, from)));
      pieces.push({ text: line.slice(from, to), changed: true });
      at = to;
    }
    if (at < line.length || pieces.length === 0) pieces.push(plain(line.slice(at)));
    start += line.length + 1;
    return pieces;
  });
}

function plain(text: string): DiffPiece {
  return { text, changed: false };
}

/** Rows with long unchanged stretches folded. */
export type FoldedRows = readonly (DiffRow | { readonly kind: 'fold'; readonly rows: readonly DiffRow[] })[];

/** Unchanged lines kept around a change. */
const context = 3;

/** Folds unchanged lines more than three lines away from a change. */
export function folded(rows: readonly DiffRow[]): FoldedRows {
  const near = new Uint8Array(rows.length);
  rows.forEach((row, index) => {
    if (row.kind === 'same') return;
    const end = Math.min(rows.length - 1, index + context);
    for (let at = Math.max(0, index - context); at <= end; at++) near[at] = 1;
  });
  const out: (DiffRow | { kind: 'fold'; rows: DiffRow[] })[] = [];
  rows.forEach((row, index) => {
    const last = out.at(-1);
    if (near[index] === 1) out.push(row);
    else if (last?.kind === 'fold') last.rows.push(row);
    else out.push({ kind: 'fold', rows: [row] });
  });
  // Folding one or two lines into a line of its own would save no space.
  return out.flatMap((row) => (row.kind === 'fold' && row.rows.length < 3 ? row.rows : [row]));
}
