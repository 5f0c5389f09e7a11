import { expect, it } from 'vitest';
import { isPlainHttpElsewhere } from './destination.ts';

it.each([
  ['http://vault.example:8200', true],
  ['http://127.0.0.1.evil.example', true],
  ['http://localhost.example', true],
  ['http://127.0.0.1:8200', false],
  ['http://[::1]:8200', false],
  ['http://localhost', false],
  ['https://vault.example:8200', false],
])('plain HTTP to %s: %s', (origin, dangerous) => {
  expect(isPlainHttpElsewhere(origin)).toBe(dangerous);
});
