/**
 * Which nodes the server has named so far, and whether these are all. What it names no more is remembered: `sys/ha-status`
 * and `sys/leader` forget a node that died, and raft one that it has removed.
 */
import type { HaNode } from '../../../shared/vault/system.ts';
import type { NodeLook } from './look.ts';
import type { NamedNode, RaftServer } from './nodes.ts';

/** Lists of nodes as the server gave them; absent where it was not asked, or refused. */
export interface Members {
  readonly haNodes?: readonly HaNode[];
  /** Of raft's configuration: all of them. */
  readonly raftServers?: readonly RaftServer[];
  /** Of autopilot's state, which has no list for some seconds after an election. */
  readonly autopilotServers?: readonly RaftServer[];
}

export class NamedMembers {
  #named: Members = {};
  /** By API address as the connection has it. */
  readonly #clusterOf = new Map<string, string>();
  /** Raft's ids by address. */
  readonly #raftIds = new Map<string, string>();
  readonly #leaders = new Set<string>();
  #isRaft = false;
  #isAlone = false;

  get named(): Members {
    return this.#named;
  }

  /** A node has said that it has no cluster: whatever is named is itself. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  /** Cluster addresses by API address, as they were named at any time. */
  get clusterOf(): ReadonlyMap<string, string> {
    return this.#clusterOf;
  }

  /** The servers that raft counts, by whichever list could be read. */
  get servers(): readonly RaftServer[] {
    return this.#named.raftServers ?? this.#named.autopilotServers ?? [];
  }

  /** False: there may be nodes that nobody has named. */
  get areAllNamed(): boolean {
    // Other storages have no list of members: who is not connected is none.
    return this.servers.length > 0 || this.#isAlone || (!this.#isRaft && this.#named.haNodes !== undefined);
  }

  /** A node's own answer. */
  heard({ answer, alone, leaderAddress }: NodeLook): void {
    if (answer.raftApplied !== undefined) this.#isRaft = true;
    if (alone) this.#isAlone = true;
    if (answer.role !== 'unknown' && leaderAddress !== '') this.#leaders.add(leaderAddress);
  }

  /** Takes over lists; `asKnown`: an API address as the connection has it. */
  learn(members: Members, asKnown: (address: string) => string): void {
    const before = this.#named.autopilotServers ?? [];
    const { autopilotServers = [], ...others } = members;
    const absent = before.filter(({ nodeId }) => !autopilotServers.some((one) => one.nodeId === nodeId));
    this.#named = { ...this.#named, ...others, autopilotServers: [...autopilotServers, ...absent] };
    for (const { apiAddress, clusterAddress } of members.haNodes ?? [])
      this.#clusterOf.set(asKnown(apiAddress), clusterAddress);
  }

  /** Leaders there were, where no list of raft tells who is a node. */
  formerLeaders(): readonly string[] {
    return this.servers.length === 0 ? [...this.#leaders] : [];
  }

  /** Raft's id of a node, by what it is called now or was before. */
  raftIdOf({ address, name, sources }: NamedNode): string | undefined {
    if (sources.includes('raft') && name !== '') this.#raftIds.set(address, name);
    return this.#raftIds.get(address);
  }

  /** Whether raft's configuration has lost a server. */
  hasRemoved(raftId: string): boolean {
    return this.#named.raftServers?.some(({ nodeId }) => nodeId === raftId) === false;
  }

  forget(address: string): void {
    this.#clusterOf.delete(address);
    this.#raftIds.delete(address);
    this.#leaders.delete(address);
  }
}
