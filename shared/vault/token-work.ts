/** Inputs and results of the token screens (vault-http-facts 6.12). */
import type { SecretRef } from './secret-ref.ts';
import type { TokenFacts } from './token.ts';

/** Selects a token: the session's own, another by its accessor, or one whose value main stores. */
export type TokenChoice =
  | { readonly by: 'self' }
  | { readonly by: 'accessor'; readonly accessor: string }
  | { readonly by: 'secret'; readonly secretRef: string };

/** All of the server's facts about a token. */
export interface TokenInspection extends Omit<TokenFacts, 'id'> {
  /** Absent if looked up by accessor. */
  readonly id?: SecretRef;
  /** ISO 8601; empty if not reported. */
  readonly issueTime: string;
  readonly lastRenewal: string;
  readonly namespacePath: string;
  readonly role: string;
  readonly boundCidrs: readonly string[];
  readonly externalNamespacePolicies: Readonly<Record<string, readonly string[]>>;
  /** The response, indented; the token's ID in it is hidden. */
  readonly raw: string;
}

export interface RenewOutcome {
  /** Null: the server's default. */
  readonly askedSeconds: number | null;
  readonly grantedSeconds: number;
  readonly warnings: readonly string[];
  /** Reasons for a grant other than requested, in sentences; empty if as requested or by default. */
  readonly reasons: readonly string[];
  readonly token: TokenInspection;
}

/** One row of the table of accessors. */
export interface AccessorRow {
  readonly accessor: string;
  /** Absent if the look-up failed. */
  readonly token?: Omit<TokenInspection, 'id' | 'raw'>;
  readonly problem?: string;
}

export interface RevokedRow {
  readonly accessor: string;
  readonly outcome: 'revoked' | 'gone' | 'failed' | 'unknown';
  readonly reason?: string;
}

/** A new token; empty texts and absent numbers mean the server's defaults. */
export interface TokenOptions {
  readonly parent: 'mine' | 'none' | 'role';
  readonly role: string;
  readonly policies: readonly string[];
  readonly noDefaultPolicy: boolean;
  readonly type: 'default' | 'service' | 'batch';
  readonly ttl: string;
  readonly explicitMaxTtl: string;
  readonly period: string;
  /** 0: unlimited. */
  readonly numUses: number;
  readonly renewable: boolean;
  readonly displayName: string;
  readonly entityAlias: string;
  readonly meta: Readonly<Record<string, string>>;
  /** A custom value for the token, stored in main; root only. */
  readonly idRef?: string;
  /** Empty: not wrapped. */
  readonly wrapTtl: string;
}
