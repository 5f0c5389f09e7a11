/** A raft cluster of several Vault processes: a leader and its standbys, each with its own address. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { issueCertificate, makeAuthority } from './certificates.ts';
import { freePorts } from './ports.ts';
import type { Product } from './server-binary.ts';
import { initialise, unseal, until } from './seals.ts';
import { at, forgetConnections, health, must } from './vault-api.ts';
import type { Reachable } from './vault-api.ts';
import { startVaultProcess, temporaryFolder, untilReady, withFreshPorts } from './vault-process.ts';
import type { VaultProcess } from './vault-process.ts';

export interface RaftNode {
  readonly id: string;
  readonly address: string;
  readonly log: () => string;
  /** Kills this node only, without notice to the others. */
  readonly stop: () => Promise<void>;
  /** Starts it again after `stop`, at the same address: sealed. */
  readonly restart: () => Promise<void>;
  /** Suspends the node: it accepts connections but does not answer. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** With TLS: puts a new certificate into use, from the node's next connection on. */
  readonly certify: (validToDays: number) => void;
}

export interface RaftOptions {
  /** Defaults to the product of the run. */
  readonly product?: Product | undefined;
  /** Defaults to three. */
  readonly nodes?: 1 | 3 | 5;
  /** Waits until the standbys can vote: only needed by a test in which the leader dies. */
  readonly voters?: boolean;
  /** TLS on every node, certificates of one CA; the validity of each node's in days. */
  readonly certificateDays?: readonly number[];
  /** Key shares and threshold; one of one by default. */
  readonly keys?: { readonly shares: number; readonly threshold: number };
}

export interface RaftCluster {
  /** Address of the initial leader. */
  readonly address: string;
  readonly rootToken: string;
  /** All nodes, the initial leader first. */
  readonly nodes: readonly RaftNode[];
  readonly standbys: readonly RaftNode[];
  readonly shares: readonly string[];
  /** PEM of the CA and the path of its file, with TLS. */
  readonly ca?: string;
  readonly caPath?: string;
  readonly stop: () => Promise<void>;
}

interface Ports {
  readonly api: number;
  readonly cluster: number;
}

interface Place {
  readonly folder: string;
  readonly scheme: 'http' | 'https';
}

function configuration(id: string, ports: Ports, { folder, scheme }: Place): string {
  const home = join(folder, id);
  const tls =
    scheme === 'https'
      ? `tls_cert_file = "${join(home, 'cert.pem')}"
  tls_key_file = "${join(home, 'key.pem')}"`
      : 'tls_disable = true';
  return `storage "raft" {
  path = "${join(home, 'data')}"
  node_id = "${id}"
  performance_multiplier = 1
  autopilot_reconcile_interval = "500ms"
  autopilot_update_interval = "500ms"
}
disable_mlock = true
api_addr = "${scheme}://127.0.0.1:${String(ports.api)}"
cluster_addr = "https://127.0.0.1:${String(ports.cluster)}"
cluster_name = "strongroom-test"
telemetry {
  prometheus_retention_time = "1h"
  disable_hostname = true
  usage_gauge_period = "2s"
}
listener "tcp" {
  address = "127.0.0.1:${String(ports.api)}"
  cluster_address = "127.0.0.1:${String(ports.cluster)}"
  ${tls}
}
`;
}

/**
 * A cluster of one, three or five nodes: initialised, unsealed, every standby joined and connected to its leader.
 * Autopilot takes a second or two more to make standbys voters.
 */
