import { describe, expect, it, vi } from 'vitest';
import { neighbour } from './zoom.ts';

vi.mock('electron', () => ({}));

describe('neighbour', () => {
  it.each([
    [1, 1, 1.1],
    [1, -1, 0.9],
    [1.2, 1, 1.25],
    [1.2, -1, 1.1],
    [3, 1, 3],
    [0.5, -1, 0.5],
  ] as const)('of %d by %d is %d', (factor, step, next) => {
    expect(neighbour(factor, step)).toBe(next);
  });
});
