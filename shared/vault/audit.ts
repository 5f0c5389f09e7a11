/** Audit devices, which record every request of the server. */

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

/** A device to enable. Empty options are not sent, so the server's defaults apply. */
export interface NewAuditDevice {
  /** Without leading or trailing slash. */
  readonly path: string;
  readonly type: AuditType;
  readonly description: string;
  readonly local: boolean;
  readonly options: Readonly<Record<string, string>>;
}

/**
 * Way to create devices: OpenBao reads them from its configuration unless `unsafe_allow_api_audit_creation` is set
 * there. `unknown`: the token cannot read that setting.
 */
export type AuditManagement = 'api' | 'configuration' | 'unknown';

/** A device as a stanza of OpenBao's configuration. */
export function auditStanza({ path, type, description, local, options }: NewAuditDevice): string {
  const lines = [
    ...(description === '' ? [] : [`  description = ${JSON.stringify(description)}`]),
    ...(local ? ['  local = true'] : []),
    '  options {',
    ...Object.entries(options).map(([name, value]) => `    ${name} = ${JSON.stringify(value)}`),
    '  }',
  ];
  return [`audit ${JSON.stringify(type)} ${JSON.stringify(path)} {`, ...lines, '}'].join('\n');
}
