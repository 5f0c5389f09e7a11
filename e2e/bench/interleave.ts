import { quietMoment } from './quiet.ts';

/** Samples of both sides of one comparison. */
export interface Pairs<T> {
  readonly ours: readonly T[];
  readonly reference: readonly T[];
}

/**
 * Runs both sides in turn, never together, so that other load on the machine affects both. The first side changes
 * each round: neither always runs on caches warmed by the other. The first `warmUp` rounds fill the page cache and
 * are not counted. `settle` runs before every sample.
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
