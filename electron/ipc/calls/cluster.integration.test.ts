/**
 * A cluster of three watched at its real servers: TLS on every node, one killed, paused, sealed, or never confirmed.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  factsOf,
  must,
  newToken,
  sharedServers,
  startDevVault,
  startRaftCluster,
  startRecordingProxy,
  startSealedVault,
} from '../../../e2e/servers/index.ts';
import type { RaftCluster } from '../../../e2e/servers/index.ts';
import type { ClusterStatus } from '../../../shared/vault/cluster.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { useWatches } from './cluster-watch.fixture.ts';
import { targetAt } from './services.fixture.ts';
import type { TestApp } from './services.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { newApp, session, stopping } = useTestApps();
const { ceremoniesWithoutToken, version } = factsOf();
let cluster: RaftCluster;

const watch = useWatches();

/** The connection's own CA, and every other node confirmed. */
function trusting(app: TestApp, others: readonly string[]): Partial<ConnectionTarget> {
  const ca = app.services.files.add(cluster.caPath ?? '');
  return { tls: { useSystemStore: false, skipVerify: false, ca }, confirmedOrigins: others };
}

function standbyAddresses(): readonly string[] {
  return cluster.standbys.map(({ address }) => address);
}

const is =
  (state: string) =>
  ({ verdict }: ClusterStatus): boolean =>
    verdict?.state === state;

function rolesOf({ seen }: ClusterStatus): Readonly<Record<string, string>> {
  return Object.fromEntries(
    seen.nodes.map(({ name, answer, asked }) => [
      name,
      answer?.sealed === true ? 'sealed' : (answer?.role ?? asked),
    ]),
  );
}

it('what a watch sees of its own node, the session hears at once', async () => {
  const own = await startDevVault();
  try {
    const { app, sessionId } = await session(own);
    const { latest } = watch(app, { sessionId });
    await latest(is('healthy'));
    await must(own, 'PUT', 'sys/seal');
    await latest(is('sealed'));
    const troubles = (): readonly unknown[] =>
      app.events.flatMap((event) => (event.name === 'session.changed' ? [event.payload.trouble?.kind] : []));
    // It looks every thirty seconds by itself.
    await expect.poll(troubles, { timeout: 10_000 }).toContain('sealed');
  } finally {
    await own.stop();
  }
});

