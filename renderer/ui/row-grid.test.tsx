import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { RowGrid, rowAttributes, type RowPlace } from './row-grid.tsx';

interface Name {
  readonly name: string;
}

let drawn: string[] = [];

afterEach(() => {
  cleanup();
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
    <RowGrid label="Names" rows={rows} keyOf={({ name }) => name} rowHeight={37} onAct={() => undefined}>
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
});