export async function startRaftCluster(options: RaftOptions = {}): Promise<RaftCluster> {
  const { certificateDays, keys: wanted = { shares: 1, threshold: 1 }, nodes: count = 3 } = options;
  return withFreshPorts(async () => {
    const folder = temporaryFolder('raft');
    const authority = certificateDays === undefined ? undefined : makeAuthority();
    const ca = authority?.cert;
    const caPath = join(folder.path, 'ca.pem');
    if (ca !== undefined) writeFileSync(caPath, ca);
    const trust = ca === undefined ? {} : { ca };
    const place: Place = { folder: folder.path, scheme: ca === undefined ? 'http' : 'https' };
    const free = await freePorts(2 * count);
    const ports = Array.from({ length: count }, (_, node): Ports => ({
      api: free[2 * node] ?? 0,
      cluster: free[2 * node + 1] ?? 0,
    }));
    const leader = ports[0] as Ports;
    const processes = new Map<string, VaultProcess>();
    const addresses = ports.map((each) => `${place.scheme}://127.0.0.1:${String(each.api)}`);
    const stop = async () => {
      await Promise.all([...processes.values()].map((each) => each.stop()));
      await Promise.all(addresses.map((address) => forgetConnections(address)));
      folder.remove();
    };
    try {
      const startNode = async (each: Ports, index: number): Promise<RaftNode> => {
        const id = `node-${String(index + 1)}`;
        const address = addresses[index] as string;
        const home = join(folder.path, id);
        mkdirSync(join(home, 'data'), { recursive: true });
        const certify = (validToDays: number): void => {
          if (authority === undefined) return;
          const { chain, key } = issueCertificate(authority, { validToDays });
          writeFileSync(join(home, 'cert.pem'), chain);
          writeFileSync(join(home, 'key.pem'), key);
        };
        certify(certificateDays?.[index] ?? 365);
        writeFileSync(join(home, 'vault.hcl'), configuration(id, each, place));
        const start = async (): Promise<void> => {
          const arguments_ = ['server', `-config=${join(home, 'vault.hcl')}`];
          const vault = startVaultProcess(arguments_, home, options.product);
          processes.set(id, vault);
          await untilReady(vault, async () => (await health({ address, ...trust })) !== undefined);
        };
        await start();
        const now = (): VaultProcess => processes.get(id) as VaultProcess;
        return {
          id,
          address,
          log: () => now().log(),
          stop: async () => {
            await now().stop();
            await forgetConnections(address);
          },
          restart: start,
          pause: () => process.kill(serverBelow(now().pid), 'SIGSTOP'),
          resume: () => process.kill(serverBelow(now().pid), 'SIGCONT'),
          certify: (validToDays) => {
            certify(validToDays);
            process.kill(serverBelow(now().pid), 'SIGHUP');
          },
        };
      };
      const first = await startNode(leader, 0);
      const keys = await initialise({ ...first, ...trust }, wanted.shares, wanted.threshold);
      const shares = keys.shares.slice(0, wanted.threshold);
      await unseal({ ...first, ...trust }, shares);
      const root = { address: first.address, rootToken: keys.rootToken, ...trust };
      await until(async () => at(await health(root), 'standby') === false);
      await must(root, 'POST', 'sys/mounts/secret', { type: 'kv', options: { version: '2' } });
      // By default a new node waits 10 s before it can vote.
      await must(root, 'POST', 'sys/storage/raft/autopilot/configuration', {
        server_stabilization_time: '1s',
      });
      const standbys = await Promise.all(ports.slice(1).map((each, index) => startNode(each, index + 1)));
      const nodes = [first, ...standbys];
      await Promise.all(standbys.map((node) => joinCluster({ ...node, ...trust }, root, shares)));
      if (options.voters === true)
        await until(
          async () => voters(await must(root, 'GET', 'sys/storage/raft/configuration')) === nodes.length,
        );
      await Promise.all(
        standbys.map((node) => until(async () => followsLeader(await health({ ...node, ...trust })))),
      );
      return { ...root, nodes, standbys, stop, shares: keys.shares, ...(ca === undefined ? {} : { caPath }) };
    } catch (error) {
      await stop();
      throw error;
    }
  });
}

/** The server itself, below its supervising shell: suspending only the shell would have no effect. */
function serverBelow(pid: number): number {
  const children = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')
    .trim()
    .split(' ');
  const server = children.find((child) => readFileSync(`/proc/${child}/comm`, 'utf8').trim() !== 'sh');
  if (server === undefined) throw new Error('The server is not running.');
  return Number(server);
}

/**
 * Joins on request: a node whose file says where to join asks at its start, before it has shares, and again 2 s later.
 */
async function joinCluster(
  node: Omit<Reachable, 'rootToken'>,
  leader: Reachable,
  shares: readonly string[],
): Promise<void> {
  await must(node, 'POST', 'sys/storage/raft/join', {
    leader_api_addr: leader.address,
    ...(leader.ca === undefined ? {} : { leader_ca_cert: leader.ca }),
  });
  await until(async () => {
    await unseal(node, shares);
    return at(await health(node), 'sealed') === false;
  });
}

function voters(configuration: unknown): number {
  const servers = at(configuration, 'data', 'config', 'servers');
  return Array.isArray(servers) ? servers.filter((server) => at(server, 'voter') === true).length : 0;
}

function followsLeader(health: unknown): boolean {
  return at(health, 'standby') === true && at(health, 'ha_connection_healthy') !== false;
}
