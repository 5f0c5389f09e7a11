/**
 * Nodes that the server has named so far, and if the list is complete. Names that it drops are remembered:
 * `sys/ha-status` and `sys/leader` forget a node that died, and raft one that it has removed.
 */
import type { HaNode } from '../../../shared/vault/system.ts';
import type { NodeLook } from './look.ts';
import type { NamedNode, RaftServer } from './nodes.ts';

/** Server's lists of nodes; absent if not asked for, or refused. */
export interface Members {
  readonly haNodes?: readonly HaNode[];
  /** All servers of raft's configuration. */
  readonly raftServers?: readonly RaftServer[];
  /** Servers of autopilot's state, which has no list for some seconds after an election. */
  readonly autopilotServers?: readonly RaftServer[];
}

export class NamedMembers {
  #named: Members = {};
  /** Keyed by the connection's API address of the node. */
  readonly #clusterOf = new Map<string, string>();
  /** Raft ids by address. */
  readonly #raftIds = new Map<string, string>();
  readonly #leaders = new Set<string>();
  #isRaft = false;
  #isAlone = false;

  get named(): Members {
    return this.#named;
  }

  /** True if a node has reported to have no cluster: every named node is itself. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  /** Cluster addresses by API address, from any time. */
  get clusterOf(): ReadonlyMap<string, string> {
    return this.#clusterOf;
  }

  /** Servers of raft, from any list that could be read. */
  get servers(): readonly RaftServer[] {
    return this.#named.raftServers ?? this.#named.autopilotServers ?? [];
  }

  /** False if further nodes can exist. */
  get areAllNamed(): boolean {
    // Other storages have no list of members: a node without a connection is not a member.
    return this.servers.length > 0 || this.#isAlone || (!this.#isRaft && this.#named.haNodes !== undefined);
  }

  /** Takes a node's own answer. */
  heard({ answer, alone, leaderAddress }: NodeLook): void {
    if (answer.raftApplied !== undefined) this.#isRaft = true;
    if (alone) this.#isAlone = true;
    if (answer.role !== 'unknown' && leaderAddress !== '') this.#leaders.add(leaderAddress);
  }

  /** Takes over lists; `asKnown` maps an API address to the connection's. */
  learn(members: Members, asKnown: (address: string) => string): void {
    const before = this.#named.autopilotServers ?? [];
    const { autopilotServers = [], ...others } = members;
    const absent = before.filter(({ nodeId }) => !autopilotServers.some((one) => one.nodeId === nodeId));
    this.#named = { ...this.#named, ...others, autopilotServers: [...autopilotServers, ...absent] };
    for (const { apiAddress, clusterAddress } of members.haNodes ?? [])
      this.#clusterOf.set(asKnown(apiAddress), clusterAddress);
  }

  /** Former leaders, if no list of raft defines the nodes. */
  formerLeaders(): readonly string[] {
    return this.servers.length === 0 ? [...this.#leaders] : [];
  }

  /** Raft id of a node, by its current or an earlier name. */
  raftIdOf({ address, name, sources }: NamedNode): string | undefined {
    if (sources.includes('raft') && name !== '') this.#raftIds.set(address, name);
    return this.#raftIds.get(address);
  }

  /** True if raft's configuration has lost a server. */
  hasRemoved(raftId: string): boolean {
    return this.#named.raftServers?.some(({ nodeId }) => nodeId === raftId) === false;
  }

  forget(address: string): void {
    this.#clusterOf.delete(address);
    this.#raftIds.delete(address);
    this.#leaders.delete(address);
  }
}
