/** Content of the system screen: one panel per operation (specification, "System operations"). */
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
  /** The shares are recovery keys: the server unseals itself. */
  readonly recoverySeal: boolean;
  /** Nonce of the current unseal attempt. */
  readonly nonce: string;
  /** `build_date` of Vault, `commit_date` of OpenBao; empty: not reported. */
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
  /** ISO 8601; empty if not reported. */
  readonly lastEcho: string;
}

export interface LeaderFacts {
  readonly panel: 'leader';
  readonly haEnabled: boolean;
  readonly isSelf: boolean;
  readonly leaderAddress: string;
  readonly clusterAddress: string;
  readonly performanceStandby: boolean;
  /** ISO 8601; empty if not reported. */
  readonly activeTime: string;
  readonly raftCommitted: number;
  readonly raftApplied: number;
  /** `sys/ha-status`, which needs its own permission; absent if not requested or not answered. */
  readonly nodes?: readonly HaNode[];
  /** Reason for missing nodes. */
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

/** One reading of one panel. A refusal is an error of the call; the screen keeps the last good reading. */
export interface SystemStatus {
  readonly facts: SystemFacts;
  /** The API path that answered: servers use different paths for the same facts. */
  readonly endpoint: string;
  /** Address of the responding node. */
  readonly by: string;
  /** ISO 8601, this machine's clock. */
  readonly at: string;
  /** The response, indented, with credentials hidden. */
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
