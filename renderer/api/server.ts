/** Operation of the server itself: audit devices, quotas, plugins, raft, metrics, requests in flight, versions. */
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { MetricsSample } from '../../shared/vault/metrics.ts';
import { cacheKey, call, query } from './client.ts';
import { perSession } from './per-session.ts';
import { everyUntilLasting } from './repeated-look.ts';

/** Poll interval of metrics in milliseconds: the server's own interval. */
export const metricsEveryMs = 10_000;
const inFlightEveryMs = 2_000;

/** One hour of samples. */
const MOST_LOOKS = 360;
const lookedAt = perSession<{ looks: readonly MetricsSample[] }>(() => ({ looks: [] }));

/** Metrics samples since the session was opened, latest last; polled only while visible. */
export function metricsQuery(sessionId: string) {
  return queryOptions({
    queryKey: cacheKey({ sessionId }, 'server.metrics'),
    queryFn: async ({ signal }) => {
      const look = await call('server.metrics', { sessionId }, signal);
      const cached = lookedAt(sessionId);
      const before =
        cached.looks.at(-1)?.interval === look.interval ? cached.looks.slice(0, -1) : cached.looks;
      cached.looks = [...before, look].slice(-MOST_LOOKS);
      return cached.looks;
    },
    structuralSharing: false,
    // Counts on another screen are read less often.
    staleTime: metricsEveryMs,
    refetchInterval: ({ state }) => (state.error !== null ? false : metricsEveryMs),
  });
}

/** Interval of dashboard counts, in milliseconds. */
const countedEveryMs = 60_000;

/** Query options of dashboard counts: load on open, then poll until a lasting error. */
export function countedEvery(enabled: boolean) {
  return {
    enabled,
    staleTime: countedEveryMs,
    refetchInterval: everyUntilLasting(countedEveryMs),
  };
}

/** Returns a function that refetches visible counts at once. */
export function useRefreshCounts(sessionId: string | undefined): () => void {
  const client = useQueryClient();
  return () => {
    if (sessionId === undefined) return;
    for (const name of ['audit', 'server.metrics'] as const)
      void client.refetchQueries({ queryKey: cacheKey({ sessionId }, name), type: 'active' });
  };
}

export function inFlightQuery(sessionId: string) {
  return query(
    'server.inFlight',
    { sessionId },
    { refetchInterval: ({ state }) => (state.error !== null ? false : inFlightEveryMs) },
  );
}
