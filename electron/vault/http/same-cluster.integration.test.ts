/** Another cluster at the same address, with real servers: restarted, behind a switched wire, sealed, a standby. */
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  sharedServers,
  startConnectProxy,
  startDevVault,
  startRecordingProxy,
  startRaftCluster,
  startSealedVault,
} from '../../../e2e/servers/index.ts';
import { startRelay } from '../../../e2e/servers/relay.ts';
import { readHealth } from '../api/health.ts';
import { readSealStatus } from '../api/seal.ts';
import { endAll, errorOf, testClient } from './client.fixture.ts';
import type { End } from './client.fixture.ts';
import type { ClusterIdentity } from './types.ts';
import type { VaultClient } from './types.ts';

const ends: End[] = [];
const stops: End[] = [];
const server = sharedServers().dev;
afterEach(() => endAll(ends));
afterAll(() => endAll(stops));

/** A client that has met the cluster at an address. */
async function metAt(address: string): Promise<VaultClient> {
  const first = testClient(ends, address);
  const { health } = await readHealth(first);
  const cluster: ClusterIdentity = { id: health.clusterId, name: health.clusterName };
  expect(cluster.id).not.toBe('');
  return testClient(ends, address, { cluster });
}

const lookUp = (client: VaultClient, token: string) =>
  client.send({ method: 'GET', path: 'auth/token/lookup-self', token });

describe('another cluster at the address of a client', () => {
  it('is told from the one that was there before a restart, and one that came back from it', async () => {
    const first = await startDevVault();
    const client = await metAt(first.address);
    expect((await lookUp(client, first.rootToken)).status).toBe(200);
    await first.stop();
    const port = Number(new URL(first.address).port);
    const second = await startDevVault({ rootToken: first.rootToken, port });
    stops.push(second.stop);
    expect(await errorOf(lookUp(client, first.rootToken))).toMatchObject({ kind: 'other-cluster' });
  });

  it('gets no token, whatever the request', async () => {
    const other = await startDevVault();
    stops.push(other.stop);
    const recorder = await startRecordingProxy(other);
    const relay = await startRelay(server);
    ends.push(recorder.stop, relay.stop);
    const client = await metAt(relay.address);
    await lookUp(client, server.rootToken);
    await relay.cut();
    await relay.mend(recorder);
    for (const request of [
      { method: 'GET', path: 'secret/data/x', safe: true },
      { method: 'POST', path: 'secret/data/x', body: '{"data":{}}' },
      { method: 'GET', path: 'sys/mounts' },
    ] as const)
      expect(await errorOf(client.send({ ...request, token: server.rootToken }))).toMatchObject({
        kind: 'other-cluster',
      });
    expect(await errorOf(readHealth(client))).toMatchObject({ kind: 'other-cluster' });
    expect(recorder.questions.length).toBeGreaterThan(0);
    expect(recorder.requests).toEqual([]);
    expect(JSON.stringify(recorder.questions)).not.toContain(server.rootToken);

    await relay.cut();
    await relay.mend(server);
    expect((await lookUp(client, server.rootToken)).status).toBe(200);
  });

  it('is not what a sealed server is: its state may be asked for, and a token stays here', async () => {
    const sealed = await startSealedVault();
    stops.push(sealed.stop);
    const relay = await startRelay(server);
    ends.push(relay.stop);
    const client = await metAt(relay.address);
    await relay.cut();
    await relay.mend(sealed);
    expect(await errorOf(lookUp(client, server.rootToken))).toMatchObject({ kind: 'sealed' });
    expect((await readHealth(client)).health.sealed).toBe(true);
    expect(await readSealStatus(client)).toMatchObject({ threshold: 3 });
  });

  it('is not what another node of the same cluster is', async () => {
    const cluster = await startRaftCluster();
    stops.push(cluster.stop);
    const [first, ...others] = cluster.nodes;
    if (first === undefined) throw new Error('a cluster without nodes');
    const relay = await startRelay(first);
    ends.push(relay.stop);
    const client = await metAt(relay.address);
    for (const node of others) {
      await relay.cut();
      await relay.mend(node);
      expect((await lookUp(client, cluster.rootToken)).status).toBe(200);
    }
  });

  it('is told through a proxy that passes requests on, and through a tunnel', async () => {
    const { tls } = sharedServers();
    const proxy = await startConnectProxy({ credentials: 'user:pass' });
    ends.push(proxy.stop);
    const { host } = new URL(proxy.address);
    for (const [at, ca] of [
      [server, []],
      [tls, [tls.ca]],
    ] as const) {
      const through = {
        proxy: `http://user:pass@${host}`,
        tls: { ca: [...ca], useSystemStore: false, skipVerify: false },
      };
      const { health } = await readHealth(testClient(ends, at.address, through));
      const cluster = { id: health.clusterId, name: '' };
      const same = testClient(ends, at.address, { ...through, cluster });
      expect((await lookUp(same, at.rootToken)).status).toBe(200);
      const other = testClient(ends, at.address, { ...through, cluster: { id: 'another', name: '' } });
      expect(await errorOf(lookUp(other, at.rootToken))).toMatchObject({ kind: 'other-cluster' });
    }
  });
});
