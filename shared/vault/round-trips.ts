/**
 * Ten minutes of round trips of one node, bounded at any request rate: one trip per span of time, as many as a chart
 * of that width can draw.
 */
import type { RoundTrip } from './cluster.ts';
import { HISTORY_MS } from './cluster.ts';

/** Span of one point in a history. */
export const SPAN_MS = 5_000;

/** The history, oldest first, with one more trip. A span keeps its slowest trip, or one without a response. */
export function withTrip(history: readonly RoundTrip[], trip: RoundTrip): readonly RoundTrip[] {
  const last = history.at(-1);
  if (last === undefined || spanOf(last) !== spanOf(trip))
    return [...history.filter(({ atMs }) => atMs > trip.atMs - HISTORY_MS), trip];
  const { roundTripMs } = last;
  const slowest =
    roundTripMs === null || trip.roundTripMs === null ? null : Math.max(roundTripMs, trip.roundTripMs);
  return [...history.slice(0, -1), { ...trip, roundTripMs: slowest }];
}

function spanOf({ atMs }: RoundTrip): number {
  return Math.floor(atMs / SPAN_MS);
}
