import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, parseDuration } from './ttl.ts';

describe('formatDuration', () => {
  it.each([
    [0, '0s'],
    [45, '45s'],
    [1800, '30m'],
    [3600, '1h'],
    [3603, '1h0m3s'],
    [3723, '1h2m3s'],
    [5400, '1h30m'],
    [2_764_800, '768h'],
    [-90, '-1m30s'],
    [0.9, '0s'],
  ])('%d seconds: %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  it('is read back as the same number of seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (seconds) => {
        expect(parseDuration(formatDuration(seconds))).toBe(seconds);
      }),
    );
  });
});

describe('parseDuration', () => {
  it.each([
    ['90', 90],
    ['768h0m0s', 2_764_800],
    ['1.5h', 5400],
    ['500ms', 0.5],
    ['30d', 2_592_000],
    [' 5m ', 300],
  ])('%j: %d', (text, seconds) => {
    expect(parseDuration(text)).toBeCloseTo(seconds);
  });
  it.each(['', 'h', '5 m', '1h-2m', '5x', '1d2h', 'NaN', '-', '--5s'])('refuses %j', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});
