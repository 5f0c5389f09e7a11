/** Number of raft nodes that can fail before the cluster does: living voters beyond the quorum. */
import { membersOf } from './cluster-nodes.ts';
import type { ClusterNode, ClusterSeen } from './cluster.ts';

export interface Tolerance {
  readonly failures: number;
  /** `reckoned`: our result from the voters that answered; the server has not reported one. */
  readonly by: 'autopilot' | 'reckoned';
}

/** Voters that raft needs for a decision. */
export function quorumOf(voters: number): number {
  return Math.floor(voters / 2) + 1;
}

/** Failures that the living voters tolerate; below 0: the quorum is lost. */
export function spareVoters(living: number, voters: number): number {
  return living - quorumOf(voters);
}

/**
 * Failure tolerance, at most autopilot's, which notices a dead node some twenty seconds after our readings. Undefined
 * if unknown: storage is not raft, its configuration was not read, or a voter was not contacted and autopilot is
 * silent.
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
  // A refused certificate proves that the node is up, but not its state.
  return asked === 'asked' && problem !== undefined && problem.kind !== 'tls';
}
