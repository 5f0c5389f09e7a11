import { useQueryClient } from '@tanstack/react-query';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { policyQuery } from '../../api/policies.ts';
import { useAction } from '../../api/use-action.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';

export interface OvertakenProps {
  readonly session: SessionView;
  readonly name: string;
  readonly error: AppError & { readonly kind: 'conflict' };
  /** What the server has now, which the edit is to be compared with; null: nothing. */
  readonly onRebase: (before: string | null) => void;
  readonly onDiscard: () => void;
}

/** Somebody else was faster: nothing was saved, and what is there now can be compared before it is replaced. */
export function Overtaken({ session, name, error, onRebase, onDiscard }: OvertakenProps) {
  const client = useQueryClient();
  const reading = useAction();
  const compare = (): void => {
    if (error.gone === true) {
      onRebase(null);
      return;
    }
    void reading
      .run(() => client.query({ ...policyQuery(session.sessionId, name), staleTime: 0 }))
      .then((now) => {
        if (now !== undefined) onRebase(now.text);
      });
  };
  return (
    <ErrorPanel
      error={reading.failure ?? error}
      title={reading.failure === undefined ? 'Not saved' : 'What is there now could not be read'}
      actions={
        <>
          <Button small disabled={reading.busy} onClick={compare}>
            {error.gone === true ? 'Create it again' : 'Compare with what is there now'}
          </Button>
          <Button small onClick={onDiscard}>
            Discard my changes
          </Button>
        </>
      }
    />
  );
}
