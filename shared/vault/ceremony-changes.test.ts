import { describe, expect, it } from 'vitest';
import { changedElsewhere } from './ceremony-changes.ts';
import type { CeremonyStatus } from './ceremony.ts';

const status: CeremonyStatus = {
  ceremony: 'rekey',
  endpoint: 'sys/rekey/init',
  at: '2026-11-22T21:00:00Z',
  phase: 'shares',
  nonce: 'n',
  given: 1,
  needed: 3,
  pgpFingerprints: [],
  startedHere: false,
  hasPad: false,
  leader: { address: 'n1:8200', since: '2026-11-22T20:00:00Z' },
};
const idle: CeremonyStatus = { ...status, phase: 'idle', nonce: '', given: 0 };

describe('what somebody else has done', () => {
  it.each([
    ['begun', idle, status, 'Another participant started it.'],
    ['cancelled', status, idle, 'Another participant cancelled it.'],
    ['given the last share', { ...status, given: 2 }, idle, 'It is over'],
    ['begun another', status, { ...status, nonce: 'm', given: 0 }, 'began another one'],
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

describe('a change of the leader', () => {
  const at = '2026-11-22T21:00:02Z';
  const told = { ...idle, at };
  const from = (address: string, since = '') => ({ leader: { address, since } });
  const verifying: CeremonyStatus = { ...status, phase: 'verification', nonce: 'v' };

  it.each([
    [
      'a rekey',
      status,
      { ...told, ...from('n2:8200') },
      /^The leader changed from n1:8200 to n2:8200 between 2026-11-22 21:00:00 UTC and 2026-11-22 21:00:02 UTC; the new leader has forgotten this rekey\. No new shares exist and the old ones count, unless the missing 2 shares were entered just before\. Begin again\.$/,
    ],
    [
      'a rekey one share before its end',
      { ...status, given: 2 },
      { ...told, ...from('n2:8200') },
      /unless the last share was entered just before/,
    ],
    ['a verification', verifying, { ...told, ...from('n2:8200') }, /old shares still count/],
    [
      'a root generation',
      { ...status, ceremony: 'generate-root' },
      { ...told, ceremony: 'generate-root', ...from('n2:8200') },
      /forgotten this root generation\. It has made no root token/,
    ],
    [
      'one whose leader has the lead again',
      status,
      { ...told, ...from('n1:8200', '2026-11-22T21:00:01Z') },
      /^The leader n1:8200 lost the lead or restarted, and leads again since 2026-11-22 21:00:01 UTC; it has forgotten/,
    ],
    [
      'one after which another was begun',
      status,
      { ...status, at, nonce: 'm', ...from('n2:8200') },
      /Another one was started since: shares entered for the old one do not count\.$/,
    ],
  ] as const)('%s is told, and nobody is said to have done it', (_what, before, after, words) => {
    const said = changedElsewhere(before, after);
    expect(said).toMatch(words);
    expect(said).not.toMatch(/another participant/i);
  });

  it('a cause that cannot be known is said to be unknown: a standby does not tell since when another leads', () => {
    const seen = { ...status, ...from('n1:8200') };
    expect(changedElsewhere(seen, { ...told, ...from('n1:8200') })).toBe(
      'It ended: it was cancelled, or a leader that lost the lead or restarted (n1:8200 when it was last seen) has forgotten it. The server does not say which.',
    );
    const { leader: _led, ...without } = status;
    const { leader: _leads, ...none } = told;
    expect(changedElsewhere({ ...without, given: 2 }, none)).toBe(
      'It ended: the last share was entered, it was cancelled, or a server that was sealed or restarted has forgotten it. The server does not say which.',
    );
  });
});
