/** Words of audit devices: where the server records every request. */

export const auditTypes = ['file', 'syslog', 'socket'] as const;
export type AuditType = (typeof auditTypes)[number];

export interface AuditDevice {
  /** Ends in `/`. */
  readonly path: string;
  readonly type: string;
  readonly description: string;
  /** Not replicated to other clusters. */
  readonly local: boolean;
  readonly options: Readonly<Record<string, string>>;
}

/** A device to enable. An option that is left empty is not sent: the server's own default holds. */
export interface NewAuditDevice {
  /** Without slashes at its ends. */
  readonly path: string;
  readonly type: AuditType;
  readonly description: string;
  readonly local: boolean;
  readonly options: Readonly<Record<string, string>>;
}
