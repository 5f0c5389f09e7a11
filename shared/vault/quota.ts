/** Words of quotas: how many requests, and how many leases, a server allows. */

export const quotaKinds = ['rate-limit', 'lease-count'] as const;
export type QuotaKind = (typeof quotaKinds)[number];

export interface Quota {
  readonly kind: QuotaKind;
  readonly name: string;
  /** The namespace, mount or path that it is for; empty: the whole server. */
  readonly path: string;
  /** The role of the mount that it is for; empty: all. */
  readonly role: string;
  readonly inheritable: boolean;
  /** `rate-limit`: requests in an interval. */
  readonly rate: number;
  /** `rate-limit`: as a duration, in seconds. */
  readonly intervalSeconds: number;
  /** `rate-limit`: for how long a client is refused once it went over it, in seconds; 0: not. */
  readonly blockSeconds: number;
  /** `lease-count`: the most leases. */
  readonly maxLeases: number;
}

/** Quotas of one kind; `unread` could be listed and not read. */
export interface QuotaList {
  readonly quotas: readonly Quota[];
  readonly unread: readonly string[];
}

/** Settings that hold for all rate limits. */
export interface QuotaSettings {
  readonly auditLogging: boolean;
  readonly responseHeaders: boolean;
  readonly exemptPaths: readonly string[];
}
