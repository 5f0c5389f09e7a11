/** A cluster of three watched while one node is cut off from this machine, and while raft removes one. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask, startFaultProxy, startRaftCluster } from '../../../e2e/servers/index.ts';
import type { RaftCluster } from '../../../e2e/servers/index.ts';
import type { ClusterNode, ClusterStatus } from '../../../shared/vault/cluster.ts';
import { useWatches } from './cluster-watch.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { newApp, stopping } = useTestApps();
const watch = useWatches();
let cluster: RaftCluster;
beforeAll(async () => {
  cluster = stopping(await startRaftCluster({ voters: true }));
});

function nodeAt({ seen }: ClusterStatus, address: string): ClusterNode | undefined {
  return seen.nodes.find((node) => node.address === address);
}

const allAnswer = ({ seen, verdict }: ClusterStatus): boolean =>
  verdict !== undefined &&
  seen.nodes.filter(({ asked }) => asked === 'asked').every(({ answer }) => answer !== undefined);

describe('a node of a cluster', () => {
  it('that is cut off from here turns unreachable, and the others go on answering', async () => {
    const [near, far] = cluster.standbys.map(({ address }) => address) as [string, string];
    const proxy = stopping(await startFaultProxy({ address: far }));
    const app = newApp();
    const confirmedOrigins = [near, proxy.address];
    const sessionId = await app.login(cluster.address, cluster.rootToken, { confirmedOrigins });
    const { latest, heard, texts } = watch(app, { sessionId });
    await latest(allAnswer);
    proxy.add({ fault: { kind: 'cut' } });
    const cut = await latest((now) => nodeAt(now, proxy.address)?.problem !== undefined);
    expect(nodeAt(cut, proxy.address)).toMatchObject({ problem: { kind: 'network' } });
    for (const address of [cluster.address, near]) expect(nodeAt(cut, address)?.problem).toBeUndefined();
    // All requests to them are answered while those to the cut node are not.
    const from = heard().length;
    const since = () =>
      heard()
        .slice(from)
        .flatMap(({ roundTrips }) =>
          Object.entries(roundTrips).map(([node, trips]) => ({ node, ...trips.at(-1) })),
        );
    await expect.poll(() => since().filter(({ node }) => node === proxy.address).length).toBeGreaterThan(3);
    const ofOthers = since().filter(({ node }) => node !== proxy.address);
    expect(ofOthers.length).toBeGreaterThan(5);
    expect(ofOthers.filter(({ roundTripMs }) => roundTripMs === null)).toEqual([]);
    await latest(({ verdict }) => verdict?.state === 'degraded');
    proxy.heal();
    await latest((now) => nodeAt(now, proxy.address)?.answer !== undefined);
    await expect.poll(texts).toContainEqual(expect.stringContaining('answers again'));
  });

  it('that raft has removed is told as removed, whatever it says of its health (issue 17920)', async () => {
    const [near, removed] = cluster.standbys.map(({ address }) => address) as [string, string];
    const app = newApp();
    const sessionId = await app.login(cluster.address, cluster.rootToken, {
      confirmedOrigins: [near, removed],
    });
    const { latest } = watch(app, { sessionId });
    await latest(allAnswer);
    app.answers.push('node-3');
    await app.must('raft.removePeer', { sessionId, nodeId: 'node-3' });
    const health = async () => (await ask({ address: removed, rootToken: '' }, 'GET', 'sys/health')).json;
    // This server reports it itself and seals itself; older ones answer 200, and only raft's configuration tells.
    const status = await latest(
      (now) =>
        nodeAt(now, removed)?.answer?.removed === true && nodeAt(now, removed)?.answer?.sealed === true,
    );
    expect(nodeAt(status, removed)).toMatchObject({ name: 'node-3' });
    expect(await health()).toMatchObject({ removed_from_cluster: true, sealed: true });
    const judged = await latest(({ verdict }) => verdict?.reasons[0]?.includes('removed') === true);
    expect(judged.verdict).toMatchObject({
      state: 'degraded',
      reasons: ['node-3 was removed from the cluster by raft.', 'No further node can fail.'],
    });
    expect(nodeAt(judged, near)?.answer).toMatchObject({ removed: false, sealed: false });
  });
});
