/** Watching a cluster, and what is done to all of it. */
import type { ClusterNews } from '../../vault/cluster.ts';
import type { Where } from '../../vault/where.ts';
import type { Call } from './call.ts';

export interface ClusterCalls {
  /**
   * Watches until it is cancelled, its page goes or the app locks; what is seen is told by `cluster.seen` with the same
   * `watchId`, which the page makes up. `everyMs` 0: one look, and it ends.
   */
  'cluster.watch': Call<{ readonly where: Where; readonly watchId: string; readonly everyMs: number }, object>;
}

export interface ClusterEvents {
  'cluster.seen': ClusterNews & { readonly watchId: string };
}
