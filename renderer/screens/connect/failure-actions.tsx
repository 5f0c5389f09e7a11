import { CornerUpRight, FileKey2 } from 'lucide-react';
import { useState } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import type { FileHandle } from '../../../shared/vault/connection.ts';
import { appErrorOf, vault } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { confirmableOrigin } from '../../parts/refusal/confirmable-origin.ts';
import type { ConnectDraft } from './connect-draft.ts';
import css from './failure-actions.module.css';
import { ownCaMayHelp } from './own-ca.ts';

export interface FailureActionsProps {
  readonly error: AppError;
  readonly draft: ConnectDraft;
  /** A CA file was chosen for this connection. */
  readonly onCa: (ca: FileHandle) => void;
  /** The user wants to allow the node that the server redirects to; main asks for confirmation. */
  readonly onOrigin: (origin: string) => void;
}

/** Remedies for a failed connection besides changing the form. */
export function FailureActions({ error, draft, onCa, onOrigin }: FailureActionsProps) {
  const [failure, setFailure] = useState('');
  if (ownCaMayHelp(error)) {
    return (
      <>
        <Button
          small
          icon={FileKey2}
          onClick={() => {
            setFailure('');
            vault.connection.chooseFile({ purpose: 'ca' }).then(onCa, (caught: unknown) => {
              const chosen = appErrorOf(caught);
              if (chosen.kind !== 'cancelled') setFailure(chosen.message);
            });
          }}
        >
          Trust a CA file…
        </Button>
        {failure !== '' && (
          <p role="alert" className={css['failure']}>
            {failure}
          </p>
        )}
      </>
    );
  }
  const origin = confirmableOrigin(error, draft.address.trim(), draft.confirmedOrigins);
  if (origin === undefined) return null;
  return (
    <Button small icon={CornerUpRight} onClick={() => onOrigin(origin)}>
      Confirm {new URL(origin).host}…
    </Button>
  );
}
