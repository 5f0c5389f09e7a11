/**
 * Key ceremonies, done by several operators with their key shares. The server counts shares but does not say who gave
 * them. A nonce tells a ceremony from the one before it.
 */
import type { AppError } from '../ipc/result.ts';
import type { SealFacts } from './system.ts';

/** Ceremonies that are begun, take shares one by one, and that any participant can cancel. */
export const keyCeremonies = ['rekey', 'recovery-rekey', 'generate-root'] as const;
export type KeyCeremony = (typeof keyCeremonies)[number];

/** Ceremonies with a screen of their own. */
export const ceremonyNames = ['init', 'unseal', 'rekey', 'rotate-root', 'generate-root'] as const;
export type CeremonyName = (typeof ceremonyNames)[number];

/** The leader at the time of reading; it alone remembers the ceremony. */
export interface CeremonyLeader {
  /** Host and port. */
  readonly address: string;
  /** ISO 8601, the server's clock; empty if reported by a standby. */
  readonly since: string;
}

/** Progress of a ceremony. */
export interface CeremonyStatus {
  readonly ceremony: KeyCeremony;
  /** The endpoint that answered; servers differ. */
  readonly endpoint: string;
  /** ISO 8601, this machine's clock. */
  readonly at: string;
  /** `verification`: the new shares exist; a threshold of them must be given before they replace the old ones. */
  readonly phase: 'idle' | 'shares' | 'verification';
  /** Nonce of this phase; empty if idle. */
  readonly nonce: string;
  /** Shares given in this phase, and needed for it (while idle: once it begins). */
  readonly given: number;
  readonly needed: number;
  /** Parameters of a running rekey. */
  readonly rekey?: {
    readonly shares: number;
    readonly threshold: number;
    /** The new shares replace the old ones only after a verification. */
    readonly verifies: boolean;
    readonly backup: boolean;
  };
  /** Fingerprints of the keys that encrypt the result. */
  readonly pgpFingerprints: readonly string[];
  /** Begun by this run of the app. */
  readonly startedHere: boolean;
  /** Main stores the one-time password that decodes the root token. */
  readonly hasPad: boolean;
  /** Absent if the server has no leader or does not report it. */
  readonly leader?: CeremonyLeader;
  /** The responding node is a standby whose own memory holds the ceremony: it will refuse the last share. */
  readonly onlyHere?: true;
}

/** Advice about a rekey that exists, or would begin, on a standby only. */
export function standbyWords({ leader }: Pick<CeremonyStatus, 'leader'>): string {
  return `This node is a standby and keeps a rekey to itself: its last share will be refused. Begin it at the leader, ${leader?.address ?? ''}, instead.`;
}

/** Number of shares to create, and the threshold. */
export interface ShareNumbers {
  readonly shares: number;
  readonly threshold: number;
}

/** Parameters to begin a ceremony. `pgpKeys`: armored public keys, or their base64 as the server takes it. */
export type BeginOptions =
  | (ShareNumbers & {
      readonly ceremony: 'rekey' | 'recovery-rekey';
      /** One per share, or empty. */
      readonly pgpKeys: readonly string[];
      readonly verify: boolean;
      readonly backup: boolean;
    })
  | { readonly ceremony: 'generate-root'; readonly pgpKey?: string };

/** Parameters to initialise a server. */
export interface InitOptions extends ShareNumbers {
  /** One per share, or empty. */
  readonly pgpKeys: readonly string[];
  /** The root token is encrypted to it. */
  readonly rootTokenPgpKey?: string;
}

/** Result of giving one share, or of beginning. */
export interface CeremonyStep {
  readonly status: CeremonyStatus;
  /** A one-time result: new shares, a one-time password, a root token. */
  readonly answerId?: string;
  /** The ceremony, or its verification, has finished. */
  readonly complete: boolean;
}

/** A PGP public key to encrypt to. */
export interface PgpKeyFacts {
  /** As pasted; sent to the server to begin a ceremony with it. */
  readonly text: string;
  readonly fingerprint: string;
  readonly users: readonly string[];
  /** ISO 8601; absent if it does not expire. */
  readonly expires?: string;
  /** Reason why it cannot be used to encrypt. */
  readonly problem?: string;
}

/** Seal state of one node of a cluster. */
export interface NodeSeal {
  readonly address: string;
  /** False: the user has not confirmed the address, so nothing was sent there. */
  readonly confirmed: boolean;
  readonly seal?: SealFacts;
  /** Reason for a missing seal state. */
  readonly problem?: AppError;
}

/** Number of credentials of a one-time result that the user has confirmed as saved. */
export interface SavedResult {
  /** Address of the server that issued it; empty if unknown. */
  readonly address: string;
  readonly saved: number;
  readonly total: number;
}

export const mostShares = 255;

/** Reason why a server would refuse these numbers; undefined if valid. Checked before anything is sent. */
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
