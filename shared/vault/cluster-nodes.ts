/** Facts derived from readings of a node, for the verdict and for its row. */
import type { AskedNodes, ClusterNode, ClusterSeen } from './cluster.ts';

/** Raft log entries that a node can be behind: more than one busy second produces. */
export const LAG_LIMIT = 1_000;
/** Days before expiry that still leave time to replace a certificate. */
export const CERTIFICATE_DAYS = 14;

const DAY_MS = 86_400_000;

/** Display name of a node. */
export function nameOf({ name, address }: Pick<ClusterNode, 'name' | 'address'>): string {
  return name === '' ? address.replace(/^\w+:\/\//, '') : name;
}

/** The actual nodes, without load balancers and second addresses of a node. */
export function membersOf({ nodes }: Pick<ClusterSeen, 'nodes'>): readonly ClusterNode[] {
  return nodes.filter(({ entry }) => entry === undefined);
}

/** True if nothing was sent to the node: its address is unconfirmed or unknown. */
export function isUnasked({ asked }: ClusterNode): boolean {
  return asked === 'unconfirmed' || asked === 'no-address';
}

/** `3 of 5 nodes asked`. */
export function askedWords({ nodes, of }: AskedNodes): string {
  if (of !== undefined) return `${String(nodes)} of ${String(of)} nodes asked`;
  return nodes === 1 ? '1 node asked' : `${String(nodes)} nodes asked`;
}

/** Raft log entries by which a node is behind the most advanced one; undefined if none is known to compare with. */
export function lagOf(node: ClusterNode, nodes: readonly ClusterNode[]): number | undefined {
  const own = node.answer?.raftApplied;
  const known = nodes.flatMap(({ answer }) => answer?.raftApplied ?? []);
  if (own === undefined || (known.length < 2 && node.answer?.role !== 'leader')) return undefined;
  return Math.max(...known) - own;
}

/** Whole days from one time to another, negative if past; undefined without a valid time. */
export function daysUntil(iso: string | undefined, fromIso: string): number | undefined {
  if (iso === undefined) return undefined;
  const days = Math.floor((Date.parse(iso) - Date.parse(fromIso)) / DAY_MS);
  return Number.isNaN(days) ? undefined : days;
}
