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
      ...{ initialized: true, sealed: false, role, version: '1.21.2', clusterId: 'c', clusterName: 'pay' },
      ...{ removed: false, ...more },
    },
    ...{ roundTripMs: 3, certificateEnds: undefined, name: '', leaderAddress },
  };
}

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
    // What was so at the first look is no news.
    expect(cluster.judge()).toEqual([]);
    expect(cluster.status()?.verdict?.state).toBe('degraded');
    cluster.answered(two, look('standby', one));
    expect(cluster.judge().map(({ text }) => text)).toEqual([
      '10.0.0.2:8200 answers again',
      'degraded → healthy',
    ]);
    expect(cluster.timeline).toHaveLength(2);
  });

  it('calls nobody missing who leads at an address that nobody has confirmed', () => {
    const { cluster } = known([one]);
    cluster.answered(one, look('standby', two));
    cluster.judge();
    expect(cluster.status()?.verdict?.state).toBe('healthy');
    expect(cluster.status()?.seen.nodes.map(({ asked }) => asked)).toEqual(['asked', 'unconfirmed']);
    cluster.answered(one, look('standby', ''));
    cluster.judge();
    expect(cluster.status()?.verdict?.state).toBe('no-leader');
  });

  it('knows by the configuration of raft that a node was removed, also where that node says that it is well', () => {
    const { cluster } = known();
    const servers = [
      { nodeId: 'n1', clusterAddress: '10.0.0.1:8201', voter: true },
      { nodeId: 'n2', clusterAddress: '10.0.0.2:8201', voter: true },
    ];
    cluster.answered(one, look('leader', one));
    cluster.answered(two, look('standby', one));
    cluster.told({ panels: {}, raftServers: servers });
    expect(cluster.status()?.seen.nodes.map(({ name }) => name)).toEqual(['n1', 'n2']);
    cluster.judge();
    cluster.told({ panels: {}, raftServers: servers.slice(0, 1) });
    expect(cluster.status()?.seen.nodes[1]).toMatchObject({ name: 'n2', answer: { removed: true } });
    cluster.judge();
    expect(cluster.status()?.verdict?.reasons).toContain('n2 was removed from the cluster by raft.');
    // Joined again, it counts again.
    cluster.told({ panels: {}, raftServers: servers });
    expect(cluster.status()?.seen.nodes[1]?.answer?.removed).toBe(false);
  });

  it('takes the address that a leader has for itself for the one that leads to it', () => {
    const { cluster } = known(['https://balancer:443']);
    cluster.answered('https://balancer:443', look('leader', one));
    expect(cluster.status()?.seen.nodes.map(({ address }) => address)).toEqual(['https://balancer:443']);
  });

  it('keeps the name of a node that died, and the end of its certificate', () => {
    const { cluster } = known();
    const ha = (apiAddress: string, at: number) => ({
      ...{ hostname: `h${String(at)}`, apiAddress, clusterAddress: `https://10.0.0.${String(at)}:8201` },
      ...{ active: at === 1, version: '', lastEcho: '' },
    });
    const raftServers = [1, 2].map((at) => ({
      ...{ nodeId: `n${String(at)}`, clusterAddress: `10.0.0.${String(at)}:8201`, voter: true },
    }));
    cluster.answered(one, look('leader', one));
    cluster.answered(two, { ...look('standby', one), certificateEnds: '2027-01-01T00:00:00Z' });
    cluster.told({ panels: {}, haNodes: [ha(one, 1), ha(two, 2)], raftServers });
    cluster.judge();
    cluster.failed(two, refused);
    cluster.told({ panels: {}, haNodes: [ha(one, 1)], raftServers });
    expect(cluster.judge().map(({ text }) => text)).toEqual(['n2 stopped answering', 'healthy → degraded']);
    expect(cluster.status()?.seen.nodes[1]).toMatchObject({
      name: 'n2',
      certificateEnds: '2027-01-01T00:00:00Z',
    });
  });

  it('keeps ten minutes of round trips and a bounded timeline', () => {
    const { cluster, clock } = known([one]);
    for (let index = 0; index < MOST_EVENTS + 50; index++) {
      cluster.answered(one, look('leader', one, { sealed: index % 2 === 0 }));
      cluster.judge();
      clock.nowMs += 30_000;
    }
    expect(cluster.timeline).toHaveLength(MOST_EVENTS);
    const times = cluster.roundTrips.map(({ atMs }) => atMs);
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
    const autopilot = { state: { healthy: true, failureTolerance: 1 }, nodes: new Map() };
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
