import { describe, expect, it } from 'vitest';
import { shareNumbersProblem } from './ceremony.ts';
describe('numbers of shares', () => {
  it.each([
    [5, 3, undefined],
    [1, 1, undefined],
    [255, 255, undefined],
    [3, 5, 'The threshold cannot be larger than the number of shares: 5 of 3.'],
    [256, 3, 'At most 255 key shares are possible.'],
    [0, 1, 'There must be at least 1 key share.'],
    [3, 0, 'The threshold must be at least 1.'],
    [2.5, 1, 'There must be at least 1 key share.'],
  ])('%i with a threshold of %i', (shares, threshold, problem) => {
    expect(shareNumbersProblem({ shares, threshold })).toBe(problem);
  });

  it('one share of several must not be the whole key', () => {
    expect(shareNumbersProblem({ shares: 3, threshold: 1 })).toContain('at least 2');
  });
});
