import { expect, it } from 'vitest';
import { shortCount } from './short-count.ts';

it.each([
  [0, '0'],
  [8, '8'],
  [9_999, '9,999'],
  [10_000, '10k'],
  [41_999, '41k'],
  [999_999, '999k'],
  [1_000_000, '1.0M'],
  [12_345_678, '12.3M'],
])('%i is written %s', (count, words) => {
  expect(shortCount(count)).toBe(words);
});
