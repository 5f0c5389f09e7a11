/** Verdicts on real clusters of three and five, over TLS, while nodes die that the app asks, and that it does not. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  at,
  must,
  newToken,
  sharedServers,
  startBalancer,
  startRaftCluster,
  startRecordingProxy,
} from '../../../e2e/servers/index.ts';
import type { RaftCluster, RaftNode } from '../../../e2e/servers/index.ts';
import type { ClusterStatus } from '../../../shared/vault/cluster.ts';
import { askedWords } from '../../../shared/vault/cluster-nodes.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { toleranceOf } from '../../../shared/vault/tolerance.ts';
import { useWatches } from './cluster-watch.fixture.ts';
import { openOptions } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { newApp, session, stopping } = useTestApps();
const watch = useWatches();
let cluster: RaftCluster;

function trusting(app: TestApp, others: readonly RaftNode[]): Partial<ConnectionTarget> {
  const ca = app.services.files.add(cluster.caPath ?? '');
  const confirmedOrigins = others.map(({ address }) => address);
  return { tls: { useSystemStore: false, skipVerify: false, ca }, confirmedOrigins };
}

const states = (heard: readonly { readonly status: ClusterStatus }[]): readonly string[] => [
  ...new Set(heard.flatMap(({ status }) => status.verdict?.state ?? [])),
];

const word = ({ verdict }: ClusterStatus): string =>
  verdict?.asked === undefined ? (verdict?.state ?? '') : askedWords(verdict.asked);

describe('a cluster of three', () => {
  let [leader, home, third]: RaftNode[] = [];
  beforeEach(async () => {
    cluster = await startRaftCluster({ voters: true, certificateDays: [281, 281, 281] });
    [leader, home, third] = cluster.nodes;
  });
  afterEach(() => cluster.stop());

  it('is never called healthy by a token that sees two nodes of it, before and after the third is killed', async () => {
    const app = newApp();
    const { token } = await newToken(cluster, { policies: ['default'] });
    const others = [leader as RaftNode];
    const sessionId = await app.login(home?.address ?? '', token, trusting(app, others));
    const { latest, heard } = watch(app, { sessionId });
    const before = await latest((now) => now.verdict !== undefined);
    expect(before.seen.nodes).toHaveLength(2);
    expect(before.verdict).toEqual({
      state: 'partly-asked',
      reasons: ['There may be more nodes; they could not be listed.'],
      asked: { nodes: 2 },
    });
    await third?.stop();
    const looks = heard().length;
    await expect.poll(() => heard().length).toBeGreaterThan(looks + 5);
    expect(states(heard())).toEqual(['partly-asked']);
    expect(toleranceOf(heard().at(-1)?.status.seen ?? { nodes: [] })).toBeUndefined();
  });

  it('keeps the row of a leader that nobody confirmed, killed, and is not healthy without it', async () => {
    const app = newApp();
    const { token } = await newToken(cluster, { policies: ['default'] });
    const sessionId = await app.login(home?.address ?? '', token, trusting(app, []));
    const { latest, heard } = watch(app, { sessionId });
    await latest(({ seen }) => seen.nodes.some(({ address }) => address === leader?.address));
    await leader?.stop();
    // Another node is the leader by now.
    const after = await latest(({ seen: { nodes, leaderNotAsked } }) =>
      nodes[0]?.answer?.role === 'leader' ? true : leaderNotAsked === true && nodes.length === 3,
    );
    expect(after.seen.nodes.find(({ address }) => address === leader?.address)).toMatchObject({
      asked: 'unconfirmed',
    });
    const looks = heard().length;
    await expect.poll(() => heard().length).toBeGreaterThan(looks + 5);
    expect(states(heard())).not.toContain('healthy');
    expect(word(heard().at(-1)?.status as ClusterStatus)).toBe('1 node asked');
  });

  it('says of a connection that has confirmed no other node how many of how many were asked, and one prompt confirms all', async () => {
    const app = newApp({ contact: 'ask' });
    app.answers.push(cluster.rootToken);
    const { sessionId } = await app.must('session.open', openOptions(cluster.address, trusting(app, [])));
    const { latest, heard } = watch(app, { sessionId });
    const before = await latest((now) => now.verdict !== undefined);
    expect(word(before)).toBe('1 of 3 nodes asked');
    const origins = cluster.standbys.map(({ address }) => address);
    const asked = app.asked.length;
    expect(await app.refused('profile.confirmOrigins', { sessionId, origins })).toMatchObject({
      kind: 'cancelled',
    });
    app.answers.push('');
    await app.must('profile.confirmOrigins', { sessionId, origins });
    expect(app.asked.slice(asked)).toHaveLength(2);
    expect(app.asked.at(-1)).toMatchObject({
      title: 'Allow 2 other nodes?',
      changes: origins.map((after) => ({ what: 'Other node', before: '', after })),
    });
    const after = await latest((now) => now.verdict?.state === 'healthy');
    expect(after.verdict?.asked).toBeUndefined();
    expect(toleranceOf(after.seen)).toEqual({ failures: 1, by: 'autopilot' });
    expect(states(heard())).not.toContain('unreachable');
  });

  it('goes on at the next confirmed node when its own is killed, which it names, and sends a token to no other', async () => {
    const app = newApp();
    const sessionId = await app.login(cluster.address, cluster.rootToken, trusting(app, [home as RaftNode]));
    const { latest } = watch(app, { sessionId });
    const before = await latest(
      ({ panels, seen }) => panels.keys?.facts !== undefined && seen.autopilot !== undefined,
    );
    expect(before.seen.spokenBy).toBeUndefined();
    await leader?.stop();
    const after = await latest(
      ({ seen, panels }) =>
        seen.spokenBy === 'node-2' && seen.autopilot !== undefined && panels.keys?.problem === undefined,
    );
    expect(after.panels.keys?.facts).toMatchObject({ term: 1 });
    expect(after.verdict?.reasons[0]).toMatch(/^node-1 does not answer/);
    // The session still reports that its own node is gone.
    await expect.poll(() => app.services.sessions.get(sessionId).view().trouble?.kind).toBe('network');
    const where = { sessionId };
    // A panel opened now reads from another node, too, and names it.
    const { facts, by } = await app.must('cluster.panel', { where, panel: 'leader' });
    expect([facts, by]).toMatchObject([{ panel: 'leader', haEnabled: true }, home?.address]);
    // A verdict of no leader leaves it out, and node-2 can still be a standby by its own answer here.
    const dead = await latest(
      ({ seen, verdict }) =>
        seen.autopilot?.failureTolerance === 0 &&
        verdict?.reasons.includes('No further node can fail.') === true,
    );
    expect(dead.verdict?.state).toBe('degraded');
  });

  it('says nothing with a token at a node that was not confirmed, while its own is gone', async () => {
    const app = newApp();
    const sessionId = await app.login(cluster.address, cluster.rootToken, trusting(app, []));
    const { latest } = watch(app, { sessionId });
    await latest(({ panels }) => panels.keys?.facts !== undefined);
    await leader?.stop();
    const after = await latest((now) => now.verdict?.state === 'unreachable');
    expect(after.seen.spokenBy).toBeUndefined();
    expect(after.panels.keys?.problem).toMatchObject({ kind: 'network' });
  });

  it('calls an expired certificate one, with its date, when it is first met', async () => {
    third?.certify(-2);
    const app = newApp();
    const others = cluster.standbys;
    const sessionId = await app.login(cluster.address, cluster.rootToken, trusting(app, others));
    const { latest } = watch(app, { sessionId });
    const status = await latest(
      ({ verdict, seen }) => verdict !== undefined && seen.nodes[2]?.problem !== undefined,
    );
    const node = status.seen.nodes.find(({ address }) => address === third?.address);
    expect(node).toMatchObject({ problem: { kind: 'tls', reason: 'expired' } });
    expect(node?.chain?.length).toBeGreaterThan(0);
    expect(Date.parse(node?.certificateEnds ?? '')).toBeLessThan(Date.now());
    expect(status.verdict).toMatchObject({
      state: 'degraded',
    });
    expect(status.verdict?.reasons[0]).toMatch(
      /^node-3: certificate expired on \d{4}-\d\d-\d\d, so nothing was asked there\.$/,
    );
  });

  it('takes a load balancer for none of its nodes', async () => {
    const nodes = cluster.nodes.map(({ address }) => ({ address, ca: cluster.ca ?? '' }));
    const balancer = stopping(await startBalancer(nodes));
    const { app, sessionId } = await session(balancer, cluster.rootToken);
    const { latest, texts } = watch(app, { sessionId });
    const status = await latest((now) => word(now) === '0 of 3 nodes asked');
    expect(status.seen.nodes[0]).toMatchObject({ address: balancer.address, entry: 'balancer' });
    expect(status.seen.nodes).toHaveLength(4);
    const moved = texts().length;
    // Autopilot has counted its nodes by then.
    await latest(({ verdict }) => verdict?.state === 'partly-asked');
    expect(
      texts()
        .slice(moved)
        .filter((text) => /lead|stopped/i.test(text)),
    ).toEqual([]);
  });

  it('forgets a node that was taken out for good, and sends nothing there any more', async () => {
    const gone = 'https://127.0.0.1:9';
    const app = newApp();
    const sessionId = await app.login(cluster.address, cluster.rootToken, {
      ...trusting(app, [home as RaftNode]),
      confirmedOrigins: [home?.address ?? '', gone],
    });
    const { latest } = watch(app, { sessionId });
    await latest(({ seen }) =>
      seen.nodes.some(({ address, problem }) => address === gone && problem !== undefined),
    );
    await app.must('cluster.forgetNode', { sessionId, address: gone });
    // The third is named by the server's own list, which can come later.
    await latest(
      ({ seen }) => seen.nodes.length === 3 && seen.nodes.every(({ address }) => address !== gone),
    );
    expect(app.services.sessions.get(sessionId).client.options.confirmedOrigins).toEqual([home?.address]);
  });

  it('tells its timeline from the first watch of the run on, in a later session too', async () => {
    const app = newApp();
    const options = trusting(app, cluster.standbys);
    const first = await app.login(cluster.address, cluster.rootToken, options);
    const watching = watch(app, { sessionId: first });
    await watching.latest((now) => now.verdict !== undefined);
    await third?.stop();
    await expect
      .poll(watching.texts, { timeout: 20_000 })
      .toContainEqual(expect.stringContaining('stopped answering'));
    const since = watching.heard().at(-1)?.timeline?.since;
    await app.must('session.close', { sessionId: first });
    const second = await app.login(cluster.address, cluster.rootToken, options);
    const again = watch(app, { sessionId: second });
    await again.latest((now) => now.verdict !== undefined);
    expect(again.heard()[0]).toMatchObject({ timeline: { since } });
    expect(again.texts()).toContainEqual(expect.stringContaining('stopped answering'));
  });
});

it('sends no token to a confirmed address where another cluster answers, while its own node is gone', async () => {
  const own = await startRaftCluster({ nodes: 1 });
  const proxy = stopping(await startRecordingProxy(sharedServers().dev));
  const { app, sessionId } = await session(own, own.rootToken, { confirmedOrigins: [proxy.address] });
  const { latest, heard } = watch(app, { sessionId });
  await latest(({ panels }) => panels.keys?.facts !== undefined);
  await own.stop();
  await latest(({ seen }) => seen.nodes[0]?.problem !== undefined);
  const looks = heard().length;
  await expect.poll(() => heard().length).toBeGreaterThan(looks + 5);
  await app.begin('cluster.panel', { where: { sessionId }, panel: 'keys' }).result;
  expect(heard().at(-1)?.status.seen.spokenBy).toBeUndefined();
  expect(proxy.requests.length).toBeGreaterThan(0);
  expect(proxy.requests.filter(({ headers }) => 'x-vault-token' in headers)).toEqual([]);
});

it('what only a leader does names it: refused at a standby before a question, and said in the prompt', async () => {
  cluster = stopping(await startRaftCluster({ voters: true }));
  const [leader, standby] = cluster.nodes;
  const app = newApp();
  const sessionId = await app.login(standby?.address ?? '', cluster.rootToken);
  const asked = app.asked.length;
  for (const call of ['cluster.seal', 'cluster.stepDown'] as const)
    expect(await app.refused(call, { sessionId })).toMatchObject({
      kind: 'standby',
      message: expect.stringContaining(
        `: ${leader?.address ?? ''}. This session is at ${standby?.address ?? ''}`,
      ) as unknown,
    });
  expect(app.asked).toHaveLength(asked);
  expect(app.services.sessions.get(sessionId).view().trouble).toBeUndefined();
  const address = leader?.address ?? '';
  const peers = await must(cluster, 'GET', 'sys/storage/raft/configuration');
  const raftAddress = (at(peers, 'data', 'config', 'servers') as { leader: boolean; address: string }[]).find(
    (one) => one.leader,
  )?.address;
  const rotation = { sessionId, enabled: false, intervalSeconds: 0, maxOperations: 3_865_470_566 };
  const calls = [
    [() => app.refused('cluster.rotate', { sessionId }), 'Rotate key', address],
    [() => app.refused('cluster.setRotation', rotation), 'Change rotation', address],
    [
      () => app.refused('raft.removePeer', { sessionId, nodeId: 'node-3' }),
      'Remove node',
      `node-1 (${String(raftAddress)}), which removes it`,
    ],
  ] as const;
  for (const [call, action, value] of calls) {
    expect(await call()).toMatchObject({ kind: 'cancelled' });
    expect(app.asked.at(-1)).toMatchObject({
      action,
      facts: expect.arrayContaining([{ name: 'Leader', value }]) as unknown,
    });
  }
});

describe('a cluster of five', () => {
  it('is not healthy while a node that nobody asks is dead, in the background it counts all of them, and a removal names the living', async () => {
    cluster = stopping(
      await startRaftCluster({ nodes: 5, voters: true, certificateDays: [281, 281, 281, 281, 281] }),
    );
    const [first, second, third, fourth, fifth] = cluster.nodes;
    const app = newApp({ healthEveryMs: 200 });
    const asked = [second, third].flatMap((node) => node ?? []);
    const sessionId = await app.login(first?.address ?? '', cluster.rootToken, trusting(app, asked));
    await app.must('session.setNotices', { sessionId, on: true });
    const { latest, heard, under } = watch(app, { sessionId });
    await latest(({ verdict, seen }) => verdict?.asked?.of === 5 && seen.autopilot?.failureTolerance === 2);
    await fourth?.stop();
    const dead = await latest(
      (now) => now.verdict?.reasons.includes('Autopilot calls node-4 unhealthy.') === true,
    );
    expect(dead.verdict).toMatchObject({ state: 'degraded', asked: { nodes: 3, of: 5 } });
    expect(toleranceOf(dead.seen)).toEqual({ failures: 1, by: 'autopilot' });
    expect(states(heard())).not.toContain('healthy');
    const bodies = (): readonly string[] => app.notices.map(({ body }) => body);
    expect(bodies()).toContain('node-4 is unhealthy, autopilot says. 1 more can fail.');

    // Sealed counts as dead: without node-4 none of the four can be spared.
    await fifth?.stop();
    await fifth?.restart();
    await latest(({ seen }) => seen.autopilot?.failureTolerance === 0);
    expect(await app.refused('raft.removePeer', { sessionId, nodeId: 'node-4' })).toMatchObject({
      kind: 'cancelled',
    });
    expect(app.asked.at(-1)).toMatchObject({
      facts: expect.arrayContaining([
        { name: 'Voters left', value: '4, 3 alive; tolerates 0 failures', prose: true },
      ]) as unknown,
    });
    under.cancel();
    await under.result;
    await third?.stop();
    await expect
      .poll(bodies, { timeout: 20_000 })
      .toContainEqual(expect.stringMatching(/^node-3 does not answer\. 2 of 5 nodes are not asked\.$/));
  });
});
