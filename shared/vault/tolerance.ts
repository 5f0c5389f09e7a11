/** How many nodes of a raft cluster can fail before the cluster does: of its voters, those that live and are not needed. */
import { membersOf } from './cluster-nodes.ts';
import type { ClusterNode, ClusterSeen } from './cluster.ts';

export interface Tolerance {
  readonly failures: number;
  /** `reckoned`: by us, from the voters that answered; the server has not said it. */
  readonly by: 'autopilot' | 'reckoned';
}

/** Voters that raft needs to decide anything. */
export function quorumOf(voters: number): number {
  return Math.floor(voters / 2) + 1;
}

/** Failures that so many living ones of all voters stand; below 0: the quorum is lost. */
export function spareVoters(living: number, voters: number): number {
  return living - quorumOf(voters);
}

/**
 * Never more than autopilot says, which notices a dead node some twenty seconds later than a look does. Undefined where
 * nobody knows: storage is not raft, its configuration was not read, or a voter was not asked and autopilot says nothing.
 */
export function toleranceOf(seen: Pick<ClusterSeen, 'nodes' | 'autopilot'>): Tolerance | undefined {
  const { autopilot } = seen;
  const voters = membersOf(seen).filter(({ voter }) => voter === true);
  const dead = voters.filter(isDead).length;
  const spare = Math.max(0, spareVoters(voters.length - dead, voters.length));
  if (autopilot !== undefined) {
    const { failureTolerance } = autopilot;
    return {
      failures: voters.length === 0 ? failureTolerance : Math.min(failureTolerance, spare),
      by: 'autopilot',
    };
  }
  if (voters.length === 0 || voters.some((node) => !isDead(node) && !isLiving(node))) return undefined;
  return { failures: spare, by: 'reckoned' };
}

function isLiving({ answer }: ClusterNode): boolean {
  return answer !== undefined && answer.initialized && !answer.sealed && !answer.removed;
}

function isDead(node: ClusterNode): boolean {
  const { answer, asked, autopilot, problem } = node;
  if (autopilot?.healthy === false) return true;
  if (answer !== undefined) return !isLiving(node);
  // A refused certificate says that it lives, and not how it is.
  return asked === 'asked' && problem !== undefined && problem.kind !== 'tls';
}
