/** A cluster as it was seen at one moment: each node as it answered itself, and one verdict over all of them. */
import type { AppError } from '../ipc/result.ts';

/** Who says that a node exists. */
export type NodeSource = 'connection' | 'leader' | 'ha-status' | 'raft';

export type NodeRole = 'leader' | 'standby' | 'performance-standby' | 'dr-secondary' | 'unknown';

/** What a node said of itself. Texts are empty where a listener does not say them. */
export interface NodeAnswer {
  readonly initialized: boolean;
  readonly sealed: boolean;
  readonly role: NodeRole;
  readonly version: string;
  readonly clusterId: string;
  readonly clusterName: string;
  /** Index in the raft log; undefined where storage is another. */
  readonly raftApplied?: number;
  /** This machine's clock minus the node's, in milliseconds, give or take the round trip. */
  readonly clockSkewMs?: number;
  /** Raft has taken it out of the cluster, whatever it says of its health (hashicorp/vault issue 17920). */
  readonly removed: boolean;
  /** Unseal keys entered so far and needed, while it is sealed. */
  readonly unseal?: { readonly progress: number; readonly threshold: number };
}

/** What raft's autopilot says of a node. */
export interface AutopilotNode {
  readonly healthy: boolean;
  readonly voter: boolean;
  /** Milliseconds since the leader heard of it. */
  readonly lastContactMs: number;
}

export interface ClusterNode {
  /** Of its API, without a trailing slash; empty where only raft names it. */
  readonly address: string;
  /** Raft's node id, else the host name; empty where nobody says it. */
  readonly name: string;
  readonly sources: readonly NodeSource[];
  /** `unconfirmed`: only the server names the address, and nothing has been sent there. */
  readonly asked: 'asked' | 'unconfirmed' | 'no-address';
  readonly answer?: NodeAnswer;
  /** Why it has none. */
  readonly problem?: AppError;
  /** Of the last answer, in milliseconds. */
  readonly roundTripMs?: number;
  /** ISO 8601; of the certificate that the node showed. */
  readonly certificateEnds?: string;
  readonly autopilot?: AutopilotNode;
}

export interface AutopilotState {
  readonly healthy: boolean;
  /** Nodes that may fail before the cluster does. */
  readonly failureTolerance: number;
}

export interface ClusterSeen {
  /** ISO 8601, this machine's clock. */
  readonly at: string;
  readonly nodes: readonly ClusterNode[];
  /** Absent where storage is not raft or the token may not read it. */
  readonly autopilot?: AutopilotState;
}

export type ClusterState =
  'healthy' | 'degraded' | 'no-leader' | 'sealed' | 'not-initialized' | 'unreachable';

/** One word for the cluster and the sentences behind it, the worst first. */
export interface Verdict {
  readonly state: ClusterState;
  /** Never empty unless the cluster is healthy. */
  readonly reasons: readonly string[];
}

/** Something that was otherwise at the look before. */
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
  /** `bad`: worth a notification. */
  readonly tone: 'good' | 'bad' | 'plain';
  readonly text: string;
}
