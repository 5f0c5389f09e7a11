/** Replication of Enterprise, simulated by a proxy in front of the real server: read if it is on, and judged. */
import { expect, it } from 'vitest';
import { sharedServers, startRecordingProxy, startReplicatingProxy } from '../../../e2e/servers/index.ts';
import { useWatches } from './cluster-watch.fixture.ts';
import { useTestApps } from './test-apps.fixture.ts';

const { dev } = sharedServers();
const { session, stopping } = useTestApps();
const watch = useWatches();

const dr = (connection: string, state = 'running') => ({
  performance: { mode: 'disabled' },
  dr: {
    mode: 'primary',
    state,
    known_secondaries: ['dr-west', 'dr-south'],
    secondaries: [
      { node_id: 'dr-west', connection_status: connection, last_heartbeat: '2026-11-22T09:00:00Z' },
      { node_id: 'dr-south', connection_status: 'connected', last_heartbeat: '2026-11-22T09:00:00Z' },
    ],
  },
});

it('a secondary that is not connected is a warning, and so is a state in which nothing arrives', async () => {
  const proxy = stopping(await startReplicatingProxy(dev));
  proxy.say(dr('connected'));
  const { app, sessionId } = await session(proxy, dev.rootToken);
  const { latest } = watch(app, { sessionId });
  const well = await latest(({ verdict }) => verdict?.state === 'healthy');
  expect(well.seen.replication?.facts).toMatchObject([
    { kind: 'dr', mode: 'primary', state: 'running', peers: [{ name: 'dr-west', connected: true }, {}] },
  ]);
  proxy.say(dr('disconnected'));
  const broken = await latest(({ verdict }) => verdict?.state === 'degraded');
  expect(broken.verdict?.reasons).toEqual([
    'Disaster recovery replication: the secondary dr-west is not connected.',
  ]);
  proxy.say(dr('connected', 'merkle-sync'));
  await latest(
    ({ verdict }) =>
      verdict?.reasons[0] === 'Disaster recovery replication is not up to date: its state is merkle-sync.',
  );
  for (const headers of proxy.asked) expect(headers).not.toHaveProperty('x-vault-token');
});

it('a secondary known to the primary that it does not hear, and a lost primary, are warnings', async () => {
  const proxy = stopping(await startReplicatingProxy(dev));
  proxy.say({ dr: { mode: 'primary', state: 'running', known_secondaries: ['dr-west'], secondaries: [] } });
  const { app, sessionId } = await session(proxy, dev.rootToken);
  const { latest } = watch(app, { sessionId });
  const unheard = await latest(({ verdict }) => verdict?.state === 'degraded');
  expect(unheard.verdict?.reasons[0]).toContain('the secondary dr-west is not connected');
  proxy.say({
    performance: {
      mode: 'secondary',
      state: 'stream-wals',
      connection_state: 'transient_failure',
      primaries: [{ api_address: 'https://east:8200', connection_status: 'disconnected' }],
    },
  });
  await latest(
    ({ verdict }) => verdict?.reasons[0] === 'Performance replication: no connection to the primary.',
  );
});

it('a server without replication is not asked for it', async () => {
  const proxy = stopping(await startRecordingProxy(dev));
  const { app, sessionId } = await session(proxy, dev.rootToken);
  const { latest } = watch(app, { sessionId });
  await latest(({ verdict }) => verdict?.state === 'healthy');
  expect(proxy.requests.filter(({ url }) => url.includes('replication'))).toEqual([]);
});
