import { describe, expect, it } from 'vitest';
import { paintedRows, slotOf, type RowWindow } from './row-window.ts';

function rowsFrom(first: number, end: number): RowWindow {
  const still = (): void => undefined;
  return { first, end, totalHeight: 0, top: 0, pageRows: 20, onScroll: still, scrollToRow: still };
}

describe('slotOf', () => {
  it.each([
    ['the top', 0, 40, -1],
    ['the middle, with the active row far above by a whole ring', 512, 560, 256],
    ['a window taller than the ring', 1_000, 1_700, 3],
    ['nothing', 0, 0, -1],
  ])('gives every painted row a slot of its own: %s', (_, first, end, active) => {
    const view = rowsFrom(first, end);
    const slots = paintedRows(view, active).map((index) => slotOf(view, index));
    expect(new Set(slots).size).toBe(slots.length);
  });

  it('keeps the slot of a row that stays in view while scrolling', () => {
    expect(slotOf(rowsFrom(250, 300), 280)).toBe(slotOf(rowsFrom(270, 320), 280));
  });
});
