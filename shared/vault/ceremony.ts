/**
 * Key ceremonies: what several people do together with their key shares. Who has given a share is nowhere known, only how
 * many were given. A ceremony is told apart from the one before it by its nonce.
 */
import type { AppError } from '../ipc/result.ts';

/** Ceremonies that are begun, take shares one by one, and can be cancelled by anybody. */
export const keyCeremonies = ['rekey', 'recovery-rekey', 'generate-root'] as const;
export type KeyCeremony = (typeof keyCeremonies)[number];

/** What there is a screen for. */
export const ceremonyNames = ['init', 'unseal', 'rekey', 'rotate-root', 'generate-root'] as const;
export type CeremonyName = (typeof ceremonyNames)[number];

/** The node that leads while a ceremony is looked at: it alone remembers the ceremony. */
export interface CeremonyLeader {
  /** Host and port. */
  readonly address: string;
  /** ISO 8601, the server's clock; empty if a standby told of it. */
  readonly since: string;
}

/** Where a ceremony stands. */
export interface CeremonyStatus {
  readonly ceremony: KeyCeremony;
  /** The endpoint that said it; servers differ. */
  readonly endpoint: string;
  /** ISO 8601, this machine's clock. */
  readonly at: string;
  /** `verification`: the new shares exist, and enough of them must be given once before they replace the old ones. */
  readonly phase: 'idle' | 'shares' | 'verification';
  /** Of this phase; empty where nothing is under way. */
  readonly nonce: string;
  /** Shares given in this phase and needed for it; while idle, needed once it is begun. */
  readonly given: number;
  readonly needed: number;
  /** Of a rekey under way. */
  readonly rekey?: {
    readonly shares: number;
    readonly threshold: number;
    /** The new shares replace the old ones only after a verification. */
    readonly verifies: boolean;
    readonly backup: boolean;
  };
  /** Of the keys that what comes out is encrypted to. */
  readonly pgpFingerprints: readonly string[];
  /** It was begun here, in this run of the app. */
  readonly startedHere: boolean;
  /** Strongroom has the one-time password that decodes the root token. */
  readonly hasPad: boolean;
  /** Absent if the server has none or does not tell it. */
  readonly leader?: CeremonyLeader;
  /** The node that answers is a standby and has it in its own memory alone: the last share will be refused. */
  readonly onlyHere?: true;
}

/** What to do about a rekey that one standby alone has, or would have. */
export function standbyWords({ leader }: Pick<CeremonyStatus, 'leader'>): string {
  return `This node is a standby and keeps a rekey to itself: its last share will be refused. Begin it at the leader, ${leader?.address ?? ''}, instead.`;
}

/** How many shares there are to be, and how many of them are needed. */
export interface ShareNumbers {
  readonly shares: number;
  readonly threshold: number;
}

/** How to begin. `pgpKeys`: armored public keys, or their base64 as the server takes it. */
export type BeginOptions =
  | (ShareNumbers & {
      readonly ceremony: 'rekey' | 'recovery-rekey';
      /** One a share, or none. */
      readonly pgpKeys: readonly string[];
      readonly verify: boolean;
      readonly backup: boolean;
    })
  | { readonly ceremony: 'generate-root'; readonly pgpKey?: string };

/** How to initialise. */
export interface InitOptions extends ShareNumbers {
  /** One a share, or none. */
  readonly pgpKeys: readonly string[];
  /** The root token is encrypted to it. */
  readonly rootTokenPgpKey?: string;
}

/** What came of one share, or of a start. */
export interface CeremonyStep {
  readonly status: CeremonyStatus;
  /** A one-time result: new shares, a one-time password, a root token. */
  readonly answerId?: string;
  /** The ceremony, or its verification, has come to its end. */
  readonly complete: boolean;
}

/** A public key to encrypt to. */
export interface PgpKeyFacts {
  /** As it was pasted: what is sent back to begin with it. */
  readonly text: string;
  readonly fingerprint: string;
  readonly users: readonly string[];
  /** ISO 8601; absent where it does not expire. */
  readonly expires?: string;
  /** Why nothing can be encrypted to it. */
  readonly problem?: string;
}

/** One node of a cluster, as unsealing sees it. */
export interface NodeSeal {
  readonly address: string;
  /** False: nobody has confirmed the address, and nothing was sent there. */
  readonly confirmed: boolean;
  readonly seal?: NodeSealFacts;
  /** Why it says nothing. */
  readonly problem?: AppError;
}

export interface NodeSealFacts {
  readonly initialized: boolean;
  readonly sealed: boolean;
  readonly type: string;
  /** Shares are recovery keys: the server unseals itself. */
  readonly recoverySeal: boolean;
  readonly progress: number;
  readonly threshold: number;
  readonly shares: number;
  /** Of the unseal attempt under way. */
  readonly nonce: string;
  readonly version: string;
  readonly clusterName: string;
}

/** What of a one-time result a person has said to have saved. */
export interface SavedResult {
  /** Of the server that it came from; empty where that is not known. */
  readonly address: string;
  readonly saved: number;
  readonly total: number;
}

export const mostShares = 255;

/** Why a server would not take these numbers; undefined: it will. Said before anything is sent. */
export function shareNumbersProblem({ shares, threshold }: ShareNumbers): string | undefined {
  if (!Number.isInteger(shares) || shares < 1) return 'There must be at least 1 key share.';
  if (shares > mostShares) return `At most ${String(mostShares)} key shares are possible.`;
  if (!Number.isInteger(threshold) || threshold < 1) return 'The threshold must be at least 1.';
  if (threshold > shares)
    return `The threshold cannot be larger than the number of shares: ${String(threshold)} of ${String(shares)}.`;
  if (shares > 1 && threshold === 1)
    return 'With more than 1 share the threshold must be at least 2: one share alone would be the whole key.';
  return undefined;
}
