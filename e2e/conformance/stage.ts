/** Servers of the cases, each behind a recording proxy. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  ask,
  at,
  must,
  productOfRun,
  sharedServers,
  startDevVault,
  startFaultProxy,
  startMutualTlsVault,
  startRaftCluster,
  startRecordingProxy,
  startSealedVault,
  startTlsVault,
  until,
} from '../servers/index.ts';
import type {
  Certificate,
  Fault,
  Product,
  Reachable,
  RecordingProxy,
  SealedVault,
  SharedServers,
} from '../servers/index.ts';
import { beginnings } from './families.ts';
import type { Side } from './side.ts';

/** Servers as reached by clients: through their recorders. */
export interface Places {
  readonly dev: RecordingProxy;
  /** A dev server with a pending rekey and root generation. */
  readonly ceremony: RecordingProxy;
  readonly sealed: RecordingProxy;
  readonly cluster: RecordingProxy;
  readonly tls: RecordingProxy;
  /** Accepts only clients with a certificate, and passes it on. */
  readonly mutualTls: RecordingProxy;
  /** The dev server, except that paths below `silent/` are never answered. */
  readonly silent: RecordingProxy;
  /** Further ones for the slow cases: one per client, as both wait at the same time. */
  readonly silentForLong: Readonly<Record<Side['name'], RecordingProxy>>;
  /** The dev server, except that lookup-self returns this status. */
  readonly lookup400: RecordingProxy;
  readonly lookup404: RecordingProxy;
  /** The dev server, which reports that it honours namespaces: OpenBao does. */
  readonly enterprise: RecordingProxy;
}

/** Servers of the cases, possibly shared. */
type Servers = Omit<SharedServers, 'raft'> & { readonly raft: Reachable };

export interface Stage {
  readonly product: Product;
  readonly servers: Servers;
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

/** Namespaces of OpenBao's dev server. */
export const namespaces = { outer: 'conformance', inner: 'conformance/inner' } as const;

/** Registers a started server to be stopped at the end. */
type Keep = <T extends { readonly stop: () => Promise<void> }>(starting: Promise<T>) => Promise<T>;

/** Shared servers of the run, if they are of this product; otherwise servers of this stage alone. */
async function serversOf(product: Product, stopLater: Keep): Promise<Servers> {
  if (product === productOfRun()) return sharedServers();
  const [dev, tls, mutualTls, raft] = await Promise.all([
    stopLater(startDevVault({ product })),
    stopLater(startTlsVault(product)),
    stopLater(startMutualTlsVault(product)),
    stopLater(startRaftCluster({ product, nodes: 1 })),
  ]);
  return { dev, tls, mutualTls, raft };
}

/** Starts the servers missing from the shared ones, and the login methods of the cases. */
export async function setStage(product: Product): Promise<Stage> {
  const stops: (() => Promise<void>)[] = [];
  const stopLater: Keep = async (starting) => {
    const started = await starting;
    stops.push(started.stop);
    return started;
  };
  const servers = await serversOf(product, stopLater);
  const { dev, mutualTls, raft, tls } = servers;
  const record = (...of: Parameters<typeof startRecordingProxy>) => stopLater(startRecordingProxy(...of));
  const faulty = async (fault: Fault, url?: RegExp): Promise<RecordingProxy> => {
    const proxy = await stopLater(startFaultProxy(dev));
    proxy.add({ fault, ...(url === undefined ? {} : { url }) });
    return record(proxy);
  };
  const lookup = (status: number) =>
    faulty({ kind: 'answer', status, body: { errors: ['refused'] } }, /\/auth\/token\/lookup-self$/);

  const sealedServer = await stopLater(startSealedVault(product));
  const ceremony = await stopLater(startDevVault({ product }));
  const begin = beginnings[product];
  await must(ceremony, 'PUT', begin.rekey, { secret_shares: 5, secret_threshold: 3 });
  await must(ceremony, 'PUT', begin['generate-root'], {});
  if (product === 'openbao') await makeNamespaces(dev);
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
    product,
    servers,
    dev,
    ceremony,
    sealedServer,
    places: {
      dev: await record(dev),
      ceremony: await record(ceremony),
      sealed: await record(sealedServer),
      cluster: await record(raft),
      tls: await record(tls, { certificate: certificateOf(tls.caFile) }),
      mutualTls: await record(mutualTls, { certificate: certificateOf(mutualTls.caFile), clients }),
      silent: await faulty({ kind: 'never' }, /^\/v1\/silent\//),
      silentForLong: {
        hvac: await faulty({ kind: 'never' }, /^\/v1\/silent\//),
        ours: await faulty({ kind: 'never' }, /^\/v1\/silent\//),
      },
      lookup400: await lookup(400),
      lookup404: await lookup(404),
      enterprise: await faulty({ kind: 'answer', status: 200, body: enterprise }, /\/sys\/health\?/),
    },
    end: async () => {
      await Promise.all([
        must(dev, 'DELETE', `sys/auth/${mounts.userpass}`),
        must(dev, 'DELETE', `sys/auth/${mounts.approle}`),
        must(mutualTls, 'DELETE', `sys/auth/${mounts.cert}`),
        product === 'openbao' ? removeNamespaces(dev) : undefined,
      ]);
      // Proxies stop before their servers.
      for (const stop of stops.reverse()) await stop();
    },
  };
}

/** Creates the namespaces, with a KV v1 engine in each. */
async function makeNamespaces(dev: Reachable): Promise<void> {
  const [outer, inner] = [within(namespaces.outer), within(namespaces.inner)];
  await must(dev, 'POST', `sys/namespaces/${namespaces.outer}`, {});
  await must(dev, 'POST', 'sys/namespaces/inner', {}, outer);
  for (const header of [outer, inner])
    await must(dev, 'POST', 'sys/mounts/secret', { type: 'kv', options: { version: '1' } }, header);
  await must(dev, 'POST', `sys/auth/${mounts.userpass}`, { type: 'userpass' }, inner);
}

/** The inner one is removed asynchronously; until then removal of the outer one is refused. */
async function removeNamespaces(dev: Reachable): Promise<void> {
  await must(dev, 'DELETE', 'sys/namespaces/inner', undefined, within(namespaces.outer));
  await until(async () => {
    await must(dev, 'DELETE', `sys/namespaces/${namespaces.outer}`);
    return true;
  });
}

/** Header that sends a request into a namespace. */
export function within(namespace: string): Readonly<Record<string, string>> {
  return { 'X-Vault-Namespace': namespace };
}

/** Certificate of one of our servers; its file lies beside its CA's. */
function certificateOf(caFile: string): Certificate {
  const read = (name: string) => readFileSync(join(dirname(caFile), name), 'utf8');
  const chain = read('server.pem');
  return { cert: chain, key: read('server-key.pem'), chain };
}
