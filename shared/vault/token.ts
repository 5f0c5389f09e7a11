/** Facts of a token as `auth/token/lookup-self` tells them (vault-http-facts 6.12). Its id never crosses: see SecretRef. */
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
  /** Seconds left when `lookedUpAt` was taken; 0 means "never ends" when `expireTime` is null. */
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
   * Set where the token works but may not look itself up. `earlier`: the facts are those of its login, its last renewal or
   * an earlier look-up. `nothing`: the others are empty, because nobody has told any.
   */
  readonly noLookUp?: 'earlier' | 'nothing';
}

/**
 * Whether a screen may ask again and again by itself: each request costs a token with limited uses one, and may cost one
 * whose uses are not known.
 */
export function mayAskAgain({ numUses, noLookUp }: Pick<TokenFacts, 'numUses' | 'noLookUp'>): boolean {
  return numUses === 0 && noLookUp !== 'nothing';
}
