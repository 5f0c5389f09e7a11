/** Summary of a cluster on the board, readable from across a room. Without paths, tokens or addresses. */
import { membersOf, nameOf } from './cluster-nodes.ts';
import { nodeKey } from './cluster.ts';
import type { ClusterNode, ClusterStatus, Verdict } from './cluster.ts';

/** State of one node; each has its own shape on the board. */
export type BoardNodeState =
  'leader' | 'standby' | 'sealed' | 'not-initialized' | 'removed' | 'unreachable' | 'unknown';

export interface BoardNode {
  readonly name: string;
  readonly state: BoardNodeState;
  /** ISO 8601. */
  readonly certificateEnds?: string;
  /** The first reason of the verdict is about it. */
  readonly blamed?: true;
}

/** Content of a cluster's tile. */
export interface BoardStatus {
  /** Time of the latest reading, ISO 8601. */
  readonly at: string;
  /** Absent until every node has responded or failed once. */
  readonly verdict?: Verdict;
  readonly nodes: readonly BoardNode[];
}

/** One tile of a locked app: only health. */
export interface LockedTile {
  readonly sessionId: string;
  readonly status?: BoardStatus;
  /** Reason for a missing status, in a sentence. */
  readonly problem?: string;
}

/** Days before expiry from which the board shows a certificate. */
export const CERTIFICATE_NEAR_DAYS = 30;

/** Reduces a status to the content of its tile. */
export function boardStatusOf({ seen, verdict }: Pick<ClusterStatus, 'seen' | 'verdict'>): BoardStatus {
  return {
    at: seen.at,
    nodes: membersOf(seen).map((node) => boardNodeOf(node, verdict?.about)),
    ...(verdict === undefined ? {} : { verdict }),
  };
}

function boardNodeOf(node: ClusterNode, blamed: string | undefined): BoardNode {
  const { certificateEnds } = node;
  return {
    name: nameOf(node),
    state: stateOf(node),
    ...(certificateEnds === undefined ? {} : { certificateEnds }),
    ...(nodeKey(node) === blamed ? { blamed: true } : {}),
  };
}

function stateOf({ asked, answer, problem }: ClusterNode): BoardNodeState {
  if (answer === undefined) return asked === 'asked' && problem !== undefined ? 'unreachable' : 'unknown';
  if (answer.removed) return 'removed';
  if (!answer.initialized) return 'not-initialized';
  if (answer.sealed) return 'sealed';
  return answer.role === 'leader' ? 'leader' : 'standby';
}
