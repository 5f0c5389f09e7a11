import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { rowHeights, rowVariable, setDensity, useRowHeight, type RowKind } from './row-heights.ts';
import { useRowWindow } from './row-window.ts';

const kinds = Object.keys(rowHeights.comfortable) as readonly RowKind[];

function Heights() {
  const heights = { name: useRowHeight('name'), value: useRowHeight('value'), line: useRowHeight('line') };
  return <output>{JSON.stringify(heights)}</output>;
}

function Names() {
  const box = useRef<HTMLDivElement>(null);
  const view = useRowWindow(box, 5_000, useRowHeight('name'));
  return (
    <div ref={box} role="list" onScroll={view.onScroll}>
      <output>{view.first}</output>
    </div>
  );
}

afterEach(() => {
  cleanup();
  setDensity('comfortable');
});

describe('the height of rows', () => {
  it.each(['comfortable', 'compact'] as const)('is the same in the style sheets: %s', (density) => {
    setDensity(density);
    const { style, dataset } = document.documentElement;
    expect(dataset['density']).toBe(density);
    for (const kind of kinds)
      expect(style.getPropertyValue(rowVariable(kind))).toBe(`${String(rowHeights[density][kind])}px`);
  });

  it('is large enough to hit, and smaller where that is wanted', () => {
    for (const kind of kinds) {
      expect(rowHeights.compact[kind]).toBeGreaterThanOrEqual(24);
      expect(rowHeights.compact[kind]).toBeLessThan(rowHeights.comfortable[kind]);
    }
  });

  it('reaches what is on screen at once', () => {
    render(<Heights />);
    expect(screen.getByRole('status').textContent).toBe('{"name":26,"value":37,"line":32}');
    act(() => {
      setDensity('compact');
    });
    expect(screen.getByRole('status').textContent).toBe('{"name":24,"value":29,"line":26}');
  });

  it('leaves a list of names at the row where it is', () => {
    render(<Names />);
    const list = screen.getByRole('list');
    list.scrollTop = 1_000.5 * 26;
    fireEvent.scroll(list);
    const first = screen.getByRole('status').textContent;
    act(() => {
      setDensity('compact');
    });
    expect(list.scrollTop).toBe(1_000.5 * 24);
    expect(screen.getByRole('status').textContent).toBe(first);
    act(() => {
      setDensity('comfortable');
    });
    expect(list.scrollTop).toBe(1_000.5 * 26);
  });
});
