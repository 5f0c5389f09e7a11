/**
 * Three-way merge by lines: changes of both sides to different lines are combined. Touching changes, and two changes
 * of one line, are conflicts for the user to resolve.
 */
import { lineChanges, type Range } from './diff-rows.ts';

/** Merged lines, or a conflict of both sides. */
export type MergePiece =
  | { readonly kind: 'merged'; readonly lines: readonly string[] }
  | {
      readonly kind: 'clash';
      readonly mine: readonly string[];
      readonly theirs: readonly string[];
      /** Number of its first line in their text, from 1. */
      readonly line: number;
    };

/** Lines to take in a conflict. */
export type Choice = 'mine' | 'theirs' | 'both';

/** Merges two edits into pieces, in order. */
export function mergeLines(base: string, mine: string, theirs: string): readonly MergePiece[] {
  const [lines, my, their] = [base.split('\n'), mine.split('\n'), theirs.split('\n')];
  const [myChanges, theirChanges] = [lineChanges(lines, my), lineChanges(lines, their)];
  const pieces: MergePiece[] = [];
  let at = 0;
  let [myShift, theirShift] = [0, 0];
  for (const region of regionsOf(myChanges, theirChanges)) {
    add(pieces, lines.slice(at, region.from));
    const [ours, others] = [inRegion(myChanges, region), inRegion(theirChanges, region)];
    const [myEnd, theirEnd] = [myShift + growth(ours), theirShift + growth(others)];
    const mineHere = my.slice(region.from + myShift, region.to + myEnd);
    const theirsHere = their.slice(region.from + theirShift, region.to + theirEnd);
    if (others.length === 0 || sameLines(mineHere, theirsHere)) add(pieces, mineHere);
    else if (ours.length === 0) add(pieces, theirsHere);
    else
      pieces.push({ kind: 'clash', mine: mineHere, theirs: theirsHere, line: region.from + theirShift + 1 });
    [myShift, theirShift] = [myEnd, theirEnd];
    at = region.to;
  }
  add(pieces, lines.slice(at));
  return pieces;
}

/** Text resulting from the choices, in the order of the conflicts; undefined while a choice is missing. */
export function mergedText(
  pieces: readonly MergePiece[],
  choices: readonly (Choice | undefined)[],
): string | undefined {
  let clash = 0;
  const lines: string[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'merged') {
      lines.push(...piece.lines);
      continue;
    }
    const choice = choices[clash++];
    if (choice === undefined) return undefined;
    if (choice !== 'mine') lines.push(...piece.theirs);
    if (choice !== 'theirs') lines.push(...piece.mine);
  }
  return lines.join('\n');
}

/** A half-open stretch of base lines. */
interface Region {
  readonly from: number;
  readonly to: number;
}

/** Stretches changed by either side; overlapping or touching ones are merged. */
function regionsOf(mine: readonly Range[], theirs: readonly Range[]): readonly Region[] {
  const all = [...mine, ...theirs].sort((a, b) => a.fromA - b.fromA || a.toA - b.toA);
  const regions: Region[] = [];
  for (const { fromA, toA } of all) {
    const last = regions.at(-1);
    if (last === undefined || fromA > last.to) regions.push({ from: fromA, to: toA });
    else regions[regions.length - 1] = { from: last.from, to: Math.max(last.to, toA) };
  }
  return regions;
}

function inRegion(changes: readonly Range[], { from, to }: Region): readonly Range[] {
  return changes.filter(({ fromA, toA }) => fromA >= from && toA <= to);
}

/** Number of lines that changes add to a text. */
function growth(changes: readonly Range[]): number {
  return changes.reduce((sum, { fromA, toA, fromB, toB }) => sum + (toB - fromB) - (toA - fromA), 0);
}

function sameLines(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}

function add(pieces: MergePiece[], lines: readonly string[]): void {
  const last = pieces.at(-1);
  if (lines.length === 0) return;
  if (last?.kind === 'merged')
    pieces[pieces.length - 1] = { kind: 'merged', lines: [...last.lines, ...lines] };
  else pieces.push({ kind: 'merged', lines });
}
