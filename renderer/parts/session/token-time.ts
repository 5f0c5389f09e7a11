/** How long a token still lives, in words and as a share of its life. */
import type { TokenFacts } from '../../../shared/vault/token.ts';
import { formatDuration } from '../../../shared/vault/ttl.ts';

/** The life of a token, mine or another. */
export type TokenLife = Pick<
  TokenFacts,
  'expireTime' | 'lookedUpAt' | 'ttlSeconds' | 'creationTtlSeconds' | 'periodSeconds' | 'noLookUp'
>;

/** Whole seconds left; undefined: it never ends. */
export function secondsLeft(token: TokenLife, nowMs: number): number | undefined {
  if (token.expireTime === null) return undefined;
  return Math.max(0, Math.floor((endsAtMs(token) - nowMs) / 1000));
}

/**
 * When it ends, by this machine's clock: by the server's `ttl` and our time of the look-up. The two clocks may differ,
 * and `expire_time` is the server's.
 */
export function endsAtMs(token: TokenLife): number {
  return Date.parse(token.lookedUpAt) + token.ttlSeconds * 1000;
}

/** 0 … 1 of the life it was given at creation or by its last renewal. */
export function shareLeft(token: TokenLife, left: number): number {
  const whole = Math.max(token.periodSeconds || token.creationTtlSeconds, token.ttlSeconds);
  return whole === 0 ? 0 : left / whole;
}

/** `767h`, `5h12m`, `42m`, `4m10s`, `38s`: only as exact as is useful. */
export function timeLeftWords(left: number): string {
  if (left >= 48 * 3600) return formatDuration(left - (left % 3600));
  if (left >= 600) return formatDuration(left - (left % 60));
  return formatDuration(left);
}

/** What is left of a token's uses; undefined where they are not limited. */
export function usesLeftWords(numUses: number): string | undefined {
  if (numUses === 0) return undefined;
  if (numUses < 0) return 'no uses left';
  return numUses === 1 ? '1 use left' : `${numUses.toLocaleString('en-GB')} uses left`;
}
