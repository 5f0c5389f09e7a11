/** Types of the integrated storage (raft): peers, autopilot and snapshots. */
import type { AppError } from '../ipc/result.ts';

/** One server of the raft configuration, with autopilot's facts if readable. */
export interface RaftPeer {
  readonly nodeId: string;
  readonly address: string;
  readonly leader: boolean;
  readonly voter: boolean;
  /** Undefined: autopilot does not report it. */
  readonly healthy?: boolean;
  /** In the server's format, e.g. `12.5ms`. */
  readonly lastContact?: string;
  readonly lastIndex?: number;
  readonly version?: string;
}

/** Autopilot's view of the whole cluster. */
export interface AutopilotState {
  readonly healthy: boolean;
  /** Nodes that can fail before the cluster does. */
  readonly failureTolerance: number;
}

/** Editable autopilot settings. Durations in the server's format. */
export interface AutopilotSettings {
  readonly cleanupDeadServers: boolean;
  readonly deadServerLastContactThreshold: string;
  readonly lastContactThreshold: string;
  readonly serverStabilizationTime: string;
  readonly maxTrailingLogs: number;
  readonly minQuorum: number;
}

/** The raft configuration and autopilot; a refusal of autopilot is reported separately. */
export interface RaftStatus {
  readonly peers: readonly RaftPeer[];
  readonly state?: AutopilotState;
  readonly settings?: AutopilotSettings;
  /** Reason for a missing `state` or `settings`. */
  readonly autopilotProblem?: AppError;
  /** API time of reading, ISO 8601. */
  readonly at: string;
}

/** A snapshot's own facts from its `meta.json`. */
export interface SnapshotFacts {
  /** Index of the last log entry in it. */
  readonly index: number;
  readonly term: number;
  /** Size of the file, in bytes. */
  readonly bytes: number;
  /** Servers of the cluster it was taken from. */
  readonly nodes: readonly { readonly nodeId: string; readonly address: string }[];
}

/** A snapshot file chosen by the user, completely read and verified. */
export interface ChosenSnapshot extends SnapshotFacts {
  readonly fileId: string;
  readonly fileName: string;
}

/** Phase of a snapshot job. */
export type SnapshotPhase = 'download' | 'check' | 'upload' | 'restore';
