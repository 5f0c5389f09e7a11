/**
 * What a watch sees of the node that a session connects to concerns the session itself: it looks at once when that node is
 * sealed, unsealed, gone or back, and so the status bar does not say “Unsealed” for half a minute beside “Sealed”.
 */
import type { ClusterStatus } from '../../../shared/vault/cluster.ts';
import { isSameAddress } from './nodes.ts';

export interface HomeNodes {
  /** A watch has judged; `address`: where the session connects to. */
  readonly judged: (sessionId: string, address: string, status: ClusterStatus) => void;
  readonly forget: (sessionId: string) => void;
}

/** Knows of none; `changed` is told of the sessions whose node is otherwise than at the look before. */
export function createHomeNodes(changed: (sessionId: string) => void): HomeNodes {
  const before = new Map<string, string>();
  return {
    judged: (sessionId, address, { seen }) => {
      const home = seen.nodes.find((node) => isSameAddress(node.address, address));
      if (home === undefined || home.asked !== 'asked') return;
      const state = home.problem !== undefined ? 'gone' : `sealed: ${String(home.answer?.sealed)}`;
      const was = before.get(sessionId);
      before.set(sessionId, state);
      if (was !== undefined && was !== state) changed(sessionId);
    },
    forget: (sessionId) => void before.delete(sessionId),
  };
}
