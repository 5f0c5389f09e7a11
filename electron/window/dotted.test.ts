import { expect, it } from 'vitest';
import { dotted } from './dotted.ts';

it('draws a dot into the upper right corner and leaves the rest, and its input, as they are', () => {
  const size = 8;
  const pixels = Buffer.alloc(size * size * 4, 1);
  const drawn = dotted(pixels, size);
  const changed = Array.from({ length: size * size }, (_, at) => at).filter((at) => drawn[at * 4] !== 1);
  expect(changed.map((at) => [at % size, Math.floor(at / size)])).toEqual([
    ...[
      [5, 0],
      [6, 0],
      [4, 1],
      [5, 1],
      [6, 1],
      [7, 1],
    ],
    ...[
      [4, 2],
      [5, 2],
      [6, 2],
      [7, 2],
      [5, 3],
      [6, 3],
    ],
  ]);
  expect(pixels.every((byte) => byte === 1)).toBe(true);
});
