import { describe, expect, it } from 'vitest';
import type { ClusterStatus } from '../../../shared/vault/cluster.ts';
import { sampleSession } from '../../fixtures/session.fixture.ts';
import {
  ageOf,
  clusterFacts,
  isByLook,
  serverFacts,
  stateByCheck,
  stateByLook,
  toneOf,
} from './server-state.ts';

const nowMs = Date.parse('2026-11-22T09:41:00Z');
const ago = (seconds: number): string => new Date(nowMs - seconds * 1000).toISOString();

function look(seconds: number, sealed = false): ClusterStatus {
  return {
    seen: {
      at: ago(seconds),
      allNamed: true,
      nodes: [
        {
          name: 'n1',
          address: 'https://n1:8200',
          sources: ['connection'],
          asked: 'asked',
          answer: {
            initialized: true,
            sealed,
            role: sealed ? 'unknown' : 'standby',
            version: '1.21.2',
            clusterId: 'c',
            clusterName: 'c',
            removed: false,
          },
        },
      ],
    },
    verdict: { state: 'degraded', reasons: ['n2: certificate expires in 3 days.'] },
    panels: {},
  };
}

describe('the read that says the state', () => {
  const checked = (seconds: number) => sampleSession({ seenAt: ago(seconds) });

  it.each([
    ['a newer look', checked(30), look(2), true],
    ['an older look that agrees', checked(2), look(7_200), true],
    ['an older look that differs', checked(2), look(3, true), false],
    ['no look', checked(2), undefined, false],
    ['a look without a verdict yet', checked(30), { ...look(2), verdict: undefined }, false],
    [
      'a locked session',
      sampleSession({ seenAt: ago(30), trouble: { kind: 'locked', message: '' } }),
      look(2),
      false,
    ],
  ] as const)('with %s', (_what, session, status, byLook) => {
    expect(isByLook(session, status as ClusterStatus | undefined)).toBe(byLook);
  });

  it('gives its sentence, its time and the own node', () => {
    expect(stateByLook(look(2))).toMatchObject({
      word: 'Degraded',
      sentence: 'n2: certificate expires in 3 days.',
      at: ago(2),
      node: 'n1 standby',
    });
    expect(stateByLook(look(2, true)).node).toBe('n1');
    const trouble = { kind: 'network', code: 'x', message: 'Nothing listens.' } as const;
    expect(stateByCheck(sampleSession({ node: 'n1', trouble, seenAt: ago(5) }))).toMatchObject({
      word: 'Unreachable',
      sentence: 'Nothing listens.',
      at: ago(5),
      node: 'n1',
    });
  });
});

describe('a check that got no health', () => {
  const redirected = {
    kind: 'redirect-refused',
    location: 'https://n2:8200',
    message: 'Redirected.',
  } as const;

  it.each([
    ['Not a Vault response', { ...redirected, status: 307 }],
    ['Not a Vault response', { kind: 'forbidden', status: 403, message: 'Go away.' }],
    ['Unreachable', { ...redirected, unseen: true }],
    ['Unreachable', { kind: 'internal', message: 'It broke.' }],
  ] as const)('says %s, not what an earlier one saw', (word, trouble) => {
    const session = sampleSession({ seenAt: ago(1), trouble, healthUnread: true });
    for (const sealed of [false, true])
      expect(stateByCheck({ ...session, health: { ...session.health, sealed } })).toMatchObject({
        word,
        tone: 'danger',
        sentence: trouble.message,
      });
    const { seen } = look(3);
    const gone = { ...seen, nodes: seen.nodes.map(({ answer: _, ...node }) => node) };
    const verdict = { state: 'unreachable', reasons: ['No answer.'] } as const;
    expect(isByLook(session, { seen: gone, verdict, panels: {} })).toBe(true);
    expect(isByLook(session, look(3))).toBe(false);
  });

  it('is none if only the token was refused', () => {
    const trouble = { kind: 'forbidden', status: 403, message: 'No.' } as const;
    expect(stateByCheck(sampleSession({ trouble })).word).toBe('Unsealed');
  });
});

it('says how old a state is once it is old, and does not call it good then', () => {
  expect(ageOf({ at: ago(60) }, nowMs)).toBe('');
  expect(ageOf({ at: ago(600) }, nowMs)).toBe('10 min ago');
  expect(ageOf({ at: '' }, nowMs)).toBe('');
  const good = stateByCheck(sampleSession());
  expect([toneOf(good, ''), toneOf(good, '10 min ago')]).toEqual(['ok', 'dim']);
});

it('names product, version and own node, and counts the nodes', () => {
  const session = sampleSession({ node: 'n1' });
  expect(serverFacts(session, stateByCheck(session))).toBe('Vault 1.21.2 · n1 leader');
  expect(clusterFacts(look(2))).toBe('1 node');
});
