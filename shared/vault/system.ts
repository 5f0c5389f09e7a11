/** What the system screen shows: one plain panel an operation (specification, "System operations"). */
import type { AppError } from '../ipc/result.ts';

export const systemPanels = ['seal', 'keys', 'leader', 'rekey', 'root-generation'] as const;
export type SystemPanel = (typeof systemPanels)[number];

export interface SealFacts {
  readonly panel: 'seal';
  readonly type: string;
  readonly initialized: boolean;
  readonly sealed: boolean;
  readonly threshold: number;
  readonly shares: number;
  readonly progress: number;
  readonly version: string;
  readonly storageType: string;
  readonly clusterName: string;
  readonly migration: boolean;
  readonly recoverySeal: boolean;
  /** `build_date` of Vault, `commit_date` of OpenBao; empty: not told. */
  readonly built: string;
}

export interface KeyFacts {
  readonly panel: 'keys';
  readonly term: number;
  /** ISO 8601. */
  readonly installTime: string;
  readonly encryptions: number;
}

export interface HaNode {
  readonly hostname: string;
  readonly apiAddress: string;
  readonly clusterAddress: string;
  readonly active: boolean;
  readonly version: string;
  /** ISO 8601, empty where the server tells none. */
  readonly lastEcho: string;
}

export interface LeaderFacts {
  readonly panel: 'leader';
  readonly haEnabled: boolean;
  readonly isSelf: boolean;
  readonly leaderAddress: string;
  readonly clusterAddress: string;
  readonly performanceStandby: boolean;
  /** ISO 8601, empty where the server tells none. */
  readonly activeTime: string;
  readonly raftCommitted: number;
  readonly raftApplied: number;
  /** `sys/ha-status`, which needs a permission of its own; absent where it was not asked or not answered. */
  readonly nodes?: readonly HaNode[];
  /** Why there are no nodes. */
  readonly nodesProblem?: AppError;
}

export interface RekeyFacts {
  readonly panel: 'rekey';
  readonly started: boolean;
  readonly threshold: number;
  readonly shares: number;
  readonly progress: number;
  readonly required: number;
  readonly backup: boolean;
  readonly verificationRequired: boolean;
  readonly pgpFingerprints: readonly string[];
}

export interface RootGenerationFacts {
  readonly panel: 'root-generation';
  readonly started: boolean;
  readonly progress: number;
  readonly required: number;
  readonly complete: boolean;
  readonly pgpFingerprint: string;
}

export type SystemFacts = SealFacts | KeyFacts | LeaderFacts | RekeyFacts | RootGenerationFacts;

/** One look at one panel. A refusal is an error of the call; the last good look stays with the screen. */
export interface SystemStatus {
  readonly facts: SystemFacts;
  /** The API path that answered: servers keep the same thing at different places. */
  readonly endpoint: string;
  /** Address of the node that answered. */
  readonly by: string;
  /** ISO 8601, this machine's clock. */
  readonly at: string;
  /** The answer, indented; a credential in it is hidden. */
  readonly raw: string;
}

export interface PolicyText {
  readonly name: string;
  /** In the policy language (HCL or JSON). */
  readonly text: string;
  readonly endpoint: string;
  readonly at: string;
  readonly raw: string;
}
