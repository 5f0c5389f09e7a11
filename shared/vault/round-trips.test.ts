import { describe, expect, it } from 'vitest';
import { HISTORY_MS } from './cluster.ts';
import type { RoundTrip } from './cluster.ts';
import { SPAN_MS, withTrip } from './round-trips.ts';

const trip = (atMs: number, roundTripMs: number | null = 10): RoundTrip => ({
  atMs,
  roundTripMs,
});

describe('the history of a node', () => {
  it('grows by one a span, however often the node is asked', () => {
    let history: readonly RoundTrip[] = [];
    for (let atMs = 0; atMs < 2 * HISTORY_MS; atMs += 200) history = withTrip(history, trip(atMs));
    expect(history.length).toBeLessThanOrEqual(HISTORY_MS / SPAN_MS + 1);
    expect(history.at(-1)?.atMs).toBe(2 * HISTORY_MS - 200);
  });

  it('keeps the slowest trip of a span, and that there was no answer', () => {
    const slow = [trip(0, 12), trip(100, 300), trip(200, 9)].reduce(withTrip, []);
    expect(slow).toEqual([trip(200, 300)]);
    expect([trip(300, null), trip(400, 8)].reduce(withTrip, slow)).toEqual([trip(400, null)]);
    expect(withTrip(slow, trip(SPAN_MS, 7))).toEqual([...slow, trip(SPAN_MS, 7)]);
  });
});
