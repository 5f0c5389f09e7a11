/** Two clocks that disagree. */

/** A request by this machine's clock, milliseconds since 1970: when it was asked, and when the answer was there. */
export interface Asked {
  readonly askedMs: number;
  readonly saidMs: number;
}

/**
 * Milliseconds by which a server's clock is ahead of this machine's, negative if behind. The server told the time, in whole
 * seconds, at some moment of the request: what lies within both is no difference, and 0.
 */
export function clockAheadMs({ askedMs, saidMs }: Asked, serverTimeMs: number): number {
  const [least, most] = [serverTimeMs - saidMs, serverTimeMs + 1000 - askedMs];
  return least > 0 ? least : Math.min(most, 0);
}
