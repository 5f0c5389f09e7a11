import { expect, it } from 'vitest';
import { localTime, skewMs } from './times.ts';

const at = Date.parse('2026-11-21T10:00:00.700Z');

it('takes the difference of the clocks off, where there is one', () => {
  expect(skewMs('Sat, 21 Nov 2026 10:00:00 GMT', at)).toBe(0);
  const ahead = skewMs('Sat, 21 Nov 2026 10:05:00 GMT', at);
  expect(ahead).toBe(299_800);
  expect(localTime('2026-11-21T10:05:00.123456789Z', ahead, 60)).toBe('2026-11-21T10:01:00.323Z');
  expect(skewMs('Sat, 21 Nov 2026 09:00:00 GMT', at)).toBe(-3_600_200);
});

it('says nothing where the server says nothing', () => {
  expect(skewMs('', at)).toBe(0);
  expect(localTime('', 0, 60)).toBe('');
  expect(localTime('0001-01-01T00:00:00Z', 0, 1e300)).toBe('');
});
