/**
 * Identifies the holder of a token. A locked session can be unlocked with another token; if it belongs to another
 * person, the unsaved edits there must not be shown.
 */
import type { TokenFacts } from '../../../shared/vault/token.ts';

export type TokenHolder = Pick<TokenFacts, 'accessor' | 'entityId' | 'displayName' | 'path'>;

/**
 * The same token, or two of the same entity, mean the same person; two entities are two people. Tokens without an
 * entity (root tokens and their children) are indistinguishable: unknown.
 */
export function compareHolders(before: TokenHolder, now: TokenHolder): 'same' | 'other' | 'unknown' {
  if (before.accessor !== '' && before.accessor === now.accessor) return 'same';
  if (before.entityId === '' || now.entityId === '') return 'unknown';
  return before.entityId === now.entityId ? 'same' : 'other';
}

/** A holder in words: the display name, else the token's creation path. */
export function holderInWords({ displayName, path }: TokenHolder): string {
  return displayName === '' ? path : displayName;
}
