import { ArrowLeft } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { CeremonyName } from '../../../shared/vault/ceremony.ts';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { Button } from '../../ui/button.tsx';
import css from './ceremony.module.css';
import { Ceremony } from './ceremony-screen.tsx';

export interface UnauthenticatedCeremonyProps {
  readonly target: ConnectionTarget;
  readonly name: string;
  /** Returns to the previous screen. */
  readonly onClose: () => void;
  readonly first?: CeremonyName;
}

/** Ceremonies without a login: logging in to an empty or sealed server is not possible. */
export function UnauthenticatedCeremony(props: UnauthenticatedCeremonyProps) {
  const { target, name, onClose, first = 'unseal' } = props;
  const where = useMemo(() => ({ target, name }), [target, name]);
  const [ceremony, setCeremony] = useState(first);
  return (
    <div className={css['screen']}>
      <Ceremony
        where={where}
        name={name === '' ? 'New server' : name}
        address={target.address}
        ceremony={ceremony}
        onCeremony={setCeremony}
        back={
          <Button small variant="ghost" icon={ArrowLeft} onClick={onClose}>
            Back
          </Button>
        }
      />
    </div>
  );
}
