import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whyEndsSooner } from './shortened-tokens.ts';

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-20T09:00:00Z') }));
afterEach(() => vi.useRealTimers());

it('says exactly how long a token lives before and after, where the hours are the same', () => {
  const life = { expireTime: '2026-11-20T10:59:00Z', periodSeconds: 0, renewable: true };
  expect(whyEndsSooner('"1h"', life)).toBe(
    'It has 1h59m left; renewed, it expires in 1h with everything below it.',
  );
  expect(whyEndsSooner('5400', undefined)).toBe(
    'Its TTL is unknown; renewed, it expires in 1h30m with everything below it.',
  );
  expect(whyEndsSooner('"2h"', life)).toBeUndefined();
});
