/**
 * Whose token it is. A session that was locked may be unlocked with another token; whether that is the same person
 * decides what becomes of the unsaved edits that wait there.
 */
import type { TokenFacts } from '../../../shared/vault/token.ts';

export type TokenHolder = Pick<TokenFacts, 'accessor' | 'entityId' | 'displayName' | 'path'>;

/**
 * The same token, or two of the same entity, are the same person; two entities are two people. Tokens without an entity
 * (root tokens, and what is made from them) all look alike: nothing can be said of them.
 */
export function compareHolders(before: TokenHolder, now: TokenHolder): 'same' | 'other' | 'unknown' {
  if (before.accessor !== '' && before.accessor === now.accessor) return 'same';
  if (before.entityId === '' || now.entityId === '') return 'unknown';
  return before.entityId === now.entityId ? 'same' : 'other';
}

/** A holder in words: the display name, else where the token is from. */
export function holderInWords({ displayName, path }: TokenHolder): string {
  return displayName === '' ? path : displayName;
}
