import { describe, expect, it } from 'vitest';
import { exactUtc, relativeTime, utcDate } from './relative-time.ts';

const now = Date.UTC(2026, 10, 20, 9, 41, 7);

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [-12, '12 s ago'],
    [-119, '1 min ago'],
    [-7300, '2 h ago'],
    [-86_400 * 3, '3 d ago'],
    [61, 'in 1 min'],
    [-86_400 * 45, '2026-10-06'],
  ])('%d seconds: %s', (seconds, words) => {
    expect(relativeTime(now + seconds * 1000, now)).toBe(words);
  });
});

describe('exactUtc', () => {
  it('writes date and time in UTC whatever the offset', () => {
    expect(exactUtc('2026-11-20T10:41:07.123456789+01:00')).toBe('2026-11-20 09:41:07 UTC');
    expect(utcDate('2026-11-20T00:41:07+01:00')).toBe('2026-11-19');
  });
  it('leaves alone what it cannot read', () => {
    expect([exactUtc('never'), utcDate('some day')]).toEqual(['never', 'some day']);
  });
});
