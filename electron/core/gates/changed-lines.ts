/**
 * Lines of a text that a save changes, for the prompt that asks: it cannot rely on the change that the page has
 * shown. Myers' shortest edit script, deterministic for the same two texts.
 */
import type { ChangedLine, TextChanges } from '../../../shared/ipc/trusted-contract.ts';

/** Limit of edits; beyond it everything between the first and the last change counts. */
const MOST_EDITS = 800;

/** Returns the lines that saving adds and removes, in reading order. `before` null: all lines are new. */
export function changedLines(before: string | null, after: string): TextChanges {
  const a = before === null ? [] : before.split('\n');
  const b = after.split('\n');
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  const lines = edits(left, right) ?? [
    ...right.map((text): ChangedLine => ({ kind: 'added', text })),
    ...left.map((text): ChangedLine => ({ kind: 'removed', text })),
  ];
  const added = lines.filter(({ kind }) => kind === 'added').length;
  return { lines, added, removed: lines.length - added };
}

/** Shortest edit script from `a` to `b`; undefined if it is longer than `MOST_EDITS`. */
function edits(a: readonly string[], b: readonly string[]): readonly ChangedLine[] | undefined {
  const most = Math.min(a.length + b.length, MOST_EDITS);
  /** Furthest index in `a` on each diagonal, for the current number of edits. */
  const furthest = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  const middle = most + 1;
  const reached = (diagonal: number): number => furthest[middle + diagonal] ?? 0;
  for (let count = 0; count <= most; count++) {
    trace.push(furthest.slice(middle - count - 1, middle + count + 2));
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      const down =
        diagonal === -count || (diagonal !== count && reached(diagonal - 1) < reached(diagonal + 1));
      let x = down ? reached(diagonal + 1) : reached(diagonal - 1) + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      furthest[middle + diagonal] = x;
      if (x >= a.length && x - diagonal >= b.length) return walkedBack(a, b, trace);
    }
  }
  return undefined;
}

function walkedBack(
  a: readonly string[],
  b: readonly string[],
  trace: readonly Int32Array[],
): readonly ChangedLine[] {
  const lines: ChangedLine[] = [];
  let x = a.length;
  let y = b.length;
  for (let count = trace.length - 1; count > 0; count--) {
    const before = trace[count];
    const reached = (diagonal: number): number => before?.[diagonal + count + 1] ?? 0;
    const diagonal = x - y;
    const down = diagonal === -count || (diagonal !== count && reached(diagonal - 1) < reached(diagonal + 1));
    const from = down ? diagonal + 1 : diagonal - 1;
    x = reached(from);
    y = x - from;
    lines.push(down ? { kind: 'added', text: b[y] ?? '' } : { kind: 'removed', text: a[x] ?? '' });
  }
  return lines.reverse();
}
