/**
 * A renewal by less than the remaining TTL makes a token expire sooner: the server counts the increment from now.
 * With a few seconds it amounts to a revocation, so it needs the same consent.
 */
import { formatDuration, parseDuration } from '../../../shared/vault/ttl.ts';
import type { Life } from './server-facts.ts';

/** Nanoseconds overflow far above it: the server's reading of that is not known. */
const LONGEST_SECONDS = 1_000_000_000;

/** Covers the look-up's duration and clock differences. */
const TOLERANCE_SECONDS = 5;

/**
 * Returns the reason to ask about a renewal by a small increment (JSON text); undefined if the token ends no sooner.
 */
export function whyEndsSooner(
  increment: string | undefined,
  life: Life | 'unknown-token' | undefined,
): string | undefined {
  const seconds = parseDuration((increment ?? '').replace(/^"|"$/g, ''));
  if (seconds === undefined || seconds <= 0 || seconds > LONGEST_SECONDS)
    return 'If misread, this increment ends it at once, with everything below it.';
  // Such a token cannot be renewed.
  if (life === 'unknown-token') return undefined;
  const left = life === undefined ? undefined : secondsLeft(life);
  if (left !== undefined && left <= seconds + TOLERANCE_SECONDS) return undefined;
  const now = left === undefined ? 'Its TTL is unknown' : `It has ${formatDuration(Math.round(left))} left`;
  return `${now}; renewed, it expires in ${formatDuration(seconds)} with everything below it.`;
}

/** 0 for a token that a renewal cannot shorten: it never expires, has a period, or is not renewable. */
function secondsLeft({ expireTime, periodSeconds, renewable }: Life): number {
  if (expireTime === null || periodSeconds > 0 || !renewable) return 0;
  return (Date.parse(expireTime) - Date.now()) / 1000;
}
