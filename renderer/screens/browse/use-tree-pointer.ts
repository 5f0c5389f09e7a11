import type { MouseEvent } from 'react';
import { indexOfRow, rowAt, type TreeRow, type TreeRows } from '../../parts/tree/tree-model.ts';
import type { TreeSelection } from '../../parts/tree/tree-selection.ts';
import type { TreeStore } from '../../parts/tree/tree-store.ts';

export interface TreePointerOptions {
  readonly tree: TreeStore;
  readonly selection: TreeSelection;
  readonly rows: TreeRows;
  /** Index of the row with the keyboard cursor; -1 without one. */
  readonly active: number;
  readonly onOpen: (row: TreeRow, how: 'preview' | 'pin') => void;
  /** A double click on a folder. */
  readonly onTable: (row: TreeRow & { readonly kind: 'folder' }) => void;
  readonly onRefresh: (row: TreeRow | undefined) => void;
  readonly onMenu: (row: TreeRow, at: { readonly x: number; readonly y: number }) => void;
}

type Clicked = MouseEvent<HTMLDivElement>;

/** Clicks in the tree: opening, selecting with Shift and Ctrl, and the menu. */
export function useTreePointer(options: TreePointerOptions) {
  const { tree, selection, rows, active, onOpen, onTable, onRefresh, onMenu } = options;
  const rowOf = (target: EventTarget): TreeRow | undefined => {
    const box = target instanceof Element ? target.closest<HTMLElement>('[data-key], [data-parent]') : null;
    const key = box?.dataset['key'] ?? box?.dataset['parent'];
    return key === undefined ? undefined : rowAt(rows, indexOfRow(rows, key));
  };
  const onClick = (event: Clicked): void => {
    const row = rowOf(event.target);
    if (row === undefined) return;
    if (event.target instanceof Element && event.target.closest('[data-parent]') !== null) {
      tree.setActive(row.key);
      return;
    }
    const adds = event.ctrlKey || event.metaKey;
    if (event.shiftKey) selection.extend(rows, active, indexOfRow(rows, row.key));
    else if (adds) selection.toggle(row);
    else selection.clear();
    tree.setActive(row.key, false);
    if (event.shiftKey || adds) return;
    if (row.kind === 'folder') {
      tree.toggle(row);
      if (event.detail === 2) onTable(row);
    } else if (row.kind === 'note') {
      if (row.note === 'failed') onRefresh(row);
    } else onOpen(row, event.detail >= 2 ? 'pin' : 'preview');
  };
  const onContextMenu = (event: Clicked): void => {
    const row = rowOf(event.target);
    if (row === undefined) return;
    event.preventDefault();
    if (!selection.snapshot().has(row.key)) selection.clear();
    tree.setActive(row.key, false);
    onMenu(row, { x: event.clientX, y: event.clientY });
  };
  return { onClick, onContextMenu };
}
