/** Difference between two clocks. */

/** Request times by this machine's clock, milliseconds since 1970: sent, and response received. */
export interface Asked {
  readonly askedMs: number;
  readonly saidMs: number;
}

/**
 * Milliseconds by which a server's clock is ahead of this machine's, negative if behind. The server read its clock,
 * in whole seconds, at some moment of the request, so a difference within that window counts as 0.
 */
export function clockAheadMs({ askedMs, saidMs }: Asked, serverTimeMs: number): number {
  const [least, most] = [serverTimeMs - saidMs, serverTimeMs + 1000 - askedMs];
  return least > 0 ? least : Math.min(most, 0);
}
