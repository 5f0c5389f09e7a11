/**
 * A session looks at its own node at once when a watch sees that node sealed, unsealed, gone or back; otherwise the
 * status bar could say “Unsealed” for half a minute beside “Sealed”.
 */
import type { ClusterStatus } from '../../../shared/vault/cluster.ts';
import { isSameAddress } from './nodes.ts';

export interface HomeNodes {
  /** Takes a watch's verdict; `address`: the session's own address. */
  readonly judged: (sessionId: string, address: string, status: ClusterStatus) => void;
  readonly forget: (sessionId: string) => void;
}

/** Starts empty; `changed` is called with a session whose node differs from the look before. */
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
