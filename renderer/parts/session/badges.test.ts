import { describe, expect, it } from 'vitest';
import { sampleSession } from '../../fixtures/session.fixture.ts';
import { badgesOf } from './badges.ts';

const profiles = [
  { profileId: 'p1', name: 'Payments production' },
  { profileId: 'p2', name: 'Payments staging' },
];

describe('badgesOf', () => {
  it('gives a session the letters of its connection', () => {
    const open = sampleSession({ profileId: 'p2', name: 'Payments staging' });
    const { ofProfile, ofSession } = badgesOf(profiles, [open]);
    expect([...ofProfile.values()]).toEqual(['PP', 'PS']);
    expect(ofSession.get('one')).toEqual({ letters: 'PS', number: undefined });
  });

  it('tells twelve sessions of one connection apart by their number', () => {
    const open = Array.from({ length: 12 }, (_, index) =>
      sampleSession({ sessionId: String(index), profileId: 'p1' }),
    );
    const shown = [...badgesOf(profiles, open).ofSession.values()];
    expect(shown.map(({ letters }) => letters)).toEqual(Array(12).fill('PP'));
    expect(shown.map(({ number }) => number)).toEqual([undefined, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('keeps what was given when another connection is saved, unless it is called otherwise', () => {
    const open = sampleSession({ name: 'Sample' });
    const before = badgesOf([], [open]);
    expect(before.ofSession.get('one')?.letters).toBe('SA');
    const sandbox = { profileId: 'p', name: 'Sandbox' };
    const after = badgesOf([sandbox], [open], before.given);
    expect(after.ofSession.get('one')?.letters).toBe('SA');
    expect(after.ofProfile.get('p')).toBe('SN');
    const renamed = badgesOf([{ ...sandbox, name: 'Orders' }], [open], after.given);
    expect(renamed.ofProfile.get('p')).toBe('OR');
  });

  it('takes sessions of connections that are not saved for connections of their own', () => {
    const { ofSession } = badgesOf(profiles, [
      sampleSession({ sessionId: 'a' }),
      sampleSession({ sessionId: 'b', address: 'https://other.example' }),
      sampleSession({ sessionId: 'c' }),
      sampleSession({ sessionId: 'd', profileId: 'removed' }),
    ]);
    expect([...ofSession.values()]).toEqual([
      { letters: 'P2', number: undefined },
      { letters: 'P3', number: undefined },
      { letters: 'P2', number: 2 },
      { letters: 'P2', number: 3 },
    ]);
  });

  it('gives the namespaces of one token the letters of its connection, and each its own name', () => {
    const health = { ...sampleSession().health, namespaces: true };
    const at = (sessionId: string, namespace: string) =>
      sampleSession({ sessionId, namespace, health, name: `Payments production · ${namespace}` });
    const { ofSession } = badgesOf(profiles, [
      sampleSession({ profileId: 'p1', health }),
      at('two', 'team-a'),
      at('three', 'team-a/web'),
      at('four', 'team-b/web'),
    ]);
    expect([...ofSession.values()]).toEqual([
      { letters: 'PP', number: undefined, namespace: 'root' },
      { letters: 'PP', number: undefined, namespace: 'team-a' },
      { letters: 'PP', number: undefined, namespace: 'web' },
      { letters: 'PP', number: 2, namespace: 'web' },
    ]);
  });
});
