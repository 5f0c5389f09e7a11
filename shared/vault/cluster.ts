/** A cluster as it was seen at one moment: each node as it answered itself, and one verdict over all of them. */
import type { AppError, CertificateFacts } from '../ipc/result.ts';
import type { ReplicationFacts } from './replication.ts';
import type { SystemFacts, SystemPanel } from './system.ts';

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
  /** Modes of replication as the server names them; absent where it has none. */
  readonly replication?: { readonly performance: string; readonly disasterRecovery: string };
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
  /** `unconfirmed`: only the server names the address, and nothing has been sent there. `waiting`: no answer yet, and no failure. */
  readonly asked: 'asked' | 'waiting' | 'unconfirmed' | 'no-address';
  readonly answer?: NodeAnswer;
  /** Why it has none. */
  readonly problem?: AppError;
  /** Of the last answer, in milliseconds. */
  readonly roundTripMs?: number;
  /** ISO 8601; the first end in the chain that the node showed. */
  readonly certificateEnds?: string;
  /** What it showed, leaf first, also where it was refused. */
  readonly chain?: readonly CertificateFacts[];
  /** A vote in raft's configuration; absent where that does not have it, or was not read. */
  readonly voter?: boolean;
  /** Not a node: several answer at this address, or one that answers at another address, too. */
  readonly entry?: 'balancer' | 'alias';
  readonly autopilot?: AutopilotNode;
  /** What the leader says of it in `sys/ha-status`. */
  readonly named?: NamedByLeader;
}

export interface NamedByLeader {
  readonly active: boolean;
  readonly version: string;
  /** ISO 8601, empty: never. */
  readonly lastEcho: string;
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
  /** The leader is a node that nobody has confirmed, so that it was not asked itself. */
  readonly leaderNotAsked?: boolean;
  /** The cluster has no other nodes; absent: whoever could say so was not asked, or refused. */
  readonly allNamed?: true;
  /** Name of the node that speaks for the cluster while the connection's own does not. */
  readonly spokenBy?: string;
  /** Absent where storage is not raft or the token may not read it. */
  readonly autopilot?: AutopilotState;
  /** With other clusters; absent where the server has none. */
  readonly replication?: ReplicationLook;
}

/** What was said of replication, or why nothing was. */
export interface ReplicationLook {
  readonly facts?: readonly ReplicationFacts[];
  readonly problem?: AppError;
}

/** `partly-asked`: nothing is known to be wrong, and not every node is known. */
export type ClusterState =
  'healthy' | 'partly-asked' | 'degraded' | 'no-leader' | 'sealed' | 'not-initialized' | 'unreachable';

/** Nodes that were asked themselves; `of`: all there are, absent where that is not known. */
export interface AskedNodes {
  readonly nodes: number;
  readonly of?: number;
}

/** One word for the cluster and the sentences behind it, the worst first. */
export interface Verdict {
  readonly state: ClusterState;
  /** Never empty unless the cluster is healthy. */
  readonly reasons: readonly string[];
  /** Absent where every node was asked. */
  readonly asked?: AskedNodes;
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

/** What the cluster said of one panel at the latest look; the facts stay while later looks fail. */
export interface PanelLook {
  readonly facts?: SystemFacts;
  /** Why the latest look has none. */
  readonly problem?: AppError;
  /** How a ceremony that was seen under way ended, in words. */
  readonly ended?: string;
}

/** What the page shows of a cluster. */
export interface ClusterStatus {
  readonly seen: ClusterSeen;
  /** Absent before each node has answered or failed once. */
  readonly verdict?: Verdict;
  readonly panels: Readonly<Partial<Record<SystemPanel, PanelLook>>>;
}

/** One request of one node. */
export interface RoundTrip {
  /** As `nodeKey` has it. */
  readonly node: string;
  /** Milliseconds since 1970, this machine's clock. */
  readonly atMs: number;
  /** Null: there was no answer. */
  readonly roundTripMs: number | null;
}

/** What is new since the message before, or, in the first message of a watch, all that is known. */
export interface ClusterNews {
  readonly status: ClusterStatus;
  /** The oldest first. */
  readonly events: readonly ClusterEvent[];
  readonly roundTrips: readonly RoundTrip[];
  /** Of the timeline: ISO 8601, the first verdict of this run; absent before. */
  readonly since?: string;
  /** Events and round trips are all there are, and not only the new ones. */
  readonly whole: boolean;
}

/** When the server rotates its encryption key by itself (`sys/rotate/config`). */
export interface KeyRotation {
  readonly enabled: boolean;
  /** 0: by count alone. */
  readonly intervalSeconds: number;
  /** Encryptions after which a new term begins. */
  readonly maxOperations: number;
}

/** Round trips are kept this long. */
export const HISTORY_MS = 600_000;

/** Events of a timeline that are kept. */
export const MOST_EVENTS = 200;

/** What a node's round trips are kept under: its address is known before its name. */
export function nodeKey({ name, address }: Pick<ClusterNode, 'name' | 'address'>): string {
  return address === '' ? name : address;
}
