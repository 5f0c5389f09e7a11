/** Keys of a table that is navigated by rows, as in WAI-ARIA grids. */
import type { KeyboardEvent } from 'react';

/** Callbacks of a table's keys. */
export interface RowKeyEvents<Row> {
  /** Enter or Space on a row. */
  readonly onAct: (row: Row, key: 'Enter' | ' ') => void;
  /** Ctrl+C without a selection. */
  readonly onCopy?: (row: Row) => void;
  /** Escape; undefined if there is nothing to leave. */
  readonly onLeave?: (() => void) | undefined;
  /** Right or Left on a tree row: returns the row to go to; undefined moves to the row's buttons. */
  readonly onSide?: (row: Row, index: number, side: 'ArrowRight' | 'ArrowLeft') => number | undefined;
}

export interface GridMoves {
  /** Rows that a page key moves by. */
  readonly pageRows: () => number;
  /** Moves the focus to a row; an index beyond an end means the row at that end. */
  readonly goTo: (index: number) => void;
}

/** Handles a key press on a row or on a button within one. */
export function pressInGrid<Row>(
  event: KeyboardEvent<HTMLDivElement>,
  rows: readonly Row[],
  moves: GridMoves,
  { onAct, onCopy, onLeave, onSide }: RowKeyEvents<Row>,
): void {
  const { target, key } = event;
  const at = indexOf(target);
  const row = at === undefined ? undefined : rows[at];
  if (at === undefined || row === undefined || !(target instanceof HTMLElement) || event.altKey) return;
  const command = event.ctrlKey || event.metaKey;
  if (command && key.toLowerCase() === 'c' && onCopy !== undefined) {
    // With a selection the browser's own copy event is used, with the same handling.
    if (document.getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    onCopy(row);
  } else if (key === 'Escape' && !command && onLeave !== undefined) {
    event.stopPropagation();
    onLeave();
  } else if (isRow(target) && !command && (key === 'Enter' || key === ' ')) {
    event.preventDefault();
    onAct(row, key);
  } else if (isRow(target) || isButton(target)) {
    const sideways = (): number | HTMLElement | undefined => {
      if (key !== 'ArrowRight' && key !== 'ArrowLeft') return undefined;
      const index = isRow(target) ? onSide?.(row, at, key) : undefined;
      return index ?? beside(target, key === 'ArrowRight' ? 1 : -1);
    };
    const to =
      command && !onlyEnds.includes(key)
        ? undefined
        : (movedBy(key, at, rows.length - 1, moves.pageRows()) ?? sideways());
    if (to === undefined) return;
    event.preventDefault();
    if (typeof to === 'number') moves.goTo(to);
    else to.focus();
  }
}

function movedBy(key: string, at: number, last: number, page: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: last,
  };
  return moves[key];
}

/** Keys that also work with Ctrl. */
const onlyEnds: readonly string[] = ['Home', 'End'];

/** Next stop within a row: the row itself, then its buttons. */
function beside(target: HTMLElement, by: 1 | -1): HTMLElement | undefined {
  const row = target.closest<HTMLElement>('[data-index]');
  if (row === null) return undefined;
  const stops = [row, ...row.querySelectorAll<HTMLElement>('button[tabindex="0"]')];
  const at = stops.indexOf(target);
  return at === -1 ? undefined : stops[at + by];
}

function isRow(target: Element): boolean {
  return target.getAttribute('role') === 'row';
}

function isButton(target: Element): boolean {
  return (
    target instanceof HTMLButtonElement || (target instanceof HTMLInputElement && target.type === 'checkbox')
  );
}

/** Index of the row that contains an element. */
export function indexOf(target: EventTarget): number | undefined {
  const row = target instanceof Element ? target.closest('[data-index]') : null;
  return row === null ? undefined : Number(row.getAttribute('data-index'));
}
