/** Leases for operators: `sys/leases` of Vault's documentation. */

/** Folders and leases directly below a prefix. */
export interface LeaseFolder {
  /** Empty, or with a trailing slash. */
  readonly prefix: string;
  /** Names below it, with a trailing slash. */
  readonly folders: readonly string[];
  /** The last part of each lease ID. */
  readonly leases: readonly string[];
  /** Total count of both; larger than listed if the list is cut. */
  readonly total: number;
}

export interface LeaseFacts {
  readonly leaseId: string;
  /** ISO 8601; empty: not reported. */
  readonly issued: string;
  /** ISO 8601; empty: does not expire by itself. */
  readonly expires: string;
  /** ISO 8601; empty: never. */
  readonly renewed: string;
  readonly renewable: boolean;
  readonly ttlSeconds: number;
}

/** Number of leases below a prefix, as far as counted. */
export interface LeaseCount {
  readonly leases: number;
  /** The real number can be larger: the count reached its limit, or parts cannot be listed. */
  readonly atLeast: boolean;
}

/** Outcome of revoking one of many leases. */
export interface RevokedLease {
  readonly leaseId: string;
  readonly outcome: 'revoked' | 'gone' | 'failed' | 'unknown';
  readonly reason?: string;
}

/** Outcome of revoking a prefix. */
export interface PrefixRevoked {
  readonly before: LeaseCount;
  readonly after: LeaseCount;
  /** IDs of the first hundred remaining leases. */
  readonly left: readonly string[];
  readonly warnings: readonly string[];
}
