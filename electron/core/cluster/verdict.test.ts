import { describe, expect, it } from 'vitest';
import type { ClusterNode, ClusterSeen, NodeAnswer, Verdict } from '../../../shared/vault/cluster.ts';
import { eventsBetween, withState } from './cluster-events.ts';
import { lagOf } from '../../../shared/vault/cluster-nodes.ts';
import { verdictOf } from './verdict.ts';

const at = '2026-11-22T09:00:00.000Z';
const later = '2026-11-22T09:00:01.000Z';

const well: NodeAnswer = {
  initialized: true,
  sealed: false,
  role: 'standby',
  version: '1.21.2',
  clusterId: 'c1',
  clusterName: 'dev',
  raftApplied: 5_000,
  clockSkewMs: 3,
  removed: false,
};

function node(
  name: string,
  answer: Partial<NodeAnswer> | undefined,
  more: Partial<ClusterNode> = {},
): ClusterNode {
  return {
    address: `https://${name}:8200`,
    name,
    sources: ['connection'],
    asked: 'asked',
    ...(answer === undefined ? {} : { answer: { ...well, ...answer } }),
    ...more,
  };
}

const refused = { kind: 'network', code: 'ECONNREFUSED', message: 'Nothing listens there.' } as const;
const trio = [node('n1', { role: 'leader' }), node('n2', {}), node('n3', {})];
const sealed = { sealed: true, unseal: { progress: 1, threshold: 3 } };

function seen(nodes: readonly ClusterNode[], failureTolerance?: number): ClusterSeen {
  const autopilot = failureTolerance === undefined ? {} : { autopilot: { healthy: true, failureTolerance } };
  return { at, nodes, allNamed: true, ...autopilot };
}

const unhealthy = { healthy: false, voter: true, lastContactMs: 40_000 };
const certificate = {
  subject: 'CN=n4',
  issuer: 'CN=ca',
  names: [],
  validFrom: '2025-11-20T09:30:00Z',
  sha256: '',
  validTo: '2026-11-20T09:30:00Z',
};
const expired = {
  kind: 'tls',
  reason: 'expired',
  message: 'The certificate has expired.',
  chain: [certificate],
} as const;

