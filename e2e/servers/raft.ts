/** Three Vault processes in one raft cluster: a leader and two standbys, each with its own address. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePorts } from './ports.ts';
import { initialise, unseal, until } from './seals.ts';
import { at, forgetConnections, health, must } from './vault-api.ts';
import { startVaultProcess, temporaryFolder, untilReady, withFreshPorts } from './vault-process.ts';
import type { VaultProcess } from './vault-process.ts';

export interface RaftNode {
  readonly id: string;
  readonly address: string;
  readonly log: () => string;
  /** Kills this node only. */
  readonly stop: () => Promise<void>;
}

export interface RaftCluster {
  /** Address of the node that was the leader at the start. */
  readonly address: string;
  readonly rootToken: string;
  /** All nodes, the first leader first. */
  readonly nodes: readonly RaftNode[];
  readonly standbys: readonly RaftNode[];
  readonly shares: readonly string[];
  readonly stop: () => Promise<void>;
}

interface Ports {
  readonly api: number;
  readonly cluster: number;
}

function configuration(id: string, ports: Ports, leader: Ports, data: string): string {
  const retryJoin =
    ports === leader ? '' : `retry_join { leader_api_addr = "http://127.0.0.1:${String(leader.api)}" }`;
  return `storage "raft" {
  path = "${data}"
  node_id = "${id}"
  performance_multiplier = 1
  ${retryJoin}
}
disable_mlock = true
api_addr = "http://127.0.0.1:${String(ports.api)}"
cluster_addr = "https://127.0.0.1:${String(ports.cluster)}"
cluster_name = "strongroom-test"
listener "tcp" {
  address = "127.0.0.1:${String(ports.api)}"
  cluster_address = "127.0.0.1:${String(ports.cluster)}"
  tls_disable = true
}
`;
}

/**
 * A cluster of three: initialised with one share, unsealed, every standby joined and connected to its leader. Autopilot
 * takes 10 s more to let standbys vote: only a test in which the leader dies needs to wait for `voters`.
 */
export async function startRaftCluster(options: { readonly voters?: boolean } = {}): Promise<RaftCluster> {
  return withFreshPorts(async () => {
    const folder = temporaryFolder('raft');
    const free = await freePorts(6);
    const ports = [0, 1, 2].map((node): Ports => ({
      api: free[2 * node] ?? 0,
      cluster: free[2 * node + 1] ?? 0,
    }));
    const leader = ports[0] as Ports;
    const processes: VaultProcess[] = [];
    const addresses = ports.map((each) => `http://127.0.0.1:${String(each.api)}`);
    const stop = async () => {
      await Promise.all(processes.map((each) => each.stop()));
      await Promise.all(addresses.map((address) => forgetConnections(address)));
      folder.remove();
    };
    try {
      const startNode = async (each: Ports, index: number): Promise<RaftNode> => {
        const id = `node-${String(index + 1)}`;
        const address = addresses[index] as string;
        const home = join(folder.path, id);
        mkdirSync(join(home, 'data'), { recursive: true });
        writeFileSync(join(home, 'vault.hcl'), configuration(id, each, leader, join(home, 'data')));
        const vault = startVaultProcess(['server', `-config=${join(home, 'vault.hcl')}`], home);
        processes.push(vault);
        await untilReady(vault, async () => (await health({ address })) !== undefined);
        return { id, address, log: vault.log, stop: vault.stop };
      };
      const first = await startNode(leader, 0);
      const keys = await initialise(first, 1, 1);
      await unseal(first, keys.shares);
      const root = { address: first.address, rootToken: keys.rootToken };
      await until(async () => at(await health(first), 'standby') === false);
      await must(root, 'POST', 'sys/mounts/secret', { type: 'kv', options: { version: '2' } });
      // By default a new node waits 10 s before it may vote.
      await must(root, 'POST', 'sys/storage/raft/autopilot/configuration', {
        server_stabilization_time: '1s',
      });
      const standbys = await Promise.all(ports.slice(1).map((each, index) => startNode(each, index + 1)));
      const nodes = [first, ...standbys];
      await Promise.all(standbys.map((node) => joinCluster(node, keys.shares)));
      if (options.voters === true)
        await until(
          async () => voters(await must(root, 'GET', 'sys/storage/raft/configuration')) === nodes.length,
        );
      await Promise.all(standbys.map((node) => until(async () => followsLeader(await health(node)))));
      return { ...root, nodes, standbys, shares: keys.shares, stop };
    } catch (error) {
      await stop();
      throw error;
    }
  });
}

/** A node joins by itself; it can be unsealed once it has heard that the cluster is initialised. */
async function joinCluster(node: RaftNode, shares: readonly string[]): Promise<void> {
  await until(async () => at(await health(node), 'initialized') === true);
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
