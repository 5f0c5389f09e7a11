/** Facts of a token from `auth/token/lookup-self` (vault-http-facts 6.12). Its ID never crosses: see SecretRef. */
import type { SecretRef } from './secret-ref.ts';

export interface TokenFacts {
  readonly id: SecretRef;
  readonly accessor: string;
  readonly displayName: string;
  readonly type: string;
  readonly path: string;
  readonly policies: readonly string[];
  readonly identityPolicies: readonly string[];
  readonly entityId: string;
  readonly orphan: boolean;
  readonly renewable: boolean;
  /** 0: unlimited; -1: the latest request was its last. */
  readonly numUses: number;
  /** Seconds left at `lookedUpAt`; 0 means "never expires" if `expireTime` is null. */
  readonly ttlSeconds: number;
  readonly creationTtlSeconds: number;
  /** ISO 8601; null: never. */
  readonly expireTime: string | null;
  readonly periodSeconds: number;
  readonly explicitMaxTtlSeconds: number;
  readonly meta: Readonly<Record<string, string>>;
  /** ISO 8601, this machine's clock. */
  readonly lookedUpAt: string;
  /**
   * Set if the token works but cannot look itself up. `earlier`: the facts come from its login, its last renewal or
   * an earlier look-up. `nothing`: the other facts are empty, as they are unknown.
   */
  readonly noLookUp?: 'earlier' | 'nothing';
}

/** True if each request costs the token a use; a used-up token has -1. */
export function hasLimitedUses({ numUses }: Pick<TokenFacts, 'numUses'>): boolean {
  return numUses !== 0;
}

/**
 * True if a screen can send repeated requests by itself: each one costs a use of a limited token, and possibly of one
 * whose uses are unknown.
 */
export function mayAskAgain({ numUses, noLookUp }: Pick<TokenFacts, 'numUses' | 'noLookUp'>): boolean {
  return numUses === 0 && noLookUp !== 'nothing';
}
