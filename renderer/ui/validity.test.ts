import { expect, it } from 'vitest';
import { validityOf } from './validity.ts';

const now = Date.parse('2026-11-21T12:00:00Z');

it.each([
  ['2026-01-01T00:00:00Z', '2027-11-20T09:00:00Z', 'ok', 'until 2027-11-20'],
  ['2026-01-01T00:00:00Z', '2026-12-21T12:00:00Z', 'ok', 'until 2026-12-21'],
  ['2026-01-01T00:00:00Z', '2026-12-21T11:59:59Z', 'warn', 'expires in 29 d'],
  ['2026-01-01T00:00:00Z', '2026-11-21T12:10:00Z', 'warn', 'expires in 10 min'],
  ['2026-01-01T00:00:00Z', '2026-11-21T11:00:00Z', 'danger', 'expired 1 h ago'],
  ['2025-01-01T00:00:00Z', '2026-01-02T00:00:00Z', 'danger', 'expired on 2026-01-02'],
  ['2026-11-24T12:00:00Z', '2027-11-20T09:00:00Z', 'danger', 'not valid yet, only in 3 d'],
  ['2027-06-01T00:00:00Z', '2028-11-20T09:00:00Z', 'danger', 'not valid yet, only from 2027-06-01'],
  ['', 'whenever', 'warn', 'until whenever'],
])('from %s to %s is %s: %s', (validFrom, validTo, tone, words) => {
  expect(validityOf({ validFrom, validTo }, now)).toEqual({ tone, words });
});
