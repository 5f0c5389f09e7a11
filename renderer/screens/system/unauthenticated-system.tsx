import { ArrowLeft } from 'lucide-react';
import { useMemo } from 'react';
import type { ConnectionTarget } from '../../../shared/vault/connection.ts';
import { Button } from '../../ui/button.tsx';
import { SystemPanels } from './system-panels.tsx';
import css from './system.module.css';

export interface UnauthenticatedSystemProps {
  readonly target: ConnectionTarget;
  readonly name: string;
  /** Back to the connect screen. */
  readonly onClose: () => void;
}

/** What a server tells everybody, for those who unseal it: nobody can log in while it is sealed. */
export function UnauthenticatedSystem({ target, name, onClose }: UnauthenticatedSystemProps) {
  const where = useMemo(() => ({ target, name }), [target, name]);
  return (
    <div className={css['screen']}>
      <header className={css['head']}>
        <Button small variant="ghost" icon={ArrowLeft} onClick={onClose}>
          Back
        </Button>
        <h2 className={css['title']}>{name === '' ? target.address : name}</h2>
        <p className={css['dim']}>
          <span data-selectable>{target.address}</span> · without a login. Unseal keys are typed in the secure
          prompt and go to this address only.
        </p>
      </header>
      <SystemPanels where={where} anonymous />
    </div>
  );
}