describe('a cluster of three', () => {
  beforeEach(async () => {
    cluster = await startRaftCluster({
      voters: true,
      certificateDays: [281, 281, 11],
      keys: { shares: 3, threshold: 2 },
    });
  });
  afterEach(() => cluster.stop());

  it('is told node by node, with what its own certificates, clocks and raft say, and judged', async () => {
    const app = newApp();
    const sessionId = await app.login(cluster.address, cluster.rootToken, trusting(app, standbyAddresses()));
    const { latest } = watch(app, { sessionId });
    // Autopilot counts its nodes every ten seconds, and what is seen is told before the verdict that judges it.
    const status = await latest(
      ({ seen, verdict }) =>
        seen.autopilot?.failureTolerance === 1 &&
        verdict?.reasons.includes('No further node can fail.') === false,
    );
    expect(rolesOf(status)).toEqual({ 'node-1': 'leader', 'node-2': 'standby', 'node-3': 'standby' });
    for (const { answer, roundTripMs, autopilot } of status.seen.nodes) {
      expect(answer).toMatchObject({ sealed: false, removed: false, version, clockSkewMs: 0 });
      expect(answer?.raftApplied).toBeGreaterThan(0);
      expect(roundTripMs).toBeGreaterThan(0);
      expect(autopilot?.voter).toBe(true);
    }
    expect(status.seen.autopilot).toMatchObject({ failureTolerance: 1 });
    expect(status.verdict).toMatchObject({
      state: 'expires-soon',
      reasons: [expect.stringMatching(/^node-3: certificate expires in 1[01] days\.$/)],
    });
    expect(status.panels).toMatchObject({
      keys: { facts: { term: 1 } },
      rekey: { facts: { started: false } },
      'root-generation': { facts: { started: false } },
    });
    expect(app.crossed()).not.toContain(cluster.rootToken);
  });

  it('says who died, who leads now, and who came back sealed', async () => {
    const app = newApp();
    const [leader, second, third] = cluster.nodes;
    const others = [leader, third].map((node) => node?.address ?? '');
    const sessionId = await app.login(second?.address ?? '', cluster.rootToken, trusting(app, others));
    const { latest, texts } = watch(app, { sessionId });
    // A first verdict can come before the server has named its nodes: it then names them by their addresses.
    await latest((now) => now.verdict !== undefined && rolesOf(now)['node-1'] === 'leader');
    await leader?.stop();
    await latest((now) => rolesOf(now)['node-2'] === 'leader' || rolesOf(now)['node-3'] === 'leader');
    await latest(is('degraded'));
    // Rows are sent as they come, events with the verdict that follows.
    await expect.poll(texts, { timeout: 20_000 }).toContain('node-1 stopped answering');
    await expect
      .poll(
        () =>
          texts().find((text) => /leads$|^Leader moved/.test(text) && /node-[23]$|^node-[23] /.test(text)),
        {
          timeout: 20_000,
        },
      )
      .toMatch(/^node-[23] leads$|^Leader moved: node-1 → node-[23]$/);
    await leader?.restart();
    const status = await latest((now) => rolesOf(now)['node-1'] === 'sealed');
    expect(status.seen.nodes.find(({ name }) => name === 'node-1')?.answer?.unseal).toEqual({
      progress: 0,
      threshold: 2,
    });
    await expect.poll(texts, { timeout: 10_000 }).toContain('node-1 answers again');
  });

  it('does not wait for a node that says nothing', async () => {
    const app = newApp();
    const sessionId = await app.login(cluster.address, cluster.rootToken, trusting(app, standbyAddresses()));
    const paused = cluster.standbys[1];
    paused?.pause();
    const { latest, heard } = watch(app, { sessionId });
    // Its own look has not ended yet, and the others’ rows are there.
    await latest(({ seen }) => seen.nodes.filter(({ answer }) => answer !== undefined).length === 2);
    const first = heard().find(
      ({ status: { seen } }) => seen.nodes.filter(({ answer }) => answer !== undefined).length === 2,
    );
    expect(first?.status.seen.nodes.find(({ address }) => address === paused?.address)?.asked).toBe(
      'waiting',
    );
    const status = await latest((now) => now.verdict !== undefined);
    expect(status.verdict?.reasons.join(' ')).toContain('does not answer');
    expect(
      heard()
        .flatMap(({ roundTrips }) => Object.values(roundTrips).flat())
        .some(({ roundTripMs }) => roundTripMs === null),
    ).toBe(true);
    paused?.resume();
    await latest((now) => now.seen.nodes.every(({ answer }) => answer !== undefined));
  });

  it('sends nothing to an address that only the server names, until a person has confirmed it', async () => {
    const app = newApp({ contact: 'ask' });
    app.answers.push(cluster.rootToken);
    const { sessionId } = await app.must('session.open', {
      target: targetAt(cluster.address, trusting(app, [])),
      name: 'test',
      colour: 'red',
    });
    const { latest, heard } = watch(app, { sessionId });
    const before = await latest((now) => now.seen.nodes.length === 3 && now.verdict !== undefined);
    expect(before.seen.nodes.map(({ asked }) => asked)).toEqual(['asked', 'unconfirmed', 'unconfirmed']);
    expect(before.seen.nodes[1]?.named).toMatchObject({ active: false, version });
    expect(heard().flatMap(({ roundTrips }) => Object.keys(roundTrips))).not.toContain(
      cluster.standbys[0]?.address,
    );
    app.answers.push('');
    await app.must('profile.confirmOrigins', { sessionId, origins: [cluster.standbys[0]?.address ?? ''] });
    const after = await latest(
      ({ seen }) => seen.nodes.filter(({ answer }) => answer !== undefined).length === 2,
    );
    expect(after.seen.nodes.map(({ asked }) => asked)).toContain('unconfirmed');
  });
});

describe('what an operator does to a cluster', () => {
  it('is asked about first: the key is rotated, its rotation changed, the leader steps down, a node is sealed', async () => {
    const own = stopping(await startRaftCluster({ voters: true }));
    const { app, sessionId } = await session(own);
    expect(await app.must('cluster.rotation', { sessionId })).toMatchObject({
      enabled: true,
      intervalSeconds: 0,
    });
    expect(await app.refused('cluster.rotate', { sessionId })).toMatchObject({ kind: 'cancelled' });
    app.answers.push('');
    await app.must('cluster.rotate', { sessionId });
    expect(await app.must('cluster.panel', { where: { sessionId }, panel: 'keys' })).toMatchObject({
      facts: { term: 2 },
    });
    const rotation = { enabled: true, intervalSeconds: 86_400, maxOperations: 2_000_000 };
    app.answers.push('');
    expect(await app.must('cluster.setRotation', { sessionId, ...rotation })).toEqual(rotation);

    const { latest, texts } = watch(app, { sessionId });
    await latest((now) => now.verdict !== undefined && rolesOf(now)['node-1'] === 'leader');
    app.answers.push('');
    await app.must('cluster.stepDown', { sessionId });
    // The others have chosen already if the next look comes late.
    await expect
      .poll(() => texts().join('\n'), { timeout: 20_000 })
      .toMatch(/^(node-1 no longer leads|Leader moved: node-1 → )/m);
    expect(app.asked.at(-1)).toMatchObject({ kind: 'confirm', title: 'Step down?' });
    await own.stop();

    const alone = stopping(await startSealedVault());
    await alone.unseal();
    const other = await app.login(alone.address, alone.rootToken);
    app.answers.push('another host');
    expect(await app.refused('cluster.seal', { sessionId: other })).toMatchObject({ kind: 'cancelled' });
    app.answers.push(new URL(alone.address).host);
    await app.must('cluster.seal', { sessionId: other });
    expect(app.services.sessions.get(other).view().trouble).toMatchObject({ kind: 'sealed' });
  });
});

