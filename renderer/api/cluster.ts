/** Cluster monitoring while a screen shows it: main polls the nodes and reports changes. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { AppError } from '../../shared/ipc/result.ts';
import type { ClusterNews, ClusterStatus } from '../../shared/vault/cluster.ts';
import type { SystemPanel } from '../../shared/vault/system.ts';
import type { Where } from '../../shared/vault/where.ts';
import { useSetPreferences } from './app.ts';
import { appErrorOf, cacheKey, call, on, query } from './client.ts';
import { perSession } from './per-session.ts';
import { everyUntilLasting } from './repeated-look.ts';
import { Store, useStore } from './store.ts';

/** Cluster state known to this page. */
export interface ClusterView extends Partial<ClusterNews> {
  readonly roundTrips: ClusterNews['roundTrips'];
  /** Reason for the end of monitoring. */
  readonly problem?: AppError;
}

const nothingSeen: ClusterView = { roundTrips: {} };

/** Latest look at the cluster of a session, by whichever screen watches or has watched it. */
export const clusterLook = perSession(() => new Store<ClusterStatus | undefined>(undefined));

let watches = 0;

/**
 * Watches a cluster while the calling component is mounted and its window visible. `everyMs` 0 looks once. `refresh`
 * restarts the watch with an immediate look.
 */
export function useCluster(
  where: Where,
  everyMs: number,
): { readonly view: ClusterView; readonly refresh: () => void } {
  const [store] = useState(() => new Store(nothingSeen));
  const [turn, setTurn] = useState(0);
  const place = JSON.stringify(where);
  useEffect(() => {
    let end: () => void = () => undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    const stop = (): void => {
      clearTimeout(retry);
      end();
      end = () => undefined;
    };
    const failed = (problem: AppError): void => {
      store.change({ problem });
      if (everyMs > 0 && passing.has(problem.kind)) retry = setTimeout(begin, everyMs);
    };
    const begin = (): void => {
      stop();
      if (document.visibilityState === 'hidden') return;
      end = watch(JSON.parse(place) as Where, everyMs, store, failed);
    };
    begin();
    document.addEventListener('visibilitychange', begin);
    return () => {
      document.removeEventListener('visibilitychange', begin);
      stop();
    };
  }, [place, everyMs, store, turn]);
  return { view: useStore(store), refresh: useCallback(() => setTurn((before) => before + 1), []) };
}

/** Transient errors, retried for a server without a login. */
const passing: ReadonlySet<AppError['kind']> = new Set([
  'network',
  'timeout',
  'tls',
  'server-error',
  'bad-answer',
]);

/** Starts a watch; the returned function stops it. */
function watch(
  where: Where,
  everyMs: number,
  store: Store<ClusterView>,
  failed: (problem: AppError) => void,
): () => void {
  const watchId = `watch-${String(++watches)}`;
  const abort = new AbortController();
  const silence = on('cluster.seen', (news) => {
    const { watchId: of, status, timeline, roundTrips } = news;
    if (of !== watchId) return;
    if ('sessionId' in where) clusterLook(where.sessionId).set(status);
    store.set({ status, timeline, roundTrips: { ...store.snapshot().roundTrips, ...roundTrips } });
  });
  call('cluster.watch', { where, watchId, everyMs }, abort.signal)
    .catch((caught: unknown) => {
      // Ended here, or with the session, which is reported elsewhere.
      if (!abort.signal.aborted) failed(appErrorOf(caught));
    })
    .finally(silence);
  return () => {
    silence();
    abort.abort();
  };
}

/** Default poll interval in milliseconds. */
const usualRateMs = 2_000;

/** Poll interval of a visible cluster, in milliseconds, and its setter; 0: on request only. */
export function useWatchRate(): WatchRate {
  const set = useSetPreferences();
  const { data } = useQuery(query('app.preferences', {}));
  return [data?.clusterEveryMs ?? usualRateMs, (clusterEveryMs) => set({ clusterEveryMs })];
}

type WatchRate = readonly [everyMs: number, set: (everyMs: number) => void];

const paidRates = perSession(() => new Store(0));

/** Watch rate for limited-use tokens, which pay a use per look: off unless the user sets it for this session. */
export function usePaidWatchRate(sessionId: string): WatchRate {
  const store = paidRates(sessionId);
  return [useStore(store), store.set];
}

/** Poll interval of the opened panel about the leader, in milliseconds. */
const panelEveryMs = 5_000;

/** Queries one panel. `again` allows polling, which costs a limited-use token. */
export function panelQuery(where: Where, panel: SystemPanel, again: boolean) {
  return query(
    'cluster.panel',
    { where, panel },
    { staleTime: again ? panelEveryMs : Infinity, refetchInterval: again && everyUntilLasting(panelEveryMs) },
  );
}

/** Returns a function that refetches every visible panel. */
export function useRefreshPanels(where: Where): () => void {
  const client = useQueryClient();
  return () => void client.refetchQueries({ queryKey: cacheKey(where, 'cluster.panel'), type: 'active' });
}

/** Schedule of the server's automatic encryption key rotation. */
export function keyRotationQuery(sessionId: string) {
  return query('cluster.rotation', { sessionId }, { staleTime: Infinity });
}
