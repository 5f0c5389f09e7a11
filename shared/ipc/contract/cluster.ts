/** Watching a cluster, and operations on the whole of it. */
import type { ClusterNews, KeyRotation } from '../../vault/cluster.ts';
import type { SystemPanel, SystemStatus } from '../../vault/system.ts';
import type { Where } from '../../vault/where.ts';
import type { Call, InSession } from './call.ts';

export interface ClusterCalls {
  /**
   * Watches until it is cancelled, its page is destroyed or the app locks. Results arrive as `cluster.seen` with the
   * same `watchId`, which the page makes up. `everyMs` 0: one read, then it ends.
   */
  'cluster.watch': Call<
    { readonly where: Where; readonly watchId: string; readonly everyMs: number },
    object
  >;
  /** One panel of the page, read once. */
  'cluster.panel': Call<{ readonly where: Where; readonly panel: SystemPanel }, SystemStatus>;
  /** Rotates the encryption key to a new term; confirmed in the secure prompt. */
  'cluster.rotate': Call<InSession, object>;
  'cluster.rotation': Call<InSession, KeyRotation>;
  'cluster.setRotation': Call<InSession & KeyRotation, KeyRotation>;
  /** Seals the session's node; the user types its host in the secure prompt. */
  'cluster.seal': Call<InSession, object>;
  /** Makes the leader step down; confirmed in the secure prompt. */
  'cluster.stepDown': Call<InSession, object>;
  /** Forgets a permanently removed node: its address gets no more requests and its stored facts are dropped. */
  'cluster.forgetNode': Call<InSession & { readonly address: string }, object>;
}

export interface ClusterEvents {
  'cluster.seen': ClusterNews & { readonly watchId: string };
}
