/** Name of a token, and its remaining lifetime in words and as a share. */
import { grouped } from '../../../shared/vault/counted.ts';
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { timeSpan } from '../../../shared/vault/relative-time.ts';
import { runningOut } from '../../ui/meter.tsx';
import { secondsUntil, useSecondsUntil } from '../../ui/now.ts';

/** Lifetime of the session's or any other token. */
export type TokenLife = Pick<
  TokenFacts,
  'expireTime' | 'lookedUpAt' | 'ttlSeconds' | 'creationTtlSeconds' | 'periodSeconds' | 'noLookUp'
>;

/** Display name from the login; the server calls tokens without one `token`, too. */
export function nameOfToken({ displayName }: Pick<TokenFacts, 'displayName'>): string {
  return displayName === '' ? 'token' : displayName;
}

/** Whole seconds left; Infinity for a token without expiry. */
export function secondsLeft(token: TokenLife, nowMs: number): number {
  return secondsUntil(endsAtMs(token), nowMs);
}

/**
 * Expiry in this machine's clock, from the server's `ttl` and our time of the look-up; Infinity: never. The two clocks
 * can differ, and `expire_time` is in the server's.
 */
export function endsAtMs(token: TokenLife): number {
  return token.expireTime === null ? Infinity : Date.parse(token.lookedUpAt) + token.ttlSeconds * 1000;
}

/** 0 … 1 of the lifetime set at creation or by the last renewal; more for a token that never expires. */
export function shareLeft(token: TokenLife, left: number): number {
  const whole = Math.max(token.periodSeconds || token.creationTtlSeconds, token.ttlSeconds);
  return left === 0 ? 0 : left / whole;
}

/** The remaining lifetime as every screen words it: `59 min left`, `expired`, `never expires`. */
export function lifeWords(token: TokenLife, left: number, dead = false): string {
  if (dead) return 'no longer valid';
  if (token.noLookUp === 'nothing') return 'TTL unknown';
  return left === Infinity ? 'never expires' : leftWords(left);
}

/** `token 59 min left`; empty for a token that does not expire. */
export function expiryWords(token: TokenLife, nowMs: number): string {
  const left = secondsLeft(token, nowMs);
  return left === Infinity ? '' : `token ${lifeWords(token, left)}`;
}

/** `59 min left`, or `expired` without any seconds left. */
export function leftWords(left: number): string {
  // To the nearest minute: a token made for 5 min a second ago has 5 min, not 4.
  const rounded = left < 60 ? left : Math.round(left / 60) * 60;
  return left === 0 ? 'expired' : `${timeSpan(rounded * 1000)} left`;
}

/** The remaining lifetime of a token, updated once a second; a share and its tone only if it ends by itself. */
export function useTokenLife(token: TokenLife, dead = false) {
  const left = useSecondsUntil(endsAtMs(token));
  const words = lifeWords(token, left, dead);
  if (dead || token.noLookUp === 'nothing' || left === Infinity)
    return { words, left, tone: dead ? ('danger' as const) : undefined };
  const share = shareLeft(token, left);
  return { words, left, share, tone: runningOut(share) };
}

/** Remaining uses of a token; undefined if unlimited. */
export function usesLeftWords(numUses: number): string | undefined {
  if (numUses === 0) return undefined;
  if (numUses < 0) return 'no uses left';
  return numUses === 1 ? '1 use left' : `${grouped(numUses)} uses left`;
}
