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
  readonly otpHeld: boolean;
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

/** What somebody else has done between two looks, in a sentence; undefined: nothing that needs saying. */
export function changedElsewhere(before: CeremonyStatus, after: CeremonyStatus): string | undefined {
  if (before.ceremony !== after.ceremony) return undefined;
  if (before.phase === 'idle')
    return after.phase === 'idle' || after.startedHere ? undefined : 'Somebody else has begun it.';
  if (after.phase === 'idle')
    return before.given >= before.needed - 1
      ? 'It is over: somebody else has given the last share, or cancelled it.'
      : 'Somebody else has cancelled it. The shares given so far do not count any more.';
  if (before.phase === 'shares' && after.phase === 'verification')
    return 'Somebody else gave the last share and has received the new shares. They are to be verified now.';
  if (before.phase === 'verification' && after.phase === 'verification' && before.nonce !== after.nonce)
    return 'The verification started over: wrong shares were given, or somebody reset it.';
  if (before.nonce !== after.nonce)
    return 'Somebody else has cancelled it and begun another one. Shares given to the old one do not count.';
  if (after.given < before.given)
    return 'The shares given so far were refused: one of them was wrong. All must be given again.';
  return undefined;
}
