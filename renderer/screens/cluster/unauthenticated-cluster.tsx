import { ArrowLeft } from 'lucide-react';
import { useMemo } from 'react';
import type { CeremonyName } from '../../../shared/vault/ceremony.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { useWatchRate } from '../../api/cluster.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/layout.tsx';
import { ClusterPage } from './cluster-page.tsx';

export interface UnauthenticatedClusterProps {
  readonly target: ConnectionTarget;
  readonly name: string;
  /** Returns to the connect screen. */
  readonly onClose: () => void;
  /** Opens the screen of a key ceremony. */
  readonly onCeremony: (ceremony: CeremonyName) => void;
}

/** Unauthenticated facts of a server, for unsealing: logging in is not possible while it is sealed. */
export function UnauthenticatedCluster({ target, name, onClose, onCeremony }: UnauthenticatedClusterProps) {
  const where = useMemo(() => ({ target, name }), [target, name]);
  const [everyMs, setEveryMs] = useWatchRate();
  return (
    <ClusterPage
      where={where}
      everyMs={everyMs}
      onCeremony={onCeremony}
      name={name === '' ? target.address : name}
      onRate={setEveryMs}
      back={
        <Button small variant="ghost" icon={ArrowLeft} onClick={onClose}>
          Back
        </Button>
      }
      note={
        <Note>
          <span data-selectable>{target.address}</span> · without a login. Unseal keys go to this address
          only.
        </Note>
      }
    />
  );
}
