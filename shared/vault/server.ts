/** A server's facts about itself (`sys/health`, `sys/seal-status`, `sys/leader`; vault-http-facts 6.4). */

export type ServerKind = 'vault' | 'openbao';

/** Name and command line of each product. */
export const products = {
  vault: { name: 'Vault', program: 'vault' },
  openbao: { name: 'OpenBao', program: 'bao' },
} as const satisfies Readonly<Record<ServerKind, { readonly name: string; readonly program: string }>>;

export type Program = (typeof products)[ServerKind]['program'];

/** One node's health. Empty strings if the listener redacts. */
export interface Health {
  readonly kind: ServerKind;
  readonly version: string;
  readonly initialized: boolean;
  readonly sealed: boolean;
  readonly standby: boolean;
  readonly performanceStandby: boolean;
  /** False on community servers, which ignore the namespace header and would write to the root namespace. */
  readonly enterprise: boolean;
  /** The server honours namespaces: Vault Enterprise reports it, OpenBao is probed. */
  readonly namespaces: boolean;
  readonly clusterName: string;
  readonly clusterId: string;
  /** Milliseconds by which its clock is ahead of this machine's, negative if behind; absent if within 2 s. */
  readonly clockAheadMs?: number;
  /** Shamir progress, known only while sealed. */
  readonly unseal?: { readonly progress: number; readonly threshold: number; readonly shares: number };
}
