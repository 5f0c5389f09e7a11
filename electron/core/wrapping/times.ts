/** Converts server times to this machine's clock: a countdown must not end early because the clocks differ. */

/** `Date` has whole seconds, so smaller differences do not count. */
const NO_SKEW_MS = 2_000;

/** Milliseconds by which the server's clock is ahead of this machine's; 0 without a valid `Date` header. */
export function skewMs(date: string, atMs: number): number {
  const serverMs = Date.parse(date);
  if (Number.isNaN(serverMs)) return 0;
  const skew = serverMs + 500 - atMs;
  return Math.abs(skew) < NO_SKEW_MS ? 0 : skew;
}

/** A server's time on this machine's clock, `afterSeconds` later, as ISO 8601; empty if invalid. */
export function localTime(serverTime: string, skew: number, afterSeconds = 0): string {
  const ms = Date.parse(serverTime) - skew + afterSeconds * 1000;
  return Number.isFinite(ms) && Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : '';
}
