/** Name of a token, and its remaining lifetime in words and as a share. */
import { grouped } from '../../../shared/vault/counted.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { timeSpan } from '../../../shared/vault/relative-time.ts';

/** Lifetime of the session's or any other token. */
export type TokenLife = Pick<
  TokenFacts,
  'expireTime' | 'lookedUpAt' | 'ttlSeconds' | 'creationTtlSeconds' | 'periodSeconds' | 'noLookUp'
>;

/** Display name from the login; the server calls tokens without one `token`, too. */
export function nameOfToken({ displayName }: Pick<TokenFacts, 'displayName'>): string {
  return displayName === '' ? 'token' : displayName;
}

/** Whole seconds left; undefined for a token without expiry. */
export function secondsLeft(token: TokenLife, nowMs: number): number | undefined {
  if (token.expireTime === null) return undefined;
  return Math.max(0, Math.floor((endsAtMs(token) - nowMs) / 1000));
}

/**
 * Expiry in this machine's clock, from the server's `ttl` and our time of the look-up. The two clocks can differ, and
 * `expire_time` is in the server's.
 */
export function endsAtMs(token: TokenLife): number {
  return Date.parse(token.lookedUpAt) + token.ttlSeconds * 1000;
}

/** 0 … 1 of the lifetime set at creation or by the last renewal. */
export function shareLeft(token: TokenLife, left: number): number {
  const whole = Math.max(token.periodSeconds || token.creationTtlSeconds, token.ttlSeconds);
  return whole === 0 ? 0 : left / whole;
}

/** Seconds left in the form of every relative time: `31 d`, `5 h`, `42 min`, `38 s`. */
export function timeLeftWords(left: number): string {
  return timeSpan(left * 1000);
}

/** Remaining uses of a token; undefined if unlimited. */
export function usesLeftWords(numUses: number): string | undefined {
  if (numUses === 0) return undefined;
  if (numUses < 0) return 'no uses left';
  return numUses === 1 ? '1 use left' : `${grouped(numUses)} uses left`;
}
