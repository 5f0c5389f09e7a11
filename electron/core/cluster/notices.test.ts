import { describe, expect, it } from 'vitest';
import type { ClusterNode, ClusterSeen, NodeAnswer } from '../../../shared/vault/cluster.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { MOST_NOTICES, QUIET_MS, createNotices } from './notices.ts';
import type { Notice } from './notices.ts';

const atMs = Date.parse('2026-11-22T09:00:00Z');
const about = { sessionId: 's', name: 'Payments' };

function node(
  name: string,
  change: Partial<NodeAnswer> | null = {},
  more: Partial<ClusterNode> = {},
): ClusterNode {
  return {
    name,
    address: `https://${name}.example`,
    sources: ['connection'],
    asked: 'asked',
    ...(change === null
      ? {}
      : {
          answer: {
            initialized: true,
            sealed: false,
            role: 'standby',
            version: '1.21.2',
            removed: false,
            clusterId: 'c',
            clusterName: 'c',
            raftApplied: 10,
            ...change,
          },
        }),
    ...more,
  };
}

function seen(...nodes: readonly ClusterNode[]): ClusterSeen {
  return { at: new Date(atMs).toISOString(), nodes };
}

function noting() {
  const shown: Notice[] = [];
  const clock = { nowMs: atMs };
  const notices = createNotices({ nowMs: () => clock.nowMs, show: (notice) => shown.push(notice) });
  return { shown, clock, notices, bodies: () => shown.map(({ body }) => body) };
}

const refused = { kind: 'network', code: 'ECONNREFUSED', message: 'Nothing listens there.' } as const;
const leading = node('n1', { role: 'leader' });

