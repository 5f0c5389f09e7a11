import { quietMoment } from './quiet.ts';

/** Samples of both sides of one comparison. */
export interface Pairs<T> {
  readonly ours: readonly T[];
  readonly reference: readonly T[];
}

/**
 * Runs both sides in turn, one after the other, never together, so that whatever else the machine does meets both. Who
 * begins changes each round: neither side always runs on what the other has just warmed. The first `warmUp` rounds fill
 * the page cache and are not counted. `settle` comes before every sample.
 */
export async function interleave<T>(
  rounds: number,
  warmUp: number,
  ours: () => Promise<T>,
  reference: () => Promise<T>,
  settle: () => Promise<void> = quietMoment,
): Promise<Pairs<T>> {
  const pairs = { ours: [] as T[], reference: [] as T[] };
  for (let round = -warmUp; round < rounds; round++) {
    const order = round % 2 === 0 ? (['ours', 'reference'] as const) : (['reference', 'ours'] as const);
    for (const side of order) {
      await settle();
      const sample = await (side === 'ours' ? ours() : reference());
      if (round >= 0) pairs[side].push(sample);
    }
  }
  return pairs;
}
