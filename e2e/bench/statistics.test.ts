import { describe, expect, it } from 'vitest';
import { median, p95, quantile, spread, steepest } from './statistics.ts';

describe('quantile', () => {
  it('takes the middle of an odd number of samples, whatever their order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('takes the mean of the two in the middle of an even number', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('sorts as numbers, not as texts', () => {
    expect(median([10, 9, 100])).toBe(10);
  });

  it('interpolates the 95th percentile', () => {
    expect(p95(Array.from({ length: 101 }, (_, at) => at))).toBe(95);
    expect(p95([0, 10])).toBeCloseTo(9.5, 10);
  });

  it('answers the ends at 0 and 1', () => {
    expect(quantile([3, 1, 2], 0)).toBe(1);
    expect(quantile([3, 1, 2], 1)).toBe(3);
  });

  it('leaves the samples in their order', () => {
    const samples = [3, 1, 2];
    median(samples);
    expect(samples).toEqual([3, 1, 2]);
  });

  it.each([[[]], [[1, Number.NaN]]])('refuses %j', (samples) => {
    expect(() => median(samples)).toThrow(RangeError);
  });

  it('refuses a quantile outside 0 to 1', () => {
    expect(() => quantile([1], 1.5)).toThrow(RangeError);
    expect(() => quantile([1], Number.NaN)).toThrow(RangeError);
  });
});

it('says the spread in words', () => {
  expect(spread([0, 25, 50, 75, 100.4])).toBe('0 to 100 ms, middle half 25 to 75');
});

it('finds the steepest exponent, whatever the factor, and refuses what has none', () => {
  const at = (b: number) => [1_000, 10_000, 100_000].map((x) => ({ x, y: 7 * x ** b }));
  for (const b of [0, 0.5, 1, 1.1, 2]) expect(steepest(at(b))).toBeCloseTo(b, 9);
  const bent = [1, 10, 20, 4_000].map((y, place) => ({ x: 10 ** place, y }));
  expect(steepest(bent)).toBeCloseTo(Math.log10(200), 9);
  expect(() => steepest([{ x: 1, y: 1 }])).toThrow(RangeError);
  expect(() => steepest([1, 1].map((x) => ({ x, y: 1 })))).toThrow(RangeError);
  expect(() => steepest([1, 2].map((x) => ({ x, y: x - 1 })))).toThrow(RangeError);
});
