import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RowGrid, rowAttributes, type RowPlace } from './row-grid.tsx';
import { rowHeights, setDensity } from './row-heights.ts';

interface Name {
  readonly name: string;
}

let drawn: string[] = [];

afterEach(() => {
  cleanup();
  setDensity('comfortable');
  vi.restoreAllMocks();
});

function draw({ name }: Name, place: RowPlace) {
  drawn.push(name);
  return (
    <div {...rowAttributes(place)} role="row">
      {name}
    </div>
  );
}

function show(count: number): void {
  const rows = Array.from({ length: count }, (_, at) => ({ name: `name-${String(at)}` }));
  drawn = [];
  render(
    <RowGrid label="Names" rows={rows} keyOf={({ name }) => name} rowHeight="value" onAct={() => undefined}>
      {draw}
    </RowGrid>,
  );
}

describe('RowGrid', () => {
  it('draws only those rows again about which something is new', () => {
    show(5);
    const [first] = screen.getAllByRole('row');
    first?.focus();
    drawn = [];
    if (first !== undefined) fireEvent.keyDown(first, { key: 'ArrowDown' });
    expect(document.activeElement?.textContent).toBe('name-1');
    expect(new Set(drawn)).toEqual(new Set(['name-0', 'name-1']));
  });

  it('scrolls nowhere to begin', () => {
    const scrolled = vi.fn();
    Element.prototype.scrollTo = scrolled;
    show(300);
    expect(scrolled).not.toHaveBeenCalled();
    Reflect.deleteProperty(Element.prototype, 'scrollTo');
  });

  it('keeps the row at the top when the density changes', () => {
    show(1000);
    const grid = screen.getByRole('grid');
    grid.scrollTop = 400.5 * rowHeights.comfortable.value;
    fireEvent.scroll(grid);
    act(() => {
      setDensity('compact');
    });
    expect(grid.scrollTop).toBe(400.5 * rowHeights.compact.value);
    expect(grid.querySelector<HTMLElement>('[role=presentation]')?.style.height).toBe(
      `${String(1000 * rowHeights.compact.value)}px`,
    );
  });
});
