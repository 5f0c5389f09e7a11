import { expect, it } from 'vitest';
import { counted, grouped, inMs } from './counted.ts';

it('groups digits, and gives a noun the number of its count', () => {
  expect([0, 999, 1_000, 1_234_567, -4_200].map(grouped)).toEqual([
    '0',
    '999',
    '1,000',
    '1,234,567',
    '-4,200',
  ]);
  expect([0, 1, 2, 12_345].map((count) => counted(count, 'key'))).toEqual([
    '0 keys',
    '1 key',
    '2 keys',
    '12,345 keys',
  ]);
});

it('gives a latency the digits that can be read', () => {
  expect([0.449, 3.46, 12.4, 1_588.4].map(inMs)).toEqual(['0.45 ms', '3.5 ms', '12 ms', '1,588 ms']);
});
