/**
 * A renewal by less than is left makes a token end sooner: the server takes the increment as the time from now on. By a
 * few seconds it is a revocation in all but name, so it is agreed to like one.
 */
import { formatDuration, parseDuration } from '../../../shared/vault/ttl.ts';
import type { Life } from './server-facts.ts';

/** Far above, nanoseconds run over: what a server makes of that is not known. */
const LONGEST_SECONDS = 1_000_000_000;

/** The look-up and two clocks. */
const TOLERANCE_SECONDS = 5;

/** Why a renewal by a small increment (JSON text) is asked about; undefined: the token ends no sooner by it. */
export function whyEndsSooner(
  increment: string | undefined,
  life: Life | 'unknown-token' | undefined,
): string | undefined {
  const seconds = parseDuration((increment ?? '').replace(/^"|"$/g, ''));
  if (seconds === undefined || seconds <= 0 || seconds > LONGEST_SECONDS)
    return 'The server counts the increment from now on. One that it may misread can end what is renewed at once, with everything below it.';
  // There is nothing to renew.
  if (life === 'unknown-token') return undefined;
  const left = life === undefined ? undefined : secondsLeft(life);
  if (left !== undefined && left <= seconds + TOLERANCE_SECONDS) return undefined;
  const soon = formatDuration(seconds);
  const now =
    left === undefined
      ? 'How long it lives could not be looked up.'
      : `It has ${formatDuration(Math.round(left))} left.`;
  return `${now} Renewed by ${soon}, it expires in ${soon}, and with it every token and lease below it.`;
}

/** 0 for one that ends no sooner by a renewal: it never ends, has a period, or is not renewed at all. */
function secondsLeft({ expireTime, periodSeconds, renewable }: Life): number {
  if (expireTime === null || periodSeconds > 0 || !renewable) return 0;
  return (Date.parse(expireTime) - Date.now()) / 1000;
}
