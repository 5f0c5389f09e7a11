import { describe, expect, it } from 'vitest';
import { HISTORY_MS, MOST_EVENTS } from '../../../shared/vault/cluster.ts';
import type { NodeAnswer } from '../../../shared/vault/cluster.ts';
import { KnownCluster } from './known-cluster.ts';
import type { NodeLook } from './look.ts';

const [one, two] = ['https://10.0.0.1:8200', 'https://10.0.0.2:8200'];
const refused = { kind: 'network', code: 'ECONNREFUSED', message: 'Nothing listens there.' } as const;

function look(role: NodeAnswer['role'], leaderAddress: string, more: Partial<NodeAnswer> = {}): NodeLook {
  return {
    answer: {
      initialized: true,
      sealed: false,
      role,
      version: '1.21.2',
      clusterId: 'c',
      clusterName: 'pay',
      removed: false,
      ...more,
    },
    roundTripMs: 3,
    chain: [],
    name: '',
    leaderAddress,
    alone: false,
    leads: role === 'leader',
    standby: role === 'standby',
  };
}

const certificate = {
  subject: 'CN=two',
  issuer: 'CN=ca',
  names: [],
  validFrom: '2026-01-01T00:00:00Z',
  sha256: '',
  validTo: '2027-01-01T00:00:00Z',
};

const servers = [1, 2, 3].map((at) => ({
  nodeId: `n${String(at)}`,
  address: `10.0.0.${String(at)}:8201`,
  voter: true,
}));

function known(addresses: readonly string[] = [one, two]) {
  const clock = { nowMs: Date.parse('2026-11-22T09:00:00Z') };
  const cluster = new KnownCluster(() => clock.nowMs);
  cluster.mayAsk(addresses);
  return { cluster, clock };
}