describe('notices', () => {
  it('tell nothing of what is found first', () => {
    const { notices, shown } = noting();
    notices.seen(about, seen(node('n1', { sealed: true, role: 'unknown' }), node('n2', { role: 'leader' })));
    expect(shown).toEqual([]);
  });

  it('tell of a node that was sealed, also while it did not answer', () => {
    const { notices, shown } = noting();
    notices.seen(about, seen(leading));
    notices.seen(about, seen(node('n1', null)));
    notices.seen(about, seen(node('n1', { sealed: true, role: 'unknown' })));
    expect(shown).toEqual([{ sessionId: 's', title: 'Payments', body: 'n1 was sealed.' }]);
  });

  it('tell of another leader, also after a while without one', () => {
    const { notices, bodies } = noting();
    notices.seen(about, seen(leading, node('n2')));
    notices.seen(about, seen(node('n1', null), node('n2')));
    notices.seen(about, seen(node('n1', null), node('n2', { role: 'leader' })));
    expect(bodies()).toEqual(['n2 is the leader now.']);
  });

  it('tell of a node that died, and how many more may, by the voters of the whole cluster', () => {
    const voters = (died: number): ClusterSeen =>
      seen(
        ...[1, 2, 3, 4, 5].map((at) =>
          node(`n${String(at)}`, at > 5 - died ? null : {}, {
            voter: true,
            ...(at > 5 - died ? { problem: refused } : {}),
          }),
        ),
      );
    const { notices, bodies } = noting();
    for (const died of [0, 1, 1, 2]) notices.seen(about, voters(died));
    expect(bodies()).toEqual([
      'n5 does not answer. 1 more can fail.',
      'n4 does not answer. No further node can fail.',
    ]);
  });

  it('count no further failure of five nodes of which two were not asked', () => {
    const unasked = { asked: 'unconfirmed', voter: true } as const;
    const five = (third: ClusterNode): ClusterSeen =>
      seen(
        node('n1', { role: 'leader' }, { voter: true }),
        node('n2', {}, { voter: true }),
        third,
        node('n4', null, unasked),
        node('n5', null, unasked),
      );
    const { notices, bodies } = noting();
    notices.seen(about, five(node('n3', {}, { voter: true })));
    notices.seen(about, five(node('n3', null, { voter: true, problem: refused })));
    expect(bodies()).toEqual(['n3 does not answer. 2 of 5 nodes are not asked.']);
  });

  it('tell of a node that nobody asks and autopilot calls unhealthy', () => {
    const said = (healthy: boolean): ClusterSeen =>
      seen(
        leading,
        node('n2', null, { asked: 'unconfirmed', autopilot: { healthy, voter: true, lastContactMs: 1 } }),
      );
    const { notices, bodies } = noting();
    notices.seen(about, said(true));
    notices.seen(about, said(false));
    expect(bodies()).toEqual(['n2 is unhealthy, autopilot says. 1 of 2 nodes are not asked.']);
  });

  it('tell once where no node answers any more', () => {
    const { notices, bodies } = noting();
    notices.seen(about, seen(leading, node('n2')));
    notices.seen(about, seen(node('n1', null, { problem: refused }), node('n2', null, { problem: refused })));
    expect(bodies()).toEqual(['No node answers.']);
  });

  it('tell that no further node may fail, as autopilot says', () => {
    const said = noting();
    said.notices.seen(about, { ...seen(leading), autopilot: { healthy: true, failureTolerance: 1 } });
    said.notices.seen(about, { ...seen(leading), autopilot: { healthy: true, failureTolerance: 0 } });
    expect(said.bodies()).toEqual(['No further node can fail.']);
  });

  it('tell of one kind and node once in five minutes', () => {
    const { notices, shown, clock } = noting();
    const flap = (): void => {
      notices.seen(about, seen(leading));
      notices.seen(about, seen(node('n1', { sealed: true })));
    };
    for (let time = 0; time < 50; time++) flap();
    expect(shown).toHaveLength(1);
    clock.nowMs += QUIET_MS;
    flap();
    expect(shown).toHaveLength(2);
  });

  it('stop at a number in five minutes, however many nodes there are', () => {
    const { notices, shown } = noting();
    const many = (sealed: boolean) =>
      seen(...Array.from({ length: 40 }, (_, at) => node(`n${String(at)}`, { sealed })));
    notices.seen(about, many(false));
    notices.seen(about, many(true));
    expect(shown).toHaveLength(MOST_NOTICES);
  });

  it('tell of a certificate once, and once more on its last day', () => {
    const { notices, bodies, clock } = noting();
    const ends = new Date(atMs + 11 * 86_400_000).toISOString();
    const look = (): ClusterSeen => ({
      ...seen(node('n3', {}, { certificateEnds: ends })),
      at: new Date(clock.nowMs).toISOString(),
    });
    notices.seen(about, look());
    clock.nowMs += 86_400_000;
    notices.seen(about, look());
    clock.nowMs = atMs + 10.5 * 86_400_000;
    notices.seen(about, look());
    expect(bodies()).toEqual([
      'The certificate of n3 expires in 11 days.',
      'The certificate of n3 expires today.',
    ]);
  });

  it('tell of a token that is about to end, unless it is renewed', () => {
    const { notices, bodies, clock } = noting();
    const token: TokenFacts = {
      id: { secretRef: 'r', kind: 'token-id', length: 95, since: '' },
      accessor: 'ACCESSOR',
      displayName: 'ops',
      type: 'service',
      path: 'auth/x',
      policies: [],
      entityId: '',
      identityPolicies: [],
      orphan: true,
      renewable: true,
      numUses: 0,
      meta: {},
      ttlSeconds: 3600,
      creationTtlSeconds: 3600,
      periodSeconds: 0,
      explicitMaxTtlSeconds: 0,
      expireTime: new Date(atMs + 3_600_000).toISOString(),
      lookedUpAt: new Date(atMs).toISOString(),
    };
    notices.token(about, token, false);
    clock.nowMs += 3_600_000 - 5 * 60_000;
    notices.token(about, token, true);
    expect(bodies()).toEqual([]);
    notices.token(about, token, false);
    notices.token(about, token, false);
    expect(bodies()).toEqual(['Your token expires in 5 min.']);
  });

  it('show what a name hides', () => {
    const { notices, shown } = noting();
    const odd = 'n1\u202e\n\u0007x';
    const named = { sessionId: 's', name: 'Pay\u2066ments\r\nroot: hunter2' };
    notices.seen(named, seen(node(odd)));
    notices.seen(named, seen(node(odd, { sealed: true })));
    expect(shown).toEqual([
      { sessionId: 's', title: 'Pay�ments��root: hunter2', body: 'n1���x was sealed.' },
    ]);
  });
});
