/** Replication between Vault Enterprise clusters, from `sys/replication/status`. */

export type ReplicationKind = 'performance' | 'dr';

/** Another cluster: a secondary of this primary, or the primary of this secondary. */
export interface ReplicationPeer {
  /** The secondary's ID, else its address; empty if neither is reported. */
  readonly name: string;
  readonly connected: boolean;
  /** ISO 8601; empty: never, or not reported. */
  readonly lastHeartbeat: string;
}

export interface ReplicationFacts {
  readonly kind: ReplicationKind;
  readonly mode: 'primary' | 'secondary' | 'bootstrapping';
  /** In the server's words, e.g. `running`, `stream-wals`, `merkle-sync`. */
  readonly state: string;
  readonly peers: readonly ReplicationPeer[];
  readonly corrupted: boolean;
}

export const replicationNames: Readonly<Record<ReplicationKind, string>> = {
  performance: 'Performance replication',
  dr: 'Disaster recovery replication',
};

/** States in which writes reach the other cluster. */
const flowing: ReadonlySet<string> = new Set(['running', 'stream-wals']);

/** Problems of replication, in sentences; empty if healthy. */
export function replicationTroubles({
  kind,
  mode,
  state,
  peers,
  corrupted,
}: ReplicationFacts): readonly string[] {
  const name = replicationNames[kind];
  const cut = peers.filter(({ connected }) => !connected);
  return [
    ...(corrupted ? [`${name}: the Merkle tree is corrupted.`] : []),
    ...(mode === 'secondary' && !peers.some(({ connected }) => connected)
      ? [`${name}: no connection to the primary.`]
      : []),
    ...(mode === 'primary'
      ? cut.map((peer) => `${name}: the secondary ${peer.name || 'without a name'} is not connected.`)
      : []),
    ...(flowing.has(state)
      ? []
      : [`${name} is not up to date: its state is ${state === '' ? 'not told' : state}.`]),
  ];
}
