import { useCallback, useEffect, useId, useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useStore } from '../../api/store.ts';
import { classes } from '../../ui/classes.ts';
import namesCss from '../../ui/name-rows.module.css';
import rowsCss from './name-rows.module.css';
import { useRowHeight } from '../../ui/row-heights.ts';
import { paintedRows, slotOf, useRowWindow, type RowWindow } from '../../ui/row-window.ts';
import { useDueMarks } from '../../parts/folder/due-list.ts';
import { parentsAbove, parentsAt } from '../../parts/tree/parents-at.ts';
import { indexOfRow, rowAt, type TreeRow } from '../../parts/tree/tree-model.ts';
import { StickyParents } from './sticky-parents.tsx';
import { TreeRowView, type TreeRowViewProps } from './tree-row.tsx';
import type { TreeSelection } from '../../parts/tree/tree-selection.ts';
import type { TreeStore } from '../../parts/tree/tree-store.ts';
import css from './tree.module.css';
import { DragLabel, useTreeDrag } from './tree-drag.tsx';
import type { TreeHands } from './use-tree-hands.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import { useTreePointer } from './use-tree-pointer.ts';

export interface TreeViewProps {
  readonly hands: TreeHands;
  readonly tree: TreeStore;
  readonly selection: TreeSelection;
  /** Session of the marks for entries that are due. */
  readonly sessionId: string;
  /** Key of the row that the tab in front shows; empty: no such row. */
  readonly selectedKey: string;
  readonly onOpen: (row: TreeRow & { readonly kind: 'entry' }, how: 'preview' | 'pin') => void;
  /** A double click on a folder. */
  readonly onTable: (row: TreeRow & { readonly kind: 'folder' }) => void;
  /** F5 and "Retry"; without a row: everything. */
  readonly onRefresh: (row: TreeRow | undefined) => void;
  /** Every read and listing costs the token one of its uses. */
  readonly costsUse: boolean;
  readonly trouble: TreeRowViewProps['trouble'];
  readonly onMenu: (row: TreeRow, at: { readonly x: number; readonly y: number }) => void;
}

/**
 * The tree of names after the WAI-ARIA pattern: one tab stop, `aria-activedescendant` on the row with the keyboard
 * cursor. Moving never reads an entry; Space and Enter do.
 */
export function TreeView(props: TreeViewProps) {
  const { tree, selection, selectedKey, costsUse, trouble, onOpen, onTable, onRefresh, onMenu, hands } =
    props;
  const due = useDueMarks(props.sessionId);
  const snapshot = useStore(tree);
  const selected = useStore(selection);
  const { rows, activeKey } = snapshot;
  const box = useRef<HTMLDivElement>(null);
  const baseId = useId();
  const rowHeight = useRowHeight('name');
  const view = useRowWindow(box, rows.count, rowHeight, tree.topRow);
  const { scrollToRow: scrollTo, onScroll } = view;
  const scrollToRow = useCallback(
    (index: number) => scrollTo(index, parentsAbove(tree.snapshot().rows, index)),
    [tree, scrollTo],
  );

  const active = activeKey === '' ? -1 : indexOfRow(rows, activeKey);
  useRequestedScroll(snapshot.scrollRequest, active, scrollToRow);
  useShownSelection(tree, selectedKey, scrollToRow);
  useScrollPlace(tree, box, { onScroll, scrollToRow }, rowHeight);

  const act = (row: TreeRow, how: 'preview' | 'pin'): void => {
    if (row.kind === 'entry') onOpen(row, how);
  };
  const keyDown = useTreeKeys({
    tree,
    selection,
    rows,
    active,
    pageRows: view.pageRows,
    onOpen: act,
    onRefresh,
    onHand: hands.hand,
    onMenuKey: (row) => {
      const place = document.getElementById(rowId(baseId, active))?.getBoundingClientRect();
      if (row === undefined || place === undefined) return false;
      onMenu(row, { x: place.left + 40, y: place.bottom });
      return true;
    },
  });

  const pointer = useTreePointer({ tree, selection, rows, active, onOpen: act, onTable, onRefresh, onMenu });
  const { drag, ...dragging } = useTreeDrag({ rows, selection, onDrop: hands.put });

  const painted = paintedRows(view, active);
  return (
    <div
      ref={box}
      role="tree"
      aria-label="Secrets"
      aria-multiselectable
      tabIndex={0}
      className={classes(rowsCss['list'], css['tree'])}
      {...(active === -1 ? {} : { 'aria-activedescendant': rowId(baseId, active) })}
      {...pointer}
      {...dragging}
      onKeyDown={(event) => {
        if (drag === undefined) keyDown(event);
        else dragging.onKeyDown(event);
      }}
      onFocus={() => {
        const first = rowAt(rows, Math.max(0, indexOfRow(rows, selectedKey)));
        if (active === -1 && first !== undefined) tree.setActive(first.key, false);
      }}
      onScroll={() => {
        onScroll();
        tree.topRow = (box.current?.scrollTop ?? 0) / rowHeight;
      }}
    >
      <StickyParents parents={parentsAt(rows, view.top)} rowHeight={rowHeight} />
      <div
        role="presentation"
        className={classes(namesCss['rows'], css['rows'])}
        style={{ height: view.totalHeight }}
      >
        {painted.map((index) => {
          const row = rowAt(rows, index);
          return (
            row !== undefined && (
              <TreeRowView
                key={slotOf(view, index)}
                id={rowId(baseId, index)}
                row={row}
                top={index * rowHeight}
                active={index === active}
                selected={
                  selected.size > 0 ? selected.has(row.key) : row.key === selectedKey && row.kind === 'entry'
                }
                isTarget={row.key === drag?.key}
                needle={rows.filter}
                costsUse={costsUse}
                due={row.kind === 'entry' ? due.get(row.mount.path + row.path) : undefined}
                trouble={trouble}
              />
            )
          );
        })}
      </div>
      {drag !== undefined && <DragLabel drag={drag} />}
    </div>
  );
}

