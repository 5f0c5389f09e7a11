import type { SessionView } from '../../../shared/ipc/contract.ts';
import { mayAskAgain } from '../../../shared/vault/token.ts';
import { useMemo } from 'react';
import { useWatchRate } from '../../api/cluster.ts';
import { ClusterPage } from './cluster-page.tsx';
import { usualRateMs } from './rates.ts';

/** The cluster of a session: every node, the panels, and what has changed. */
export function ClusterScreen({ session }: { readonly session: SessionView }) {
  const { sessionId, health, token, trouble } = session;
  const limited = !mayAskAgain(token);
  const where = useMemo(() => ({ sessionId }), [sessionId]);
  // A token with limited uses pays for nothing that nobody asked for.
  const [everyMs, setEveryMs] = useWatchRate(sessionId, limited ? 0 : usualRateMs);
  return (
    <ClusterPage
      {...{ where, session, limited, everyMs }}
      name={health.clusterName === '' ? 'Cluster' : health.clusterName}
      onRate={setEveryMs}
      // Whoever comes here then wants to unseal it.
      first={trouble?.kind === 'sealed' ? 'seal' : undefined}
    />
  );
}
