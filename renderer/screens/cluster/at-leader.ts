/** Who leads, for what only a leader takes. */
import type { ClusterSeen } from '../../../shared/vault/cluster.ts';
import { membersOf, nameOf } from '../../../shared/vault/cluster-nodes.ts';

export interface LeaderWords {
  readonly name: string;
  /** The connection's own node leads. */
  readonly isHere: boolean;
}

/** Undefined where no node is known to lead. */
export function leaderWords(seen: ClusterSeen): LeaderWords | undefined {
  const members = membersOf(seen);
  const leader =
    members.find(({ answer }) => answer?.role === 'leader' && !answer.sealed) ??
    members.find(({ answer, named }) => answer === undefined && named?.active === true);
  if (leader === undefined) return undefined;
  return { name: nameOf(leader), isHere: leader.address === seen.nodes[0]?.address };
}

/** Why a standby cannot be told to do it, or that the leader does it; undefined where nothing need be said. */
export function standbyWords(leader: LeaderWords | undefined, what: string): string | undefined {
  if (leader === undefined || leader.isHere) return undefined;
  return `${what} ${leader.name}. Connect to it for this.`;
}
