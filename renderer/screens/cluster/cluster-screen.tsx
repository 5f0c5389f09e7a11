import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { CeremonyName } from '../../../shared/vault/ceremony.ts';
import { mayAskAgain } from '../../../shared/vault/token.ts';
import { useMemo } from 'react';
import { usePaidWatchRate, useWatchRate } from '../../api/cluster.ts';
import { ClusterPage } from './cluster-page.tsx';
import type { CountName } from './count-names.ts';

export interface ClusterScreenProps {
  readonly session: SessionView;
  /** Opens the screen of a key ceremony. */
  readonly onCeremony: (ceremony: CeremonyName) => void;
  /** Shows where what is counted is administered. */
  readonly onCount: (name: CountName) => void;
}

/** The cluster of a session: every node, the panels, and what has changed. */
export function ClusterScreen({ session, onCeremony, onCount }: ClusterScreenProps) {
  const { sessionId, health, token, trouble } = session;
  const limited = !mayAskAgain(token);
  const where = useMemo(() => ({ sessionId }), [sessionId]);
  const free = useWatchRate();
  const paid = usePaidWatchRate(sessionId);
  // A token with limited uses pays for nothing that nobody asked for.
  const [everyMs, setEveryMs] = limited ? paid : free;
  return (
    <ClusterPage
      {...{ where, session, limited, everyMs, onCeremony, onCount }}
      name={health.clusterName === '' ? 'Cluster' : health.clusterName}
      onRate={setEveryMs}
      // Whoever comes here then wants to unseal it.
      first={trouble?.kind === 'sealed' ? 'seal' : undefined}
    />
  );
}