describe('the verdict', () => {
  it.each<[string, readonly ClusterNode[], string, string]>([
    ['three well', trio, 'healthy', ''],
    ['one alone', [node('n1', { role: 'leader' })], 'healthy', ''],
    ['a sealed standby', [...trio.slice(0, 2), node('n3', sealed)], 'degraded', 'n3 is sealed.'],
    [
      'a dead standby',
      [...trio.slice(0, 2), node('n3', undefined, { problem: refused })],
      'degraded',
      'n3 does not answer. Nothing',
    ],
    [
      'all sealed',
      [node('n1', sealed), node('n2', { sealed: true })],
      'sealed',
      'All nodes sealed; 1 of 3 key shares entered.',
    ],
    [
      'the rest sealed',
      [node('n1', undefined), node('n2', sealed)],
      'sealed',
      'The only node that answers is sealed; 1 of 3 key shares entered.',
    ],
    ['nobody', [node('n1', undefined), node('n2', undefined)], 'unreachable', 'None of the 2 nodes answers.'],
    ['no address', [], 'unreachable', 'No address of a node is known.'],
    [
      'one dead',
      [node('n1', undefined, { problem: refused })],
      'unreachable',
      'n1 does not answer. Nothing listens there.',
    ],
    ['no keys yet', [node('n1', { initialized: false })], 'not-initialized', 'It has no keys'],
    ['nobody leads', [node('n1', {}), node('n2', {})], 'no-leader', '2 nodes answer, none leads.'],
    [
      'two lead',
      [node('n1', { role: 'leader' }), node('n2', { role: 'leader' })],
      'degraded',
      'n1 and n2 both',
    ],
    ['a secondary of its own', [node('n1', { role: 'dr-secondary' })], 'healthy', ''],
    ['another cluster', [...trio, node('n4', { clusterId: 'c2' })], 'degraded', 'different clusters'],
    [
      'removed by raft, and well by its own word',
      [...trio, node('n4', { removed: true })],
      'degraded',
      'n4 was removed',
    ],
    [
      'far behind',
      [...trio, node('n4', { raftApplied: 100 })],
      'degraded',
      'n4 is 4,900 raft entries behind.',
    ],
    [
      'another version',
      [...trio, node('n4', { version: '1.20.4' })],
      'degraded',
      'Versions differ: 1.20.4, 1.21.2.',
    ],
    [
      'a wrong clock',
      [...trio, node('n4', { clockSkewMs: -61_000 })],
      'degraded',
      'n4: clock differs by 1 min',
    ],
    [
      'autopilot',
      [...trio, node('n4', {}, { autopilot: { healthy: false, voter: true, lastContactMs: 9 } })],
      'degraded',
      'Autopilot calls n4 unhealthy.',
    ],
    [
      'a certificate',
      [...trio, node('n4', {}, { certificateEnds: '2026-11-24T09:30:00Z' })],
      'expires-soon',
      'n4: certificate expires in 2 days.',
    ],
    [
      'a certificate near its end beside another version',
      [...trio, node('n4', { version: '1.20.4' }, { certificateEnds: '2026-11-24T09:30:00Z' })],
      'degraded',
      'n4: certificate expires in 2 days.',
    ],
    [
      'a dead certificate',
      [...trio, node('n4', {}, { certificateEnds: '2026-11-20T09:30:00Z' })],
      'degraded',
      'n4: certificate has expired.',
    ],
    [
      'a distant certificate',
      [...trio, node('n4', {}, { certificateEnds: '2027-11-20T09:30:00Z' })],
      'healthy',
      '',
    ],
    [
      'one that nobody confirmed',
      [...trio, node('n4', undefined, { asked: 'unconfirmed' })],
      'partly-asked',
      'Not asked until you confirm: n4.',
    ],
    [
      'one of which only raft knows',
      [...trio, node('n4', undefined, { asked: 'no-address' })],
      'partly-asked',
      'Not asked, API address unknown: n4.',
    ],
    [
      'one that nobody confirmed and that autopilot calls unhealthy',
      [...trio, node('n4', undefined, { asked: 'unconfirmed', autopilot: unhealthy })],
      'degraded',
      'Autopilot calls n4 unhealthy.',
    ],
    [
      'a certificate that was expired when it was first met',
      [...trio, node('n4', undefined, { problem: expired, certificateEnds: certificate.validTo })],
      'degraded',
      'n4: certificate expired on 2026-11-20, so nothing was asked there.',
    ],
    [
      'a load balancer beside its nodes',
      [...trio, node('lb', { role: 'leader' }, { entry: 'balancer' })],
      'healthy',
      '',
    ],
    [
      'a load balancer alone, its nodes not confirmed',
      [node('lb', {}, { entry: 'balancer' }), node('n1', undefined, { asked: 'unconfirmed' })],
      'partly-asked',
      'Not asked until you confirm: n1.',
    ],
    [
      'a sealed load balancer alone, its nodes not confirmed',
      [node('lb', sealed, { entry: 'balancer' }), node('n1', undefined, { asked: 'unconfirmed' })],
      'degraded',
      'lb is sealed.',
    ],
    [
      'a load balancer that reaches a sealed node beside nodes that work',
      [...trio, node('lb', sealed, { entry: 'balancer' })],
      'degraded',
      'lb is sealed.',
    ],
  ])('of %s', (_what, nodes, state, reason) => {
    const verdict = verdictOf(seen(nodes));
    expect(verdict.state).toBe(state);
    if (reason === '') expect(verdict.reasons).toEqual([]);
    else expect(verdict.reasons[0]).toContain(reason);
  });

  it('counts the nodes that were asked, of all where these are known', () => {
    const nodes = [...trio, node('n4', undefined, { asked: 'unconfirmed' })];
    expect(verdictOf(seen(nodes)).asked).toEqual({ nodes: 3, of: 4 });
    const { allNamed: _, ...unknown } = seen(trio);
    expect(verdictOf(unknown)).toEqual({
      state: 'partly-asked',
      reasons: ['There may be more nodes; they could not be listed.'],
      asked: { nodes: 3 },
    });
  });

  it('takes autopilot’s word for the whole cluster where no node is to blame', () => {
    const said = { ...seen(trio), autopilot: { healthy: false, failureTolerance: 1 } };
    expect(verdictOf(said)).toMatchObject({
      state: 'degraded',
      reasons: ['Autopilot calls the cluster unhealthy.'],
    });
  });

  it('says that no further node can fail by the voters that live, where autopilot has not noticed yet', () => {
    const nodes = [...trio.slice(0, 2), node('n3', undefined, { problem: refused })].map((one) => ({
      ...one,
      voter: true,
    }));
    expect(verdictOf(seen(nodes, 1)).reasons).toContain('No further node can fail.');
  });

  it('says what is worst first', () => {
    const nodes = [...trio, node('n4', sealed), node('n5', { removed: true, version: '1.20.4' })];
    expect(verdictOf(seen(nodes, 0)).reasons.map((text) => text.slice(0, 18))).toEqual([
      'n5 was removed fro',
      'n4 is sealed.',
      'No further node ca',
      'Versions differ: 1',
    ]);
  });

  it('does not say of a node that raft has removed that it is sealed, too', () => {
    const nodes = [...trio, node('n4', { ...sealed, removed: true })];
    expect(verdictOf(seen(nodes)).reasons).toEqual(['n4 was removed from the cluster by raft.']);
  });

  it('says once that all are sealed', () => {
    const nodes = [node('n1', sealed), node('n2', { ...sealed, removed: true })];
    expect(verdictOf(seen(nodes)).reasons).toEqual([
      'All nodes sealed; 1 of 3 key shares entered.',
      'n2 was removed from the cluster by raft.',
    ]);
  });

  it('says once that several are sealed, and which', () => {
    const nodes = [node('n1', {}), node('n2', sealed), node('n3', sealed)];
    expect(verdictOf(seen(nodes))).toMatchObject({
      state: 'no-leader',
      reasons: ['2 of 3 nodes sealed: n2, n3.'],
    });
  });

  it('says once that a node is sealed that a load balancer reaches too', () => {
    const nodes = [...trio.slice(0, 2), node('n3', sealed), node('lb', sealed, { entry: 'balancer' })];
    expect(verdictOf(seen(nodes)).reasons).toEqual(['n3 is sealed.']);
  });

  it('names the node that the first reason is about, if it is about one', () => {
    const near = node('n4', {}, { certificateEnds: '2026-11-24T09:30:00Z' });
    expect(verdictOf(seen([...trio, near])).about).toBe('https://n4:8200');
    expect(verdictOf(seen([...trio, near, node('n5', sealed)])).about).toBe('https://n5:8200');
    expect(verdictOf(seen([...trio, node('n4', sealed), node('n5', sealed)]))).not.toHaveProperty('about');
  });

  it('does not say an address twice', () => {
    const problem = {
      kind: 'network',
      code: 'ECONNREFUSED',
      message: 'n1:8200 refused the connection.',
    } as const;
    const nameless = node('', undefined, { address: 'https://n1:8200', problem });
    expect(verdictOf(seen([nameless])).reasons).toEqual(['n1:8200 refused the connection.']);
  });

  it('counts how far a node is behind, where storage is raft', () => {
    const nodes = [node('n1', { raftApplied: 10 }), node('n2', { raftApplied: 7 })];
    expect(nodes.map((one) => lagOf(one, nodes))).toEqual([0, 3]);
    expect(lagOf(node('n3', undefined), nodes)).toBeUndefined();
    // A lone standby has no node to be compared with.
    const alone = node('n1', { raftApplied: 10, role: 'leader' });
    expect(lagOf(alone, [alone])).toBe(0);
    expect(nodes.map((one) => lagOf(one, [one]))).toEqual([undefined, undefined]);
  });
});

