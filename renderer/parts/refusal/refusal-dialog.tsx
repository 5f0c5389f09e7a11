import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { appErrorOf } from '../../api/client.ts';
import { refusalQuery } from '../../api/refusal.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Explanation } from './explanation.tsx';
import css from './refusal.module.css';

export interface RefusalDialogProps {
  readonly sessionId: string;
  /** 0: unlimited. */
  readonly usesLeft: number;
  /** As the error says it. */
  readonly path: string;
  readonly method: string | undefined;
  readonly onClose: () => void;
}

/** Why a request was refused, found out when it opens; with a limited-use token only once a person says so. */
export function RefusalDialog({ sessionId, usesLeft, path, method, onClose }: RefusalDialogProps) {
  const limited = usesLeft > 0;
  const query = useQuery({
    ...refusalQuery({ sessionId, path, ...(method === undefined ? {} : { method }) }),
    enabled: !limited,
  });
  const ask = (): void => {
    void query.refetch();
  };
  return (
    <Dialog
      wide
      open
      title="Why was I refused?"
      onClose={onClose}
      actions={
        <>
          {query.data !== undefined && (
            <Button icon={RefreshCw} disabled={query.isFetching} onClick={ask}>
              Ask again
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={css['body']}>
        {query.data !== undefined ? (
          <Explanation explanation={query.data} />
        ) : query.isError ? (
          <ErrorPanel
            error={appErrorOf(query.error)}
            title="It could not be found out"
            actions={
              <Button small icon={RefreshCw} onClick={ask}>
                Try again
              </Button>
            }
          />
        ) : limited && !query.isFetching ? (
          <div className={css['costs']}>
            <p>
              Finding out asks the server several questions, and each spends one of the{' '}
              {usesLeft.toLocaleString('en-GB')} uses that this token has left.
            </p>
            <Button small onClick={ask}>
              Ask all the same
            </Button>
          </div>
        ) : (
          <Skeleton rows={6} />
        )}
      </div>
    </Dialog>
  );
}
