import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { Words, fitWords } from './bar-words.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** jsdom has no layout: each word on screen takes 100 px. */
function roomFor(words: number): void {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(words * 100);
  vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockImplementation(function width(this: Element) {
    return this.querySelectorAll('[data-drop]:not([data-dropped])').length * 100;
  });
}

function show(): void {
  const bar = (
    <footer ref={fitWords}>
      {[3, 1, 2].map((drop) => (
        <button key={drop}>
          <Words drop={drop} text={`word ${String(drop)}`} />
        </button>
      ))}
    </footer>
  );
  render(bar);
}

const dropped = () =>
  [...document.querySelectorAll<HTMLElement>('[data-dropped]')].map(({ title }) => title).sort();

it('drops words in their order until the line fits, and says them in tooltips', () => {
  roomFor(1);
  show();
  expect(dropped()).toEqual(['word 1', 'word 2']);
  expect(screen.getAllByRole('button', { name: /^word/ })).toHaveLength(3);
});

it('brings them back as soon as there is room', () => {
  roomFor(0);
  show();
  expect(dropped()).toHaveLength(3);
  roomFor(3);
  window.dispatchEvent(new Event('resize'));
  expect(dropped()).toEqual([]);
});
