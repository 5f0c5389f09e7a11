/** Leases as an operator sees them: `sys/leases` of Vault's documentation. */

/** What is directly below a prefix. */
export interface LeaseFolder {
  /** Empty, or with a slash at the end. */
  readonly prefix: string;
  /** Names below it, with a slash at the end. */
  readonly folders: readonly string[];
  /** The last part of each lease ID. */
  readonly leases: readonly string[];
  /** How many there are of both; more than listed where the list is cut. */
  readonly total: number;
}

export interface LeaseFacts {
  readonly leaseId: string;
  /** ISO 8601; empty: not said. */
  readonly issued: string;
  /** ISO 8601; empty: it has no end of its own. */
  readonly expires: string;
  /** ISO 8601; empty: never. */
  readonly renewed: string;
  readonly renewable: boolean;
  readonly ttlSeconds: number;
}

/** What is below a prefix, as far as it was counted. */
export interface LeaseCount {
  readonly leases: number;
  /** There may be more: the count ended at its bound, or parts may not be listed. */
  readonly atLeast: boolean;
}

/** What came of revoking one of many. */
export interface RevokedLease {
  readonly leaseId: string;
  readonly outcome: 'revoked' | 'gone' | 'failed' | 'unknown';
  readonly reason?: string;
}

/** What came of revoking a prefix. */
export interface PrefixRevoked {
  readonly before: LeaseCount;
  readonly after: LeaseCount;
  /** IDs of those still there, the first hundred. */
  readonly left: readonly string[];
  readonly warnings: readonly string[];
}
