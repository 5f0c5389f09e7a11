import { describe, expect, it } from 'vitest';
import { exactUtc, relativeTime } from './relative-time.ts';

const now = Date.UTC(2026, 10, 20, 9, 41, 7);

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [-12, '12 s ago'],
    [-119, '1 min ago'],
    [-7300, '2 h ago'],
    [-86_400 * 3, '3 d ago'],
    [61, 'in 1 min'],
    [-86_400 * 45, '6 Oct 2026'],
  ])('%d seconds: %s', (seconds, words) => {
    expect(relativeTime(now + seconds * 1000, now)).toBe(words);
  });
});

describe('exactUtc', () => {
  it('writes date and time in UTC whatever the offset', () => {
    expect(exactUtc('2026-11-20T10:41:07.123456789+01:00')).toBe('20 Nov 2026, 09:41:07 UTC');
  });
  it('writes each month as Intl does', () => {
    const dates = new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    });
    for (let month = 0; month < 12; month++)
      for (const [year, day] of [
        [1970, 1],
        [2026, 28],
        [12_026, 9],
      ] as const) {
        const at = Date.UTC(year, month, day, 9, 41, 7);
        expect(exactUtc(new Date(at).toISOString())).toBe(`${dates.format(at)}, 09:41:07 UTC`);
      }
  });
  it('leaves alone what it cannot read', () => {
    expect(exactUtc('never')).toBe('never');
  });
});