describe('what changed between two looks', () => {
  function texts(before: readonly ClusterNode[], after: readonly ClusterNode[]): readonly string[] {
    return eventsBetween(seen(before), { ...seen(after), at: later }).map(({ text }) => text);
  }

  it.each<[string, readonly ClusterNode[], readonly string[]]>([
    ['nothing', trio, []],
    ['a node sealed', [...trio.slice(0, 2), node('n3', sealed)], ['n3 sealed']],
    ['a node lost', [...trio.slice(0, 2), node('n3', undefined)], ['n3 stopped answering']],
    [
      'the leader moved',
      [node('n1', {}), node('n2', { role: 'leader' }), node('n3', {})],
      ['Leader moved: n1 → n2'],
    ],
    ['the leader killed', [node('n1', undefined), ...trio.slice(1)], ['n1 stopped answering']],
    ['a node more', [...trio, node('n4', {})], ['n4 joined']],
    ['a node less', trio.slice(0, 2), ['n3 left']],
    ['a node upgraded', [...trio.slice(0, 2), node('n3', { version: '2.0.0' })], ['n3: 1.21.2 → 2.0.0']],
    [
      'a certificate near its end',
      [...trio.slice(0, 2), node('n3', {}, { certificateEnds: '2026-12-03T10:00:00Z' })],
      ['n3: certificate expires in 11 days'],
    ],
    ['removed', [...trio.slice(0, 2), node('n3', { removed: true })], ['n3 was removed from the cluster']],
  ])('%s', (_what, after, told) => {
    expect(texts(trio, after)).toEqual(told);
  });

  it('tells a certificate once', () => {
    const near = [node('n1', { role: 'leader' }, { certificateEnds: '2026-11-24T09:00:00Z' })];
    expect(texts(near, near)).toEqual([]);
  });

  it('knows a node by its name when its address has changed', () => {
    expect(texts(trio, [...trio.slice(0, 2), node('n3', {}, { address: 'https://10.0.0.3:8200' })])).toEqual(
      [],
    );
  });

  it('tells that the leader lost the lead, unless its own end says so', () => {
    expect(texts(trio, [node('n1', {}), ...trio.slice(1)])).toEqual(['n1 no longer leads']);
    expect(texts(trio, [node('n1', { ...sealed, role: 'unknown' }), ...trio.slice(1)])).toEqual([
      'n1 sealed',
    ]);
  });

  it('tells of the failure tolerance only where it follows from nothing else that is told', () => {
    expect(eventsBetween(seen(trio, 1), seen(trio, 0)).map(({ text, tone }) => [text, tone])).toEqual([
      ['Failure tolerance 1 → 0', 'plain'],
    ]);
    const lost = [...trio.slice(0, 2), node('n3', undefined)];
    expect(eventsBetween(seen(trio, 1), seen(lost, 0)).map(({ text, tone }) => [text, tone])).toEqual([
      ['n3 stopped answering', 'bad'],
    ]);
  });

  it('tells of the verdict beside what changed it, and alone where nothing else is told', () => {
    const [healthy, none] = [verdictOf(seen(trio)), verdictOf(seen([node('n1', {})]))];
    const partly = verdictOf(seen([...trio, node('n4', undefined, { asked: 'unconfirmed' })]));
    const alone = (before: Verdict, after: Verdict) =>
      withState([], { before, after, at }).map(({ text, tone }) => [text, tone]);
    expect(alone(partly, healthy)).toEqual([['partly checked → healthy', 'plain']]);
    expect(alone(healthy, none)).toEqual([['healthy → no leader', 'plain']]);
    expect(alone(healthy, healthy)).toEqual([]);
    const events = eventsBetween(seen(trio), {
      ...seen([node('n1', sealed), node('n2', sealed)]),
      at: later,
    });
    const told = withState(events, { before: healthy, after: none, at: later });
    expect(told.map(({ text, then }) => [text, then])).toEqual([
      ['n1 sealed', 'no leader'],
      ['n2 sealed', undefined],
      ['n3 left', undefined],
    ]);
  });
});
