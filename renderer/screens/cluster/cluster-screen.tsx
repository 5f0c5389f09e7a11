import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { CeremonyName } from '../../../shared/vault/ceremony.ts';
import { mayAskAgain } from '../../../shared/vault/token.ts';
import { useMemo } from 'react';
import { usePaidWatchRate, useWatchRate } from '../../api/cluster.ts';
import { useServerState } from '../../parts/session/use-server-state.ts';
import { ClusterPage } from './cluster-page.tsx';
import type { CountName } from './parts.tsx';

export interface ClusterScreenProps {
  readonly session: SessionView;
  /** Opens the screen of a key ceremony. */
  readonly onCeremony: (ceremony: CeremonyName) => void;
  /** Shows the screen that administers the counted things. */
  readonly onCount: (name: CountName) => void;
}

/** The cluster of a session: every node, the panels, and a timeline. */
export function ClusterScreen({ session, onCeremony, onCount }: ClusterScreenProps) {
  const { sessionId, health, token } = session;
  const known = useServerState(session);
  const limited = !mayAskAgain(token);
  const where = useMemo(() => ({ sessionId }), [sessionId]);
  const free = useWatchRate();
  const paid = usePaidWatchRate(sessionId);
  // A token with limited uses spends them only on request.
  const [everyMs, setEveryMs] = limited ? paid : free;
  return (
    <ClusterPage
      where={where}
      session={session}
      known={known}
      limited={limited}
      everyMs={everyMs}
      onCeremony={onCeremony}
      onCount={onCount}
      name={health.clusterName === '' ? session.name : health.clusterName}
      onRate={setEveryMs}
    />
  );
}
