/** A cluster on the board: what can be read from across a room. No path, no token, no address. */
import { membersOf, nameOf } from './cluster-nodes.ts';
import type { ClusterNode, ClusterStatus, Verdict } from './cluster.ts';

/** How one node is, in a word that has a shape of its own. */
export type BoardNodeState =
  'leader' | 'standby' | 'sealed' | 'not-initialized' | 'removed' | 'unreachable' | 'unknown';

export interface BoardNode {
  readonly name: string;
  readonly state: BoardNodeState;
  /** ISO 8601. */
  readonly certificateEnds?: string;
}

/** What a tile shows of a cluster. */
export interface BoardStatus {
  /** ISO 8601 of the latest look. */
  readonly at: string;
  /** Absent before each node has answered or failed once. */
  readonly verdict?: Verdict;
  readonly nodes: readonly BoardNode[];
}

/** One tile of a locked app: health and nothing else. */
export interface LockedTile {
  readonly sessionId: string;
  readonly status?: BoardStatus;
  /** Why there is none, in a sentence. */
  readonly problem?: string;
}

/** The days before its end from which a certificate stands on the board. */
export const CERTIFICATE_NEAR_DAYS = 30;

/** What a tile shows of a status. */
export function boardStatusOf({ seen, verdict }: Pick<ClusterStatus, 'seen' | 'verdict'>): BoardStatus {
  return {
    at: seen.at,
    nodes: membersOf(seen).map(boardNodeOf),
    ...(verdict === undefined ? {} : { verdict }),
  };
}

function boardNodeOf(node: ClusterNode): BoardNode {
  const { certificateEnds } = node;
  return {
    name: nameOf(node),
    state: stateOf(node),
    ...(certificateEnds === undefined ? {} : { certificateEnds }),
  };
}

function stateOf({ asked, answer, problem }: ClusterNode): BoardNodeState {
  if (answer === undefined) return asked === 'asked' && problem !== undefined ? 'unreachable' : 'unknown';
  if (answer.removed) return 'removed';
  if (!answer.initialized) return 'not-initialized';
  if (answer.sealed) return 'sealed';
  return answer.role === 'leader' ? 'leader' : 'standby';
}