describe('a look', () => {
  it.runIf(ceremoniesWithoutToken)(
    'costs two requests a node and six a cluster, of which only the session’s own node sees the token',
    async () => {
      const proxy = stopping(await startRecordingProxy(dev));
      const { app, sessionId } = await session(proxy, dev.rootToken);
      proxy.clear();
      const first = watch(app, { sessionId }, 0);
      expect(await first.under.result).toMatchObject({ ok: true });
      const asked = proxy.requests.map(({ url, headers }) => [
        url.replace(/\?.*/, '').replace('/v1/', ''),
        'x-vault-token' in headers,
      ]);
      expect(asked.filter(([, token]) => token === false)).toEqual([
        ['sys/health', false],
        ['sys/leader', false],
      ]);
      expect(asked.filter(([, token]) => token === true).map(([path]) => path)).toEqual([
        ...['sys/ha-status', 'sys/storage/raft/autopilot/state', 'sys/storage/raft/configuration'],
        ...['sys/key-status', 'sys/rekey/init', 'sys/generate-root/attempt'],
      ]);
    },
  );

  it('costs a token with limited uses nothing', async () => {
    const { token } = await newToken(dev, { policies: ['root'], num_uses: 9 });
    const proxy = stopping(await startRecordingProxy(dev));
    const { app, sessionId } = await session(proxy, token);
    proxy.clear();
    await watch(app, { sessionId }, 0).under.result;
    expect(proxy.requests.filter(({ headers }) => 'x-vault-token' in headers)).toEqual([]);
    expect(proxy.requests.length).toBeGreaterThanOrEqual(4);
  });

  it('says what a token may not see, once, and takes nothing from the rest', async () => {
    const { token } = await newToken(dev, { policies: ['default'] });
    const proxy = stopping(await startRecordingProxy(dev));
    const { app, sessionId } = await session(proxy, token);
    proxy.clear();
    const { latest, heard } = watch(app, { sessionId });
    const status = await latest(({ panels }) => panels.rekey !== undefined);
    expect(status.panels.rekey?.facts !== undefined).toBe(ceremoniesWithoutToken);
    expect(status.panels.keys?.problem).toMatchObject({ kind: 'forbidden', path: 'sys/key-status' });
    expect(status.verdict?.state ?? 'healthy').toBe('healthy');
    const looks = heard().length;
    await expect.poll(() => heard().length).toBeGreaterThan(looks + 4);
    expect(proxy.requests.filter(({ url }) => url.includes('key-status'))).toHaveLength(1);
  });

  it('remembers in which family of endpoints a server keeps its ceremonies', async () => {
    const bao = stopping(await startDevVault({ product: 'openbao' }));
    const proxy = stopping(await startRecordingProxy(bao));
    const { app, sessionId } = await session(proxy, bao.rootToken);
    const { latest, heard } = watch(app, { sessionId });
    const status = await latest(({ panels }) => panels['root-generation'] !== undefined);
    expect(status.panels).toMatchObject({
      rekey: { facts: { started: false } },
      'root-generation': { facts: { started: false } },
    });
    const looks = heard().length;
    await expect.poll(() => heard().length).toBeGreaterThan(looks + 4);
    const asked = (path: string) => proxy.requests.filter(({ url }) => url.includes(path)).length;
    expect(asked('sys/rekey/init')).toBe(1);
    expect(asked('sys/rotate/root/init')).toBeGreaterThan(1);
  });

  it('works without a login: a sealed server, and how far unsealing has come', async () => {
    const sealed = stopping(await startSealedVault());
    const app = newApp();
    const where = { target: targetAt(sealed.address), name: 'sealed one' };
    const { latest, under } = watch(app, where);
    const status = await latest(is('sealed'));
    expect(status.seen.nodes[0]?.answer?.unseal).toEqual({ progress: 0, threshold: 3 });
    app.answers.push({ share: sealed.shares[0] ?? '' });
    await app.must('ceremony.unseal', { where, more: [] });
    await latest(({ seen }) => seen.nodes[0]?.answer?.unseal?.progress === 1);
    under.cancel();
    expect(await under.result).toMatchObject({ ok: true });
  });

  it('ends with its page, its session and a lock', async () => {
    const app = newApp();
    const [one, two, three] = [
      await app.login(dev.address, dev.rootToken),
      await app.login(dev.address, dev.rootToken),
      await app.login(dev.address, dev.rootToken),
    ];
    const [left, closed, locked] = [one, two, three].map((sessionId) => watch(app, { sessionId }));
    for (const each of [left, closed, locked]) await each?.latest(({ verdict }) => verdict !== undefined);
    await app.must('session.close', { sessionId: two });
    expect(await closed?.under.result).toMatchObject({ ok: false });
    left?.under.leave();
    expect(await left?.under.result).toBeDefined();
    const last = watch(app, { sessionId: three });
    await last.latest(({ verdict }) => verdict !== undefined);
    await app.must('lock.now', {});
    expect(await last.under.result).toMatchObject({ ok: false });
  });
});
