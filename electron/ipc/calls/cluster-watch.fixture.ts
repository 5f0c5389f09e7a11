/** Watches a cluster as its page does, and waits for news that meet a condition. */
import { afterEach, expect } from 'vitest';
import type { ClusterNews, ClusterStatus } from '../../../shared/vault/cluster.ts';
import type { Where } from '../../../shared/vault/where.ts';
import type { TestApp, UnderWay } from './services.fixture.ts';

/** A test's view of one watch. */
export interface Watching {
  readonly under: UnderWay;
  readonly heard: () => readonly ClusterNews[];
  /** Texts of the timeline. */
  readonly texts: () => readonly string[];
  readonly latest: (holds: (status: ClusterStatus) => boolean) => Promise<ClusterStatus>;
}

let watchIds = 0;

/** Watches of one file; they end after each test. */
export function useWatches(): (app: TestApp, where: Where, everyMs?: number) => Watching {
  const watches: UnderWay[] = [];
  afterEach(async () => {
    for (const under of watches) under.cancel();
    await Promise.all(watches.splice(0).map(({ result }) => result));
  });
  return (app, where, everyMs = 200) => {
    const watchId = `watch-${String(watchIds++)}`;
    const under = app.begin('cluster.watch', { where, watchId, everyMs });
    watches.push(under);
    const heard = (): readonly ClusterNews[] =>
      app.events.flatMap((event) =>
        event.name === 'cluster.seen' && event.payload.watchId === watchId ? [event.payload] : [],
      );
    return {
      under,
      heard,
      texts: () => (heard().at(-1)?.timeline?.events ?? []).map(({ text }) => text),
      latest: async (holds) => {
        await expect
          .poll(() => heard().at(-1)?.status, { timeout: 40_000, interval: 20 })
          .toSatisfy((status: ClusterStatus | undefined) => status !== undefined && holds(status));
        // Not the very last: news after the poll can differ.
        return heard().findLast(({ status }) => holds(status))?.status as ClusterStatus;
      },
    };
  };
}
