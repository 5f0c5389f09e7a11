/** Statistics of the bench. */

/** A probe that waits until what it saw is painted ends two frames later; a reference that paints nothing gets them. */
export const TWO_FRAMES_MS = 2000 / 60;

/**
 * Quantile `q` (0 to 1) of the samples, by linear interpolation between neighbours (the method of numpy and R type
 * 7). Throws a `RangeError` without samples or with a NaN.
 */
export function quantile(samples: readonly number[], q: number): number {
  if (samples.length === 0 || samples.some(Number.isNaN))
    throw new RangeError('no samples, or one is not a number');
  if (!(q >= 0 && q <= 1)) throw new RangeError(`a quantile lies between 0 and 1, not at ${q}`);
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? 0;
  return below + (above - below) * (at - Math.floor(at));
}

/** The middle value, or the mean of the two middle ones; see `quantile` for errors. */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}

/** The 95th percentile; see `quantile` for errors. */
export function p95(samples: readonly number[]): number {
  return quantile(samples, 0.95);
}

/**
 * Largest exponent b of `y = a · x^b` between neighbouring points, in order of x. Throws a `RangeError` for fewer
 * than two points, an x that does not grow, or values without a logarithm.
 */
export function steepest(points: readonly { readonly x: number; readonly y: number }[]): number {
  const logs = points.map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }));
  if (logs.some(({ x, y }) => !Number.isFinite(x) || !Number.isFinite(y)))
    throw new RangeError('a value without a logarithm');
  const slopes = logs.slice(1).map((log, at) => {
    const before = logs[at] ?? log;
    if (!(log.x > before.x)) throw new RangeError('the x of an exponent must grow');
    return (log.y - before.y) / (log.x - before.x);
  });
  if (slopes.length === 0) throw new RangeError('an exponent needs two different x');
  return Math.max(...slopes);
}

/** Summary of the samples, in whole milliseconds: `412 to 498 ms, middle half 420 to 441`. */
export function spread(samplesMs: readonly number[]): string {
  const at = (q: number): string => quantile(samplesMs, q).toFixed(0);
  return `${at(0)} to ${at(1)} ms, middle half ${at(0.25)} to ${at(0.75)}`;
}
