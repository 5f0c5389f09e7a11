import { useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { rowAt, type TreeRow, type TreeRows } from '../../parts/tree/tree-model.ts';
import type { TreeSelection } from '../../parts/tree/tree-selection.ts';
import { siblingsAtOnce, type TreeStore } from '../../parts/tree/tree-store.ts';
import { announce } from '../../ui/announce.tsx';
import { isKey } from '../../workspace/key-map.ts';
import { treeStep, typeAhead, type TreeStep } from './tree-keys.ts';

const typeAheadMs = 600;

/** Acts on the selected rows, or on the active one. */
export type Hand = 'copyNames' | 'cutNames' | 'pasteNames' | 'deleteNames';
const hands: readonly Hand[] = ['copyNames', 'cutNames', 'pasteNames', 'deleteNames'];

export interface TreeKeysOptions {
  readonly tree: TreeStore;
  readonly selection: TreeSelection;
  readonly rows: TreeRows;
  /** Index of the row with the keyboard cursor; -1 without one. */
  readonly active: number;
  readonly pageRows: number;
  readonly onOpen: (row: TreeRow, how: 'preview' | 'pin') => void;
  readonly onRefresh: (row: TreeRow | undefined) => void;
  /** The key for the menu of the row with the cursor; true if a menu opened. */
  readonly onMenuKey: (row: TreeRow | undefined) => boolean;
  readonly onHand: (hand: Hand, row: TreeRow) => void;
}

/** Keys of the tree: moving, opening, selecting and type-ahead. */
export function useTreeKeys(options: TreeKeysOptions): (event: KeyboardEvent<HTMLDivElement>) => void {
  const { tree, selection, rows, active, pageRows, onOpen, onRefresh, onMenuKey, onHand } = options;
  const typed = useRef({ text: '', atMs: 0 });
  /** A printable key continues the name being typed; false for all other keys. */
  const type = (key: string, typing: boolean): boolean => {
    if (key.length !== 1 || key === '/') return false;
    typed.current = { text: typing ? typed.current.text + key : key, atMs: Date.now() };
    const found = rowAt(rows, typeAhead(rows, active, typed.current.text));
    if (found !== undefined) tree.setActive(found.key);
    return true;
  };
  const take = (step: Exclude<TreeStep, { readonly kind: 'none' }>, selects: boolean): void => {
    switch (step.kind) {
      case 'move': {
        if (selects) selection.extend(rows, active, step.index);
        else selection.leaveRange();
        const next = rowAt(rows, step.index);
        if (next !== undefined) tree.setActive(next.key);
        break;
      }
      case 'open':
        void tree.open(step.row);
        break;
      case 'close':
        tree.close(step.row);
        break;
      case 'toggle':
        tree.toggle(step.row);
        break;
      case 'preview':
      case 'pin':
        onOpen(step.row, step.kind);
        break;
      case 'retry':
        onRefresh(step.row);
        break;
      case 'open-siblings': {
        const left = tree.openSiblings(step.row);
        if (left > 0)
          announce(`${String(siblingsAtOnce)} folders were opened; ${String(left)} were left closed.`);
        break;
      }
    }
  };
  /** Keys that select or act on what is selected; false for all others. */
  const select = (event: KeyboardEvent, row: TreeRow | undefined): boolean => {
    const hand = hands.find((key) => isKey(event.nativeEvent, key));
    if (event.key === 'Escape' && selection.snapshot().size > 0) selection.clear();
    else if (row === undefined) return false;
    else if (isKey(event.nativeEvent, 'selectName')) selection.toggle(row);
    else if (isKey(event.nativeEvent, 'selectNames')) selection.addSiblings(rows, row);
    else if (hand !== undefined) onHand(hand, row);
    else return false;
    typed.current = { text: '', atMs: 0 };
    return true;
  };
  return (event) => {
    const row = rowAt(rows, active);
    if (select(event, row)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'F5') {
      event.preventDefault();
      onRefresh(row);
      return;
    }
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      if (onMenuKey(row)) event.preventDefault();
      return;
    }
    // A space continues a name being typed; otherwise it opens.
    const typing = Date.now() - typed.current.atMs < typeAheadMs && typed.current.text !== '';
    const step =
      event.key === ' ' && typing ? ({ kind: 'none' } as const) : treeStep(event.key, rows, active, pageRows);
    if (step.kind !== 'none') take(step, event.shiftKey);
    else if (!type(event.key, typing)) return;
    event.preventDefault();
  };
}
