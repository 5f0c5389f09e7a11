/** Words of the integrated storage (raft): who is in the cluster, how autopilot keeps it, and its snapshots. */
import type { AppError } from '../ipc/result.ts';

/** One server of the raft configuration, with what autopilot says of it where that may be read. */
export interface RaftPeer {
  readonly nodeId: string;
  readonly address: string;
  readonly leader: boolean;
  readonly voter: boolean;
  /** Undefined: autopilot says nothing of it. */
  readonly healthy?: boolean;
  /** As the server writes it, e.g. `12.5ms`. */
  readonly lastContact?: string;
  readonly lastIndex?: number;
  readonly version?: string;
}

/** What autopilot says of the whole cluster. */
export interface AutopilotState {
  readonly healthy: boolean;
  readonly failureTolerance: number;
}

/** The settings of autopilot that people change. Durations as the server writes them. */
export interface AutopilotSettings {
  readonly cleanupDeadServers: boolean;
  readonly deadServerLastContactThreshold: string;
  readonly lastContactThreshold: string;
  readonly serverStabilizationTime: string;
  readonly maxTrailingLogs: number;
  readonly minQuorum: number;
}

/** The raft configuration and autopilot; what of autopilot was refused is told beside it. */
export interface RaftStatus {
  readonly peers: readonly RaftPeer[];
  readonly state?: AutopilotState;
  readonly settings?: AutopilotSettings;
  /** Why `state` or `settings` is missing. */
  readonly autopilotProblem?: AppError;
  /** API time of reading, ISO 8601. */
  readonly at: string;
}

/** What a snapshot says of itself in its `meta.json`. */
export interface SnapshotFacts {
  /** The last entry of the log that it holds. */
  readonly index: number;
  readonly term: number;
  /** Of the file, in bytes. */
  readonly bytes: number;
  /** The servers of the cluster that it was taken of. */
  readonly nodes: readonly { readonly nodeId: string; readonly address: string }[];
}

/** A snapshot file that a person chose, read to its end and found whole. */
export interface ChosenSnapshot extends SnapshotFacts {
  readonly fileId: string;
  readonly fileName: string;
}

/** What work on a snapshot is doing. */
export type SnapshotPhase = 'download' | 'check' | 'upload' | 'restore';
