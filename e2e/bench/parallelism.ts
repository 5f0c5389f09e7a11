import { median } from './statistics.ts';

const PARALLEL = [4, 8, 16, 32] as const;
const TRIES = 3;

/**
 * Best number of parallel requests for a reference on this machine: the fastest of a few, by the median of three
 * tries each. `once` returns milliseconds.
 */
export async function bestParallelism(once: (parallel: number) => Promise<number>): Promise<number> {
  const times = new Map(PARALLEL.map((parallel) => [parallel as number, [] as number[]]));
  for (let round = 0; round < TRIES; round++)
    for (const [parallel, samples] of times) samples.push(await once(parallel));
  const [best] = [...times].sort(([, a], [, b]) => median(a) - median(b));
  return best?.[0] ?? PARALLEL[1];
}
