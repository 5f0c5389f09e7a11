/** What is worked out about a node from what was seen, for the verdict and for its row. */
import type { AskedNodes, ClusterNode, ClusterSeen } from './cluster.ts';

/** Entries of the raft log that a node may be behind: more than a busy second's. */
export const LAG_LIMIT = 1_000;
/** Days in which a certificate can still be replaced in time. */
export const CERTIFICATE_DAYS = 14;

const DAY_MS = 86_400_000;

/** What a node is called on screen. */
export function nameOf({ name, address }: Pick<ClusterNode, 'name' | 'address'>): string {
  return name === '' ? address.replace(/^\w+:\/\//, '') : name;
}

/** The nodes themselves: an address of a load balancer, or a second one of a node, is none. */
export function membersOf({ nodes }: Pick<ClusterSeen, 'nodes'>): readonly ClusterNode[] {
  return nodes.filter(({ entry }) => entry === undefined);
}

/** A node that nothing was sent to: nobody has confirmed its address, or nobody knows it. */
export function isUnasked({ asked }: ClusterNode): boolean {
  return asked === 'unconfirmed' || asked === 'no-address';
}

/** `3 of 5 nodes asked`. */
export function askedWords({ nodes, of }: AskedNodes): string {
  if (of !== undefined) return `${String(nodes)} of ${String(of)} nodes asked`;
  return nodes === 1 ? '1 node asked' : `${String(nodes)} nodes asked`;
}

/** How far a node is behind the one that is furthest, in entries of the raft log; undefined where nobody counts. */
export function lagOf(node: ClusterNode, nodes: readonly ClusterNode[]): number | undefined {
  const own = node.answer?.raftApplied;
  if (own === undefined) return undefined;
  return Math.max(...nodes.flatMap(({ answer }) => answer?.raftApplied ?? [])) - own;
}

/** Whole days from one time to another; negative: it has passed. Undefined where there is no time. */
export function daysUntil(iso: string | undefined, fromIso: string): number | undefined {
  if (iso === undefined) return undefined;
  const days = Math.floor((Date.parse(iso) - Date.parse(fromIso)) / DAY_MS);
  return Number.isNaN(days) ? undefined : days;
}
