/**
 * Nodes of a cluster: the connection's own addresses, those named by `sys/leader` and `sys/ha-status`, and raft's
 * configuration with its autopilot, merged so that each node is listed once. An address that only the server names is
 * unconfirmed until the user has agreed to it.
 */
import type { AutopilotNode, ClusterNode, NamedByLeader, NodeSource } from '../../../shared/vault/cluster.ts';
import type { AutopilotState, RaftPeer } from '../../../shared/vault/raft.ts';
import type { HaNode } from '../../../shared/vault/system.ts';
import type { autopilotState } from '../../vault/api/raft.ts';

/** Server of raft's configuration; its address is the one of its cluster port, e.g. `10.0.0.1:8201`, not of its API. */
export type RaftServer = Pick<RaftPeer, 'nodeId' | 'address' | 'voter'>;

export interface KnownOfNodes {
  /** Confirmed addresses: the connection's, and others that the user has agreed to. */
  readonly confirmed: readonly string[];
  /** Cluster addresses by API address, as named before: `sys/ha-status` forgets a node that died. */
  readonly clusterOf?: ReadonlyMap<string, string>;
  readonly leaderAddress: string;
  /** Addresses of current and former leaders: a dead one is no longer named by the server. */
  readonly formerLeaders?: readonly string[];
  readonly haNodes: readonly HaNode[];
  readonly raftServers: readonly RaftServer[];
  readonly autopilot: ReadonlyMap<string, AutopilotNode>;
}

export type NamedNode = Omit<
  ClusterNode,
  'answer' | 'problem' | 'roundTripMs' | 'certificateEnds' | 'chain' | 'entry'
>;

interface Joined {
  address: string;
  name: string;
  cluster: string;
  readonly sources: Set<NodeSource>;
  named: NamedByLeader | undefined;
  voter: boolean | undefined;
}

/** Merges them, each node once: confirmed addresses first, then in the server's order. */
export function namedNodes(known: KnownOfNodes): readonly NamedNode[] {
  const nodes: Joined[] = [];
  const at = (
    source: NodeSource,
    address: string,
    cluster = '',
    name = '',
    said: { readonly named?: NamedByLeader; readonly voter?: boolean } = {},
  ): void => {
    const { named, voter } = said;
    const node = nodes.find(
      (one) =>
        (address !== '' && isSameAddress(one.address, address)) ||
        (cluster !== '' && isSameAddress(one.cluster, cluster)),
    );
    if (node === undefined) nodes.push({ address, name, cluster, sources: new Set([source]), named, voter });
    else {
      node.address ||= address;
      // Raft's id is the better name: two nodes of one host share the host name.
      node.name = source === 'raft' && name !== '' ? name : node.name || name;
      node.cluster ||= cluster;
      node.named ??= named;
      node.voter ??= voter;
      node.sources.add(source);
    }
  };
  for (const address of known.confirmed) at('connection', address, known.clusterOf?.get(address));
  if (known.leaderAddress !== '') at('leader', known.leaderAddress);
  for (const address of known.formerLeaders ?? []) at('leader', address);
  for (const { apiAddress, clusterAddress, hostname, active, version, lastEcho } of known.haNodes)
    at('ha-status', apiAddress, clusterAddress, hostname, { named: { active, version, lastEcho } });
  // A node that died is named only by raft, whose configuration has no API address.
  for (const [address, cluster] of known.clusterOf ?? [])
    if (known.raftServers.some((server) => isSameAddress(server.address, cluster)))
      at('ha-status', address, cluster);
  for (const { nodeId, address: clusterAddress, voter } of known.raftServers) {
    const alone = unnamedOf(clusterAddress, nodes, known.raftServers);
    if (alone !== undefined) alone.cluster = clusterAddress;
    at('raft', '', clusterAddress, nodeId, { voter });
  }
  return nodes.map(({ address, name, sources, named, voter }) => {
    const autopilot = known.autopilot.get(name);
    // A host name that several nodes share identifies none of them.
    const shared = address !== '' && nodes.filter((other) => other.name === name).length > 1;
    return {
      address: withoutSlash(address),
      name: shared ? '' : name,
      sources: [...sources],
      asked: address === '' ? 'no-address' : sources.has('connection') ? 'asked' : 'unconfirmed',
      ...(autopilot === undefined ? {} : { autopilot }),
      ...(named === undefined ? {} : { named }),
      ...(voter === undefined ? {} : { voter }),
    };
  });
}

/** Node of this host without a known cluster address, if the host has only one node and one server. */
function unnamedOf(
  clusterAddress: string,
  nodes: readonly Joined[],
  servers: readonly RaftServer[],
): Joined | undefined {
  const host = hostnameOf(clusterAddress);
  const ofHost = nodes.filter(({ address, cluster }) => hostnameOf(address || cluster) === host);
  const serversOfHost = servers.filter((server) => hostnameOf(server.address) === host);
  const [only] = ofHost;
  return ofHost.length === 1 && serversOfHost.length === 1 && only?.cluster === '' ? only : undefined;
}

function hostnameOf(address: string): string {
  return plain(address).replace(/:\d+$/, '');
}

export interface Autopilot {
  readonly state: AutopilotState;
  readonly nodes: ReadonlyMap<string, AutopilotNode>;
  /** Same list as raft's configuration, for tokens that may read only this one. */
  readonly servers: readonly RaftServer[];
}

/** Autopilot's answer for the view; nodes by their raft id. */
export function autopilotOf({ state, servers }: Awaited<ReturnType<typeof autopilotState>>): Autopilot {
  const all = [...servers];
  return {
    state,
    nodes: new Map(
      all.map(([nodeId, { healthy, voter, lastContact }]) => [
        nodeId,
        { healthy, voter, lastContactMs: durationMs(lastContact) },
      ]),
    ),
    servers: all.map(([nodeId, { address, voter }]) => ({ nodeId, address, voter })),
  };
}

const unitMs: Readonly<Record<string, number>> = {
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
  us: 0.001,
  µs: 0.001,
  ns: 0.000_001,
};

/** Parses a Go duration, e.g. `1m2.5s` or `12.3ms`, to milliseconds; 0 if it is not one. */
export function durationMs(text: string): number {
  let sum = 0;
  for (const [, count = '', unit = ''] of text.matchAll(/(?<![\d.])([\d.]+)(ms|us|µs|ns|h|m|s)/g))
    sum += Number(count) * (unitMs[unit] ?? 0);
  return sum;
}

/** Compares host and port; ignores scheme, case and trailing slashes. */
export function isSameAddress(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(address: string): string {
  return withoutSlash(address)
    .toLowerCase()
    .replace(/^\w+:\/\//, '');
}

function withoutSlash(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '');
}
