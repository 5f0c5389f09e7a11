import { CornerUpRight } from 'lucide-react';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { confirmOrigin } from '../../api/profiles.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { confirmableOrigin } from './confirmable-origin.ts';
import css from './confirm-node.module.css';

export interface ConfirmNodeProps {
  readonly session: Pick<SessionView, 'sessionId' | 'address'>;
  readonly error: AppError;
  readonly small?: boolean;
}

/**
 * After a refused redirect: offers to confirm its target node in the secure prompt, then repeats the failed requests.
 * Hidden for other errors.
 */
export function ConfirmNode({ session, error, small = false }: ConfirmNodeProps) {
  const { busy, failure, run } = useAction();
  const origin = confirmableOrigin(error, session.address);
  if (origin === undefined) return null;
  return (
    <>
      <Button
        small={small}
        variant={small ? 'secondary' : 'primary'}
        icon={CornerUpRight}
        disabled={busy}
        onClick={() => void run((client) => confirmOrigin(client, session.sessionId, origin))}
      >
        Confirm {new URL(origin).host}…
      </Button>
      {failure !== undefined && (
        <p role="alert" className={css['failed']}>
          {failure.message}
        </p>
      )}
    </>
  );
}
