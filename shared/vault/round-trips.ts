/**
 * Ten minutes of round trips of one node, bounded however often it is asked: one trip stands for each span of time, and a
 * chart of that width draws no more.
 */
import type { RoundTrip } from './cluster.ts';
import { HISTORY_MS } from './cluster.ts';

/** What one point of a history stands for. */
export const SPAN_MS = 5_000;

/** The history, oldest first, with one trip more. Of a span the slowest trip stands, or the one without an answer. */
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
