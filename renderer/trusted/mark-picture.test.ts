import { expect, it } from 'vitest';
import { blocks, markPicture } from './mark-picture.ts';

it('draws the same picture from the same digits, and others from others', () => {
  const drawn = (digits: string): string => markPicture(digits).outerHTML;
  expect(drawn('0123abcd')).toBe(drawn('0123abcd'));
  const many = Array.from({ length: 64 }, (_, n) => (n * 0x3fffff1).toString(16).padStart(8, '0').slice(-8));
  expect(new Set(many.map(drawn)).size).toBe(64);
  for (const svg of many.map(markPicture)) expect(svg.querySelector('[style]')).toBeNull();
});

it.each([0, 1, 0x7fff, 0xffffffff, 0x12345678])('draws %i alike on both sides, and never nothing', (bits) => {
  const cells = blocks(bits);
  expect(cells.length).toBeGreaterThanOrEqual(4);
  for (const { x, y, shade } of cells) expect(cells).toContainEqual({ x: 4 - x, y, shade });
});
