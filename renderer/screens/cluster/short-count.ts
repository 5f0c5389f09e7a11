/** Counts to be read from a distance: `8`, `9,999`, `41k`, `1.2M`. Rounded down. */

const exact = new Intl.NumberFormat('en-GB');

export function shortCount(count: number): string {
  if (count < 10_000) return exact.format(count);
  if (count < 1_000_000) return `${String(Math.floor(count / 1_000))}k`;
  return `${(Math.floor(count / 100_000) / 10).toFixed(1)}M`;
}
