/** Watching a cluster, and what is done to all of it. */
import type { ClusterNews, KeyRotation } from '../../vault/cluster.ts';
import type { Where } from '../../vault/where.ts';
import type { Call, InSession } from './call.ts';

export interface ClusterCalls {
  /**
   * Watches until it is cancelled, its page goes or the app locks; what is seen is told by `cluster.seen` with the same
   * `watchId`, which the page makes up. `everyMs` 0: one look, and it ends.
   */
  'cluster.watch': Call<
    { readonly where: Where; readonly watchId: string; readonly everyMs: number },
    object
  >;
  /** A new term of the encryption key; confirmed in the secure prompt. */
  'cluster.rotate': Call<InSession, object>;
  'cluster.rotation': Call<InSession, KeyRotation>;
  'cluster.setRotation': Call<InSession & KeyRotation, KeyRotation>;
  /** Seals the node of the session; its host is typed in the secure prompt. */
  'cluster.seal': Call<InSession, object>;
  /** The leader gives up leading; confirmed in the secure prompt. */
  'cluster.stepDown': Call<InSession, object>;
  /** A node that was taken out for good: nothing goes there any more, and what was known of it is forgotten. */
  'cluster.forgetNode': Call<InSession & { readonly address: string }, object>;
}

export interface ClusterEvents {
  'cluster.seen': ClusterNews & { readonly watchId: string };
}
