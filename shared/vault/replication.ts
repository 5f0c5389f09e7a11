/** Replication of Vault Enterprise between clusters, as `sys/replication/status` tells it. */

export type ReplicationKind = 'performance' | 'dr';

/** Another cluster: of a primary one of its secondaries, of a secondary its primary. */
export interface ReplicationPeer {
  /** The secondary's ID, else its address; empty where the server tells neither. */
  readonly name: string;
  readonly connected: boolean;
  /** ISO 8601, empty: never, or not told. */
  readonly lastHeartbeat: string;
}

export interface ReplicationFacts {
  readonly kind: ReplicationKind;
  readonly mode: 'primary' | 'secondary' | 'bootstrapping';
  /** As the server names it, e.g. `running`, `stream-wals`, `merkle-sync`. */
  readonly state: string;
  readonly peers: readonly ReplicationPeer[];
  readonly corrupted: boolean;
}

export const replicationNames: Readonly<Record<ReplicationKind, string>> = {
  performance: 'Performance replication',
  dr: 'Disaster recovery replication',
};

/** States in which what is written arrives. */
const flowing: ReadonlySet<string> = new Set(['running', 'stream-wals']);

/** What is wrong with it, in sentences; empty where nothing is. */
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
