/** The keyboard of a tree after the WAI-ARIA pattern, as a pure step: from a key and the rows to an action. */
import { fold } from '../../parts/tree/name-list.ts';
import { rowAt, type TreeRow, type TreeRows } from '../../parts/tree/tree-model.ts';

/** Action of a key. */
export type TreeStep =
  | { readonly kind: 'move'; readonly index: number }
  | { readonly kind: 'open' | 'close' | 'toggle' | 'preview' | 'pin' | 'retry'; readonly row: TreeRow }
  | { readonly kind: 'open-siblings'; readonly row: TreeRow }
  | { readonly kind: 'none' };

/** Maps a key on the active row to an action (`active` -1: no row yet). `pageRows`: rows that fit into the view. */
export function treeStep(key: string, rows: TreeRows, active: number, pageRows: number): TreeStep {
  const last = rows.count - 1;
  if (last < 0) return { kind: 'none' };
  const row = rowAt(rows, active);
  const move = (index: number): TreeStep => ({ kind: 'move', index: Math.min(Math.max(index, 0), last) });
  switch (key) {
    case 'ArrowDown':
      return move(active + 1);
    case 'ArrowUp':
      return move(active === -1 ? last : active - 1);
    case 'Home':
      return move(0);
    case 'End':
      return move(last);
    case 'PageDown':
      return move(active + Math.max(1, pageRows - 1));
    case 'PageUp':
      return move(active - Math.max(1, pageRows - 1));
  }
  if (row === undefined) return { kind: 'none' };
  switch (key) {
    case 'ArrowRight':
      if (row.kind !== 'folder') return { kind: 'none' };
      return row.expanded ? move(active + 1) : { kind: 'open', row };
    case 'ArrowLeft':
      if (row.kind === 'folder' && row.expanded) return { kind: 'close', row };
      return row.level === 1 ? { kind: 'none' } : move(parentIndex(rows, active, row));
    case 'Enter':
      return enter(row, 'pin');
    case ' ':
      return enter(row, 'preview');
    case '*':
      return { kind: 'open-siblings', row };
    default:
      return { kind: 'none' };
  }
}

/** The next row whose name starts with the typed letters, from the active one on, wrapping; -1 without a match. */
export function typeAhead(rows: TreeRows, active: number, typed: string): number {
  const needle = fold(typed);
  // One letter moves on to the next such row; with more letters the current row can match.
  const from = typed.length === 1 ? active + 1 : Math.max(active, 0);
  for (let step = 0; step < rows.count; step++) {
    const index = (from + step) % rows.count;
    const row = rowAt(rows, index);
    if (row !== undefined && row.kind !== 'note' && fold(row.name).startsWith(needle)) return index;
  }
  return -1;
}

function enter(row: TreeRow, entryStep: 'pin' | 'preview'): TreeStep {
  switch (row.kind) {
    case 'folder':
      return { kind: 'toggle', row };
    case 'entry':
      return { kind: entryStep, row };
    case 'note':
      return row.note === 'failed' ? { kind: 'retry', row } : { kind: 'none' };
  }
}

function parentIndex(rows: TreeRows, active: number, row: TreeRow): number {
  for (let index = active - 1; index >= 0; index--) {
    const above = rowAt(rows, index);
    if (above !== undefined && above.level < row.level) return index;
  }
  return active;
}
