/** Counts to be read from a distance: `8`, `9,999`, `41k`, `1.2M`. Rounded down. */

import { grouped } from '../../../shared/vault/counted.ts';

export function shortCount(count: number): string {
  if (count < 10_000) return grouped(count);
  if (count < 1_000_000) return `${String(Math.floor(count / 1_000))}k`;
  return `${(Math.floor(count / 100_000) / 10).toFixed(1)}M`;
}
