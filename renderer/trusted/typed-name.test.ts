import { expect, it } from 'vitest';
import { compare } from './typed-name.ts';

it.each([
  ['', ''],
  ['secret/pay', ''],
  ['secret/payments', 'matches'],
  ['secret/payments ', 'differs'],
  ['Secret', 'differs'],
  ['payments', 'differs'],
])('while typing “%s”: %s', (typed, told) => {
  expect(compare(typed, 'secret/payments')).toBe(told);
});
