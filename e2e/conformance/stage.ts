/** The servers of the cases, each behind a proxy that writes down what arrives. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  ask,
  at,
  must,
  startDevVault,
  startFaultProxy,
  startRecordingProxy,
  startSealedVault,
} from '../servers/index.ts';
import type { Certificate, Fault, Reachable, RecordingProxy, SealedVault } from '../servers/index.ts';
import type { SharedServers } from '../servers/shared.ts';

/** Servers as clients reach them: through their recorders. */
export interface Places {
  readonly dev: RecordingProxy;
  /** A dev server under which a rekey and a root generation are under way. */
  readonly ceremony: RecordingProxy;
  readonly sealed: RecordingProxy;
  readonly cluster: RecordingProxy;
  readonly tls: RecordingProxy;
  /** Lets in clients with a certificate only, and hands that on. */
  readonly mutualTls: RecordingProxy;
  /** The dev server, but that nothing below `silent/` is ever answered. */
  readonly silent: RecordingProxy;
  /** Another one, for what runs beside the other cases. */
  readonly silentForLong: RecordingProxy;
  /** The dev server, but that a look-up of oneself is answered with this status. */
  readonly lookup400: RecordingProxy;
  readonly lookup404: RecordingProxy;
  /** The dev server, but that it says that it honours namespaces. */
  readonly enterprise: RecordingProxy;
}

export interface Stage {
  readonly servers: SharedServers;
  readonly dev: Reachable;
  readonly ceremony: Reachable;
  readonly sealedServer: SealedVault;
  readonly places: Places;
  readonly end: () => Promise<void>;
}

export const mounts = {
  userpass: 'conformance-userpass',
  approle: 'conformance-approle',
  cert: 'conformance-cert',
} as const;

/** Starts what the shared servers lack, and the login methods of the cases. */
export async function setStage(servers: SharedServers): Promise<Stage> {
  const { dev, mutualTls, raft, tls } = servers;
  const stops: (() => Promise<void>)[] = [];
  const kept = async <T extends { readonly stop: () => Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const started = await starting;
    stops.push(started.stop);
    return started;
  };
  const record = (...of: Parameters<typeof startRecordingProxy>) => kept(startRecordingProxy(...of));
  const faulty = async (fault: Fault, url?: RegExp): Promise<RecordingProxy> => {
    const proxy = await kept(startFaultProxy(dev));
    proxy.add({ fault, ...(url === undefined ? {} : { url }) });
    return record(proxy);
  };
  const lookup = (status: number) =>
    faulty({ kind: 'answer', status, body: { errors: ['refused'] } }, /\/auth\/token\/lookup-self$/);

  const sealedServer = await kept(startSealedVault());
  const ceremony = await kept(startDevVault());
  await must(ceremony, 'PUT', 'sys/rekey/init', { secret_shares: 5, secret_threshold: 3 });
  await must(ceremony, 'PUT', 'sys/generate-root/attempt', {});
  await must(dev, 'POST', `sys/auth/${mounts.userpass}`, { type: 'userpass' });
  await must(dev, 'POST', `sys/auth/${mounts.approle}`, { type: 'approle' });
  await must(dev, 'POST', `auth/${mounts.approle}/role/app`, {
    token_policies: ['default'],
    token_ttl: '1h',
  });
  await must(mutualTls, 'POST', `sys/auth/${mounts.cert}`, { type: 'cert' });
  await must(mutualTls, 'POST', `auth/${mounts.cert}/certs/alice`, {
    certificate: mutualTls.clientCertificate?.cert,
    token_policies: ['default'],
    token_ttl: '1h',
  });
  const { json: health } = await ask(dev, 'GET', 'sys/health');
  const enterprise = { ...(at({ health }, 'health') as object), enterprise: true };
  const clients = readFileSync(join(dirname(mutualTls.caFile), 'client-ca.pem'), 'utf8');

  return {
    ...{ servers, dev, ceremony, sealedServer },
    places: {
      dev: await record(dev),
      ceremony: await record(ceremony),
      sealed: await record(sealedServer),
      cluster: await record(raft),
      tls: await record(tls, { certificate: certificateOf(tls.caFile) }),
      mutualTls: await record(mutualTls, { certificate: certificateOf(mutualTls.caFile), clients }),
      silent: await faulty({ kind: 'never' }, /^\/v1\/silent\//),
      silentForLong: await faulty({ kind: 'never' }, /^\/v1\/silent\//),
      lookup400: await lookup(400),
      lookup404: await lookup(404),
      enterprise: await faulty({ kind: 'answer', status: 200, body: enterprise }, /\/sys\/health\?/),
    },
    end: async () => {
      await Promise.all([
        must(dev, 'DELETE', `sys/auth/${mounts.userpass}`),
        must(dev, 'DELETE', `sys/auth/${mounts.approle}`),
        must(mutualTls, 'DELETE', `sys/auth/${mounts.cert}`),
      ]);
      // What stands in front of a server goes first.
      for (const stop of stops.reverse()) await stop();
    },
  };
}

/** The certificate that a server of ours shows; it lies beside its authority's. */
function certificateOf(caFile: string): Certificate {
  const read = (name: string) => readFileSync(join(dirname(caFile), name), 'utf8');
  const chain = read('server.pem');
  return { cert: chain, key: read('server-key.pem'), chain };
}
