/** Parents of the first rows in view, which stay at the top of the tree. A few look-ups by index, whatever its size. */
import { rowAt, type Folder, type TreeRow, type TreeRows } from './tree-model.ts';

export interface StickyParent {
  readonly folder: Folder;
  /** In rows from the top of the view; a folder whose last row leaves is pushed out by the next one. */
  readonly top: number;
}

/** Maximum number of parents: deeper ones would leave little room for names. */
export const mostParents = 5;

/** Parents for a view that begins at row `top`, with a fraction; the outermost first. */
export function parentsAt(rows: TreeRows, top: number): readonly StickyParent[] {
  const first = Math.floor(top);
  const parents: StickyParent[] = [];
  for (let at = 0; at < mostParents; at++) {
    // The row that the parent at this height covers: something inside it, or itself on its way out of the view.
    const row = rowAt(rows, first + at);
    const folder = row === undefined ? undefined : folderAt(row, at + 1, top > first);
    if (folder === undefined) break;
    const next = rowAt(rows, first + at + 1);
    const leaves = next !== undefined && next.level <= at + 1;
    parents.push({ folder, top: leaves ? at + first - top : at });
  }
  return parents;
}

/** Number of rows that cover a row at the top of the view. */
export function parentsAbove(rows: TreeRows, index: number): number {
  return Math.min(mostParents, (rowAt(rows, index)?.level ?? 1) - 1);
}

function folderAt(row: TreeRow, level: number, withItself: boolean): Folder | undefined {
  let folder = row.kind === 'note' ? row.folder : row.parent;
  if (row.level === level)
    return withItself && row.kind === 'folder' && row.expanded ? row.folder : undefined;
  if (row.level < level) return undefined;
  while (folder !== undefined && folder.level > level) folder = folder.parent;
  return folder;
}
