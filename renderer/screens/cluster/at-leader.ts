/** The leader, for actions that only a leader takes. */
import type { ClusterSeen } from '../../../shared/vault/cluster.ts';
import { membersOf, nameOf } from '../../../shared/vault/cluster-nodes.ts';

export interface LeaderWords {
  readonly name: string;
  /** The connection's own node leads. */
  readonly isHere: boolean;
}

/** Undefined if no leader is known. */
export function leaderWords(seen: ClusterSeen): LeaderWords | undefined {
  const members = membersOf(seen);
  const leader =
    members.find(({ answer }) => answer?.role === 'leader' && !answer.sealed) ??
    members.find(({ answer, named }) => answer === undefined && named?.active === true);
  if (leader === undefined) return undefined;
  return { name: nameOf(leader), isHere: leader.address === seen.nodes[0]?.address };
}

/** Words for a standby that cannot do it, naming the leader; undefined if the action works here. */
export function standbyWords(leader: LeaderWords | undefined, what: string): string | undefined {
  if (leader === undefined || leader.isHere) return undefined;
  return `${what} ${leader.name}. Connect to it for this.`;
}
