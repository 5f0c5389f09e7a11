/** What the token screens ask and get (vault-http-facts 6.12). */
import type { SecretRef } from './secret-ref.ts';
import type { TokenFacts } from './token.ts';

/** Which token: the session's own, another by its accessor, or one whose value main holds. */
export type TokenChoice =
  | { readonly by: 'self' }
  | { readonly by: 'accessor'; readonly accessor: string }
  | { readonly by: 'secret'; readonly secretRef: string };

/** Everything the server says about a token. */
export interface TokenInspection extends Omit<TokenFacts, 'id'> {
  /** Absent where it was looked up by accessor. */
  readonly id?: SecretRef;
  /** ISO 8601, empty where the server tells none. */
  readonly issueTime: string;
  readonly lastRenewal: string;
  readonly namespacePath: string;
  readonly role: string;
  readonly boundCidrs: readonly string[];
  readonly externalNamespacePolicies: Readonly<Record<string, readonly string[]>>;
  /** The answer, indented; the token's id in it is hidden. */
  readonly raw: string;
}

export interface RenewOutcome {
  /** Null: as the server likes. */
  readonly askedSeconds: number | null;
  readonly grantedSeconds: number;
  readonly warnings: readonly string[];
  /** Why something else than was asked was granted, in sentences; empty where it was, or where nothing was asked. */
  readonly reasons: readonly string[];
  readonly token: TokenInspection;
}

/** One line of the table of accessors. */
export interface AccessorRow {
  readonly accessor: string;
  /** Absent where the look-up failed. */
  readonly token?: Omit<TokenInspection, 'id' | 'raw'>;
  readonly problem?: string;
}

export interface RevokedRow {
  readonly accessor: string;
  readonly outcome: 'revoked' | 'gone' | 'failed' | 'unknown';
  readonly reason?: string;
}

/** A new token; empty texts and absent numbers are left to the server. */
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
  /** A value of one's own for the token, held by main; root only. */
  readonly idRef?: string;
  /** Empty: not wrapped. */
  readonly wrapTtl: string;
}
