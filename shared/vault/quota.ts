/** Types of quotas: limits of a server for request rates and lease counts. */

export const quotaKinds = ['rate-limit', 'lease-count'] as const;
export type QuotaKind = (typeof quotaKinds)[number];

export interface Quota {
  readonly kind: QuotaKind;
  readonly name: string;
  /** The namespace, mount or path that it limits; empty: the whole server. */
  readonly path: string;
  /** The role of the mount that it limits; empty: all. */
  readonly role: string;
  readonly inheritable: boolean;
  /** `rate-limit`: requests per interval. */
  readonly rate: number;
  /** `rate-limit`: the interval, in seconds. */
  readonly intervalSeconds: number;
  /** `rate-limit`: seconds for which a client over the limit is blocked; 0: not blocked. */
  readonly blockSeconds: number;
  /** `lease-count`: the maximum. */
  readonly maxLeases: number;
}

/** Quotas of one kind; `unread` were listed but could not be read. */
export interface QuotaList {
  readonly quotas: readonly Quota[];
  readonly unread: readonly string[];
}

/** Settings for all rate limits. */
export interface QuotaSettings {
  readonly auditLogging: boolean;
  readonly responseHeaders: boolean;
  readonly exemptPaths: readonly string[];
}
