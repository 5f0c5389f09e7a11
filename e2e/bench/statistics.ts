/** The few figures the bench speaks in. */

/**
 * The value below which the share `q` of the samples lies, by linear interpolation between neighbours (the method of
 * numpy and R type 7). `q` from 0 to 1; throws a `RangeError` without samples or with one that is not a number.
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

/** The samples in a few words, whole milliseconds: `412 to 498 ms, middle half 420 to 441`. */
export function spread(samplesMs: readonly number[]): string {
  const at = (q: number): string => quantile(samplesMs, q).toFixed(0);
  return `${at(0)} to ${at(1)} ms, middle half ${at(0.25)} to ${at(0.75)}`;
}
