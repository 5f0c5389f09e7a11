import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { CeremonyName } from '../../../shared/vault/ceremony.ts';
import { mayAskAgain } from '../../../shared/vault/token.ts';
import { useMemo } from 'react';
import { useWatchRate } from '../../api/cluster.ts';
import { ClusterPage } from './cluster-page.tsx';
import { usualRateMs } from './rates.ts';

export interface ClusterScreenProps {
  readonly session: SessionView;
  /** Opens the screen of a key ceremony. */
  readonly onCeremony: (ceremony: CeremonyName) => void;
}

/** The cluster of a session: every node, the panels, and what has changed. */
export function ClusterScreen({ session, onCeremony }: ClusterScreenProps) {
  const { sessionId, health, token, trouble } = session;
  const limited = !mayAskAgain(token);
  const where = useMemo(() => ({ sessionId }), [sessionId]);
  // A token with limited uses pays for nothing that nobody asked for.
  const [everyMs, setEveryMs] = useWatchRate(sessionId, limited ? 0 : usualRateMs);
  return (
    <ClusterPage
      {...{ where, session, limited, everyMs, onCeremony }}
      name={health.clusterName === '' ? 'Cluster' : health.clusterName}
      onRate={setEveryMs}
      // Whoever comes here then wants to unseal it.
      first={trouble?.kind === 'sealed' ? 'seal' : undefined}
    />
  );
}
