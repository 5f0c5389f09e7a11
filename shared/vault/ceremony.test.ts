import { describe, expect, it } from 'vitest';
import { changedElsewhere, shareNumbersProblem } from './ceremony.ts';
import type { CeremonyStatus } from './ceremony.ts';

const status: CeremonyStatus = {
  ...{ ceremony: 'rekey', endpoint: 'sys/rekey/init', at: '2026-11-22T21:00:00Z' },
  ...{ phase: 'shares', nonce: 'n', given: 1, needed: 3 },
  ...{ pgpFingerprints: [], startedHere: false, otpHeld: false },
};
const idle: CeremonyStatus = { ...status, phase: 'idle', nonce: '', given: 0 };

describe('numbers of shares', () => {
  it.each([
    [5, 3, undefined],
    [1, 1, undefined],
    [255, 255, undefined],
    [3, 5, 'The threshold cannot be larger than the number of shares: 5 of 3.'],
    [256, 3, 'At most 255 key shares are possible.'],
    [0, 1, 'There must be at least 1 key share.'],
    [3, 0, 'The threshold must be at least 1.'],
    [2.5, 1, 'There must be at least 1 key share.'],
  ])('%i with a threshold of %i', (shares, threshold, problem) => {
    expect(shareNumbersProblem({ shares, threshold })).toBe(problem);
  });

  it('one share of several must not be the whole key', () => {
    expect(shareNumbersProblem({ shares: 3, threshold: 1 })).toContain('at least 2');
  });
});

describe('what somebody else has done', () => {
  it.each([
    ['begun', idle, status, 'Somebody else has begun it.'],
    ['cancelled', status, idle, 'Somebody else has cancelled it.'],
    ['given the last share', { ...status, given: 2 }, idle, 'It is over'],
    ['begun another', status, { ...status, nonce: 'm', given: 0 }, 'begun another one'],
    ['given a wrong share', { ...status, given: 2 }, { ...status, given: 0 }, 'one of them was wrong'],
    ['received the new shares', status, { ...status, phase: 'verification', nonce: 'v' }, 'received the new'],
    [
      'given wrong new shares',
      { ...status, phase: 'verification' },
      { ...status, phase: 'verification', nonce: 'v' },
      'started over',
    ],
  ] as const)('%s is said', (_what, before, after, words) => {
    expect(changedElsewhere(before, after)).toContain(words);
  });

  it('one more share, and what was begun here, need no words', () => {
    expect(changedElsewhere(status, { ...status, given: 2 })).toBeUndefined();
    expect(changedElsewhere(idle, { ...status, startedHere: true })).toBeUndefined();
    expect(changedElsewhere(idle, { ...idle, at: 'later' })).toBeUndefined();
    expect(changedElsewhere(status, { ...idle, ceremony: 'generate-root' })).toBeUndefined();
  });
});
