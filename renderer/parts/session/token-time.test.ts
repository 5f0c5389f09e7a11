import { describe, expect, it } from 'vitest';
import { sampleToken } from '../../fixtures/session.fixture.ts';
import { leftWords, lifeWords, secondsLeft, shareLeft } from './token-time.ts';

const lookedUp = Date.parse(sampleToken.lookedUpAt);

describe('time left', () => {
  it('counts from the look-up by this machine’s clock, and ends at zero', () => {
    expect(secondsLeft(sampleToken, lookedUp + 20_000)).toBe(2500);
    expect(secondsLeft(sampleToken, lookedUp + 9_999_000)).toBe(0);
  });

  it('is endless for a token that never ends', () => {
    expect(secondsLeft({ ...sampleToken, expireTime: null, ttlSeconds: 0 }, lookedUp)).toBe(Infinity);
  });

  it('is a share of the life it was given', () => {
    expect(shareLeft(sampleToken, 900)).toBe(0.25);
    expect(shareLeft({ ...sampleToken, periodSeconds: 86_400, ttlSeconds: 86_400 }, 43_200)).toBe(0.5);
    expect(shareLeft({ ...sampleToken, creationTtlSeconds: 0, ttlSeconds: 0 }, 0)).toBe(0);
  });

  it('is worded the same wherever it stands', () => {
    expect(lifeWords(sampleToken, 0)).toBe('expired');
    expect(lifeWords(sampleToken, 900)).toBe('15 min left');
    expect(lifeWords(sampleToken, Infinity)).toBe('never expires');
    expect(lifeWords({ ...sampleToken, noLookUp: 'nothing' }, Infinity)).toBe('TTL unknown');
    expect(lifeWords(sampleToken, 900, true)).toBe('no longer valid');
  });

  it.each([
    [2_763_000, '31 d'],
    [18_725, '5 h'],
    [3599, '1 h'],
    [2519, '42 min'],
    [299, '5 min'],
    [250, '4 min'],
    [38, '38 s'],
    [3, '3 s'],
  ])('%d: %s', (seconds, words) => {
    expect(leftWords(seconds)).toBe(`${words} left`);
  });
});