describe('what is known of a cluster', () => {
  it('is judged once each node has answered or failed, and shown before', () => {
    const { cluster } = known();
    expect(cluster.status()).toBeUndefined();
    cluster.answered(one, look('leader', one));
    expect(cluster.judge()).toEqual([]);
    expect(cluster.status()?.verdict).toBeUndefined();
    expect(cluster.status()?.seen.nodes.map(({ asked }) => asked)).toEqual(['asked', 'waiting']);
    cluster.failed(two, refused);
    // The state at the first look is not an event.
    expect(cluster.judge()).toEqual([]);
    expect(cluster.status()?.verdict?.state).toBe('degraded');
    cluster.answered(two, look('standby', one));
    cluster.told({ panels: {}, haNodes: [] });
    expect(cluster.judge()).toMatchObject([{ text: '10.0.0.2:8200 answers again', then: 'healthy' }]);
    expect(cluster.timeline?.events.map(({ text }) => text)).toContain('10.0.0.2:8200 answers again');
  });

  it('calls nobody missing who leads at an address that nobody has confirmed', () => {
    const { cluster } = known([one]);
    cluster.answered(one, look('standby', two));
    cluster.judge();
    expect(cluster.status()?.verdict).toMatchObject({ state: 'partly-asked', asked: { nodes: 1 } });
    expect(cluster.status()?.seen.nodes.map(({ asked }) => asked)).toEqual(['asked', 'unconfirmed']);
    cluster.answered(one, look('standby', ''));
    cluster.judge();
    expect(cluster.status()?.verdict?.state).toBe('no-leader');
  });

  it('knows by the configuration of raft that a node was removed, also where that node says that it is well', () => {
    const { cluster } = known();
    cluster.answered(one, look('leader', one));
    cluster.answered(two, look('standby', one));
    cluster.told({ panels: {}, raftServers: servers.slice(0, 2) });
    expect(cluster.status()?.seen.nodes.map(({ name }) => name)).toEqual(['n1', 'n2']);
    cluster.judge();
    cluster.told({ panels: {}, raftServers: servers.slice(0, 1) });
    expect(cluster.status()?.seen.nodes[1]).toMatchObject({ name: 'n2', answer: { removed: true } });
    cluster.judge();
    expect(cluster.status()?.verdict?.reasons).toContain('n2 was removed from the cluster by raft.');
    // A node that has joined again counts again.
    cluster.told({ panels: {}, raftServers: servers.slice(0, 2) });
    expect(cluster.status()?.seen.nodes[1]?.answer?.removed).toBe(false);
  });

  it('calls a node by the name that another look has learnt', () => {
    const { cluster } = known([one]);
    const host = {
      hostname: 'vm',
      apiAddress: one,
      clusterAddress: '',
      active: true,
      version: '',
      lastEcho: '',
    };
    cluster.learn({ haNodes: [host] });
    cluster.answered(one, look('leader', one));
    expect(cluster.status()?.seen.nodes.map(({ name }) => name)).toEqual(['vm']);
  });

  it('remembers a leader whose name no other node says any more', () => {
    const { cluster } = known([two]);
    cluster.answered(two, look('standby', one));
    cluster.judge();
    cluster.answered(two, look('leader', two));
    cluster.judge();
    expect(cluster.status()?.seen.nodes.map(({ address, asked }) => [address, asked])).toEqual([
      [two, 'asked'],
      [one, 'unconfirmed'],
    ]);
    expect(cluster.status()?.verdict).toMatchObject({ state: 'partly-asked', asked: { nodes: 1 } });
    cluster.forget(one);
    expect(cluster.status()?.seen.nodes).toHaveLength(1);
  });

  it('keeps the address of a node that only raft names any more', () => {
    const { cluster } = known([one]);
    const ha = [1, 2].map((at) => ({
      hostname: 'h',
      apiAddress: `https://10.0.0.${String(at)}:8200`,
      version: '',
      lastEcho: '',
      clusterAddress: `https://10.0.0.${String(at)}:8201`,
      active: at === 1,
    }));
    cluster.answered(one, look('leader', one));
    cluster.told({ panels: {}, haNodes: ha, raftServers: servers.slice(0, 2) });
    cluster.told({ panels: {}, haNodes: ha.slice(0, 1), raftServers: servers.slice(0, 2) });
    expect(cluster.status()?.seen.nodes.map(({ address, name }) => [address, name])).toEqual([
      [one, 'n1'],
      [two, 'n2'],
    ]);
  });

  it('lets the next confirmed node speak for the cluster while the connection’s own does not', () => {
    const { cluster } = known();
    const autopilot = { state: { healthy: true, failureTolerance: 1 }, nodes: new Map(), servers: [] };
    cluster.answered(one, look('leader', one));
    cluster.answered(two, look('standby', one));
    cluster.told({ panels: {}, autopilot, raftServers: servers.slice(0, 2) }, one);
    expect(cluster.speaker).toBe(one);
    cluster.failed(one, refused);
    expect(cluster.speaker).toBe(two);
    // Reported by the node that died.
    expect(cluster.status()?.seen.autopilot).toBeUndefined();
    cluster.told({ panels: {}, autopilot }, two);
    expect(cluster.status()?.seen).toMatchObject({ spokenBy: 'n2', autopilot: { failureTolerance: 1 } });
    cluster.answered(one, look('leader', one));
    expect(cluster.speaker).toBe(one);
  });

  it('calls an address that leads under two names a load balancer, and counts it as no node', () => {
    const { cluster } = known(['https://balancer:443', one, two]);
    const entries = () => cluster.status()?.seen.nodes.map(({ entry }) => entry);
    cluster.answered('https://balancer:443', look('leader', one));
    cluster.answered(one, look('leader', one));
    cluster.answered(two, look('standby', one));
    expect(entries()).toEqual(['alias', undefined, undefined]);
    cluster.answered('https://balancer:443', look('standby', one));
    cluster.answered('https://balancer:443', look('leader', one));
    cluster.told({ panels: {}, haNodes: [] });
    cluster.judge();
    expect(entries()).toEqual(['balancer', undefined, undefined]);
    expect(cluster.status()?.verdict).toMatchObject({ state: 'healthy' });
  });

  it('calls a node no load balancer that gives up leading and leads again', () => {
    const { cluster } = known([one]);
    for (const [role, leader] of [
      ['leader', one],
      ['standby', one],
      ['standby', two],
      ['leader', one],
      ['leader', one],
    ] as const)
      cluster.answered(one, look(role, leader));
    expect(cluster.status()?.seen.nodes[0]?.entry).toBeUndefined();
  });

  it('takes the address that a leader has for itself for the one that leads to it', () => {
    const { cluster } = known(['https://balancer:443']);
    cluster.answered('https://balancer:443', look('leader', one));
    expect(cluster.status()?.seen.nodes.map(({ address }) => address)).toEqual(['https://balancer:443']);
  });

  it('keeps the name of a node that died, and the end of its certificate', () => {
    const { cluster } = known();
    const ha = (apiAddress: string, at: number) => ({
      hostname: `h${String(at)}`,
      apiAddress,
      clusterAddress: `https://10.0.0.${String(at)}:8201`,
      active: at === 1,
      version: '',
      lastEcho: '',
    });
    const raftServers = servers.slice(0, 2);
    cluster.answered(one, look('leader', one));
    cluster.answered(two, { ...look('standby', one), chain: [certificate] });
    cluster.told({ panels: {}, haNodes: [ha(one, 1), ha(two, 2)], raftServers });
    cluster.judge();
    cluster.failed(two, refused);
    cluster.told({ panels: {}, haNodes: [ha(one, 1)], raftServers });
    expect(cluster.judge().map(({ text }) => text)).toEqual(['n2 stopped answering']);
    expect(cluster.status()?.seen.nodes[1]).toMatchObject({
      name: 'n2',
      certificateEnds: '2027-01-01T00:00:00Z',
    });
  });

  it('takes the one that a server without a cluster names for itself', () => {
    const { cluster } = known(['http://proxy:80']);
    const alone = { ...look('leader', ''), leads: false, alone: true };
    cluster.answered('http://proxy:80', alone);
    const haNodes = [
      { hostname: 'h', apiAddress: one, clusterAddress: '', active: true, version: '', lastEcho: '' },
    ];
    cluster.told({ panels: {}, haNodes });
    cluster.judge();
    expect(cluster.status()?.seen.nodes.map(({ address, name }) => [address, name])).toEqual([
      ['http://proxy:80', 'h'],
    ]);
    expect(cluster.status()?.verdict?.state).toBe('healthy');
  });

  it('keeps ten minutes of round trips and a bounded timeline', () => {
    const { cluster, clock } = known([one]);
    for (let index = 0; index < MOST_EVENTS + 50; index++) {
      cluster.answered(one, look('leader', one, { sealed: index % 2 === 0 }));
      cluster.judge();
      clock.nowMs += 30_000;
    }
    expect(cluster.timeline?.events).toHaveLength(MOST_EVENTS);
    const times = [...cluster.roundTrips.values()].flat().map(({ atMs }) => atMs);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(HISTORY_MS);
  });

  it('keeps the last good facts of a panel while a later look fails', () => {
    const { cluster } = known([one]);
    const facts = { panel: 'keys', term: 4, installTime: '', encryptions: 1 } as const;
    cluster.answered(one, look('leader', one));
    cluster.told({ panels: { keys: { facts } } });
    cluster.told({ panels: { keys: { problem: refused } } });
    expect(cluster.status()?.panels.keys).toEqual({ facts, problem: refused });
  });

  it('says with what was seen last that it cannot be asked now, and that autopilot counts nobody any more', () => {
    const { cluster } = known([one]);
    const facts = { panel: 'keys', term: 4, installTime: '', encryptions: 1 } as const;
    const autopilot = { state: { healthy: true, failureTolerance: 1 }, nodes: new Map(), servers: [] };
    cluster.answered(one, look('leader', one));
    cluster.told({ panels: { keys: { facts } }, autopilot });
    expect(cluster.status()?.seen.autopilot?.failureTolerance).toBe(1);
    cluster.failed(one, refused);
    expect(cluster.status()?.panels.keys).toEqual({ facts, problem: refused });
    expect(cluster.status()?.seen.autopilot).toBeUndefined();
    cluster.answered(one, look('standby', one));
    cluster.told({ panels: {} });
    expect(cluster.status()?.seen.autopilot).toBeUndefined();
  });
});
