import { useCallback } from 'react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { ClusterStatus } from '../../../shared/vault/cluster.ts';
import { clusterLook } from '../../api/cluster.ts';
import { useStore } from '../../api/store.ts';
import { useNow } from '../../ui/now.ts';
import { ageOf, isByLook, stateByCheck, stateByLook, toneOf } from './server-state.ts';
import type { ServerState } from './server-state.ts';

export interface KnownState extends ServerState {
  /** `5 min ago`; empty while the state is recent. */
  readonly age: string;
  /** The look at the cluster that it comes from; undefined: the session's own check. */
  readonly look: ClusterStatus | undefined;
}

/** State of a session's server as known here, without a request. */
export function useServerState(session: SessionView): KnownState {
  const latest = useStore(clusterLook(session.sessionId));
  const look = isByLook(session, latest) ? latest : undefined;
  const state = look === undefined ? stateByCheck(session) : stateByLook(look);
  const { at } = state;
  const age = useNow(useCallback((nowMs: number) => ageOf({ at }, nowMs), [at]));
  return { ...state, tone: toneOf(state, age), age, look };
}
