/** One reading of a cluster: each node's own response, and one verdict over all of them. */
import type { AppError, CertificateFacts } from '../ipc/result.ts';
import type { AutopilotState } from './raft.ts';
import type { ReplicationFacts } from './replication.ts';
import type { SystemFacts, SystemPanel } from './system.ts';

/** Sources that name a node. */
export type NodeSource = 'connection' | 'leader' | 'ha-status' | 'raft';

export type NodeRole = 'leader' | 'standby' | 'performance-standby' | 'dr-secondary' | 'unknown';

/** A node's own status. Texts are empty if a listener omits them. */
export interface NodeAnswer {
  readonly initialized: boolean;
  readonly sealed: boolean;
  readonly role: NodeRole;
  readonly version: string;
  readonly clusterId: string;
  readonly clusterName: string;
  /** Index in the raft log; undefined for other storage. */
  readonly raftApplied?: number;
  /** This machine's clock minus the node's, in milliseconds, give or take the round trip. */
  readonly clockSkewMs?: number;
  /** Raft has removed it from the cluster, even if it reports itself healthy (hashicorp/vault issue 17920). */
  readonly removed: boolean;
  /** Unseal keys entered so far and needed, while sealed. */
  readonly unseal?: { readonly progress: number; readonly threshold: number };
  /** Replication modes in the server's words; absent without replication. */
  readonly replication?: { readonly performance: string; readonly disasterRecovery: string };
}

/** Raft autopilot's view of a node. */
export interface AutopilotNode {
  readonly healthy: boolean;
  readonly voter: boolean;
  /** Milliseconds since the leader's last contact with it. */
  readonly lastContactMs: number;
}

export interface ClusterNode {
  /** API address without a trailing slash; empty if only raft names the node. */
  readonly address: string;
  /** Raft's node ID, else the host name; empty if unknown. */
  readonly name: string;
  readonly sources: readonly NodeSource[];
  /** `unconfirmed`: named only by the server, not contacted. `waiting`: no response and no failure yet. */
  readonly asked: 'asked' | 'waiting' | 'unconfirmed' | 'no-address';
  readonly answer?: NodeAnswer;
  /** Reason for a missing `answer`. */
  readonly problem?: AppError;
  /** Round trip of the last response, in milliseconds. */
  readonly roundTripMs?: number;
  /** ISO 8601; the earliest expiry in the node's certificate chain. */
  readonly certificateEnds?: string;
  /** The node's certificate chain, leaf first; also if it was refused. */
  readonly chain?: readonly CertificateFacts[];
  /** Has a vote in raft's configuration; absent if not listed there or not read. */
  readonly voter?: boolean;
  /** Not a node of its own: a load balancer, or a second address of a node. */
  readonly entry?: 'balancer' | 'alias';
  readonly autopilot?: AutopilotNode;
  /** The leader's facts about it from `sys/ha-status`. */
  readonly named?: NamedByLeader;
}

export interface NamedByLeader {
  readonly active: boolean;
  readonly version: string;
  /** ISO 8601; empty: never. */
  readonly lastEcho: string;
}

export interface ClusterSeen {
  /** ISO 8601, this machine's clock. */
  readonly at: string;
  readonly nodes: readonly ClusterNode[];
  /** The leader is an unconfirmed node, so it was not contacted. */
  readonly leaderNotAsked?: boolean;
  /** The list of nodes is complete; absent: the nodes that know were not contacted, or refused. */
  readonly allNamed?: true;
  /** Name of the node that answers for the cluster while the connection's own cannot. */
  readonly spokenBy?: string;
  /** Absent if storage is not raft or the token cannot read it. */
  readonly autopilot?: AutopilotState;
  /** Replication with other clusters; absent if the server has none. */
  readonly replication?: ReplicationLook;
}

/** Replication status, or the reason why it is missing. */
export interface ReplicationLook {
  readonly facts?: readonly ReplicationFacts[];
  readonly problem?: AppError;
}

/**
 * `partly-asked`: not known to be unhealthy, but not every node is known. `expires-soon`: the only finding is a
 * certificate near its end; nothing fails yet.
 */
export type ClusterState =
  | 'healthy'
  | 'partly-asked'
  | 'expires-soon'
  | 'degraded'
  | 'no-leader'
  | 'sealed'
  | 'not-initialized'
  | 'unreachable';

/** Contacted nodes; `of`: the total, absent if unknown. */
export interface AskedNodes {
  readonly nodes: number;
  readonly of?: number;
}

/** State of the cluster and the reasons for it, the worst first. */
export interface Verdict {
  readonly state: ClusterState;
  /** Empty only if the cluster is healthy. */
  readonly reasons: readonly string[];
  /** `nodeKey` of the node that the first reason is about, if it is about one. */
  readonly about?: string;
  /** Absent if every node was contacted. */
  readonly asked?: AskedNodes;
}

/** A difference from the reading before. */
export interface ClusterEvent {
  /** ISO 8601. */
  readonly at: string;
  readonly kind:
    | 'sealed'
    | 'unsealed'
    | 'leader'
    | 'lost'
    | 'back'
    | 'joined'
    | 'left'
    | 'version'
    | 'tolerance'
    | 'certificate'
    | 'state';
  /** `bad`: something fails. `good`: it returns. `plain`: it follows from another change, or is neither. */
  readonly tone: 'good' | 'bad' | 'plain';
  readonly text: string;
  /** State of the whole cluster afterwards, if this changed it. */
  readonly then?: string;
}

/** The cluster's response for one panel in the latest reading; the facts stay while later readings fail. */
export interface PanelLook {
  readonly facts?: SystemFacts;
  /** Reason why the latest reading failed. */
  readonly problem?: AppError;
  /** Outcome of a ceremony that had been seen running, in words. */
  readonly ended?: string;
}

/** Cluster state for the page. */
export interface ClusterStatus {
  readonly seen: ClusterSeen;
  /** Absent until every node has responded or failed once. */
  readonly verdict?: Verdict;
  readonly panels: Readonly<Partial<Record<SystemPanel, PanelLook>>>;
}

/** One request to one node. */
export interface RoundTrip {
  /** Milliseconds since 1970, this machine's clock. */
  readonly atMs: number;
  /** Null: no response. */
  readonly roundTripMs: number | null;
}

/** History of a cluster in this run. */
export interface Timeline {
  /** Time of the first verdict, ISO 8601. */
  readonly since: string;
  /** Oldest first. */
  readonly events: readonly ClusterEvent[];
}

/** State of a watched cluster. */
export interface ClusterNews {
  readonly status: ClusterStatus;
  /** Absent before the first verdict. */
  readonly timeline?: Timeline | undefined;
  /** By `nodeKey`, the last ten minutes of each node that has answered or failed since the message before. */
  readonly roundTrips: Readonly<Record<string, readonly RoundTrip[]>>;
}

/** Automatic rotation of the server's encryption key (`sys/rotate/config`). */
export interface KeyRotation {
  readonly enabled: boolean;
  /** 0: rotation by count only. */
  readonly intervalSeconds: number;
  /** Encryptions after which a new term begins. */
  readonly maxOperations: number;
}

/** Age after which round trips are dropped. */
export const HISTORY_MS = 600_000;

/** Most events of a timeline. */
export const MOST_EVENTS = 200;

/** Key of a node's round trips: its address, which is known before its name. */
export function nodeKey({ name, address }: Pick<ClusterNode, 'name' | 'address'>): string {
  return address === '' ? name : address;
}