/** Lists a row's folder again; for an entry, the folder it lies in. */
export function refreshRow(tree: TreeStore, row: TreeRow): Promise<void> {
  switch (row.kind) {
    case 'entry':
      return tree.refresh(row.parent);
    case 'note':
      return tree.refresh(row.folder);
    case 'folder':
      return row.folder?.names === undefined && row.folder?.error === undefined
        ? tree.open(row)
        : tree.refresh(row.folder);
  }
}

/** Scrolls to the row with the keyboard cursor on request of the store. */
function useRequestedScroll(
  scrollRequest: number,
  active: number,
  scrollToRow: (index: number) => void,
): void {
  const activeRow = useRef(active);
  useLayoutEffect(() => {
    activeRow.current = active;
  });
  const requested = useRef(scrollRequest);
  useLayoutEffect(() => {
    if (requested.current === scrollRequest) return;
    requested.current = scrollRequest;
    if (activeRow.current !== -1) scrollToRow(activeRow.current);
  }, [scrollRequest, scrollToRow]);
}

/** Shows the row of the tab in front when another tab comes to the front, if its folders are listed already. */
function useShownSelection(tree: TreeStore, selectedKey: string, scrollToRow: (index: number) => void): void {
  const shown = useRef('');
  useEffect(() => {
    if (selectedKey === shown.current) return;
    shown.current = selectedKey;
    const index = selectedKey === '' ? -1 : indexOfRow(tree.snapshot().rows, selectedKey);
    if (index !== -1) scrollToRow(index);
    else if (selectedKey !== '') tree.showListed(selectedKey);
  }, [tree, selectedKey, scrollToRow]);
}

/**
 * A filter leaves few rows, and the box scrolls up on its own. Clearing it restores the old scroll offset, moved only
 * as far as needed to show the row that the keyboard reached meanwhile: a found row is not lost with the filter.
 */
function useScrollPlace(
  tree: TreeStore,
  box: RefObject<HTMLDivElement | null>,
  { onScroll, scrollToRow }: Pick<RowWindow, 'onScroll' | 'scrollToRow'>,
  rowHeight: number,
): void {
  const { rows, activeKey } = useStore(tree);
  const filtered = rows.filter !== '';
  const before = useRef({ filtered, top: tree.topRow, activeKey });
  useLayoutEffect(() => {
    if (before.current.filtered === filtered) return;
    // The box's own scroll event comes later: this is still the offset of the whole tree.
    const { top, activeKey: wasActive } = filtered ? { top: tree.topRow, activeKey } : before.current;
    before.current = { filtered, top, activeKey: wasActive };
    if (filtered || box.current === null) return;
    box.current.scrollTop = top * rowHeight;
    onScroll();
    const index = activeKey === wasActive || activeKey === '' ? -1 : indexOfRow(rows, activeKey);
    if (index !== -1) scrollToRow(index);
  }, [tree, box, rows, activeKey, filtered, onScroll, scrollToRow, rowHeight]);
}

function rowId(baseId: string, index: number): string {
  return `${baseId}-${String(index)}`;
}
