import { RefreshCw } from 'lucide-react';
import { counted, grouped } from '../../../shared/vault/counted.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { RelativeTime } from '../../ui/time.tsx';
import { RefusalCard } from '../../parts/refusal/refusal-card.tsx';
import type { AccessorRow } from '../../../shared/vault/token-work.ts';
import type { Listing } from './accessor-store.ts';
import { JobEnded, JobProgress } from '../../parts/plan/job-progress.tsx';
import css from './token.module.css';

interface StandingProps {
  readonly listing: Listing;
  /** Rows of the table, of which `shown` pass the filters. */
  readonly rows: readonly AccessorRow[];
  readonly shown: number;
  readonly onCancel: () => void;
}

/** Progress of the list of all tokens, or its result. */
export function Standing({ listing, rows, shown, onCancel }: StandingProps) {
  const { running, done, total, startedMs, endedMs, end } = listing;
  if (running)
    return (
      <JobProgress label="Looking up" done={done} total={total} startedMs={startedMs} onCancel={onCancel} />
    );
  if (total === 0) return null;
  const failed = rows.filter(({ token }) => token === undefined).length;
  const count = counted(rows.length, 'token');
  return (
    <JobEnded>
      {end?.outcome === 'cancelled' &&
        `Cancelled: ${grouped(done)} of ${grouped(total)} tokens were looked up. `}
      {shown < rows.length ? `${grouped(shown)} of ${count}` : count}
      {failed > 0 && ` · ${grouped(failed)} could not be looked up`}
      {endedMs !== undefined && (
        <span className={css['readAt']}>
          read <RelativeTime iso={new Date(endedMs).toISOString()} />
        </span>
      )}
    </JobEnded>
  );
}

interface NotListedProps {
  readonly error: AppError;
  readonly onRetry: () => void;
}

/** The reason the tokens of the server could not be listed. */
export function NotListed({ error, onRetry }: NotListedProps) {
  return error.kind === 'forbidden' ? (
    <RefusalCard
      error={error}
      title="Not listed"
      capability="list"
      sudo
      apiPath="auth/token/accessors/"
      onRetry={onRetry}
    />
  ) : (
    <ErrorPanel
      error={error}
      title="The tokens of this server could not be listed"
      actions={
        <Button small icon={RefreshCw} onClick={onRetry}>
          Retry
        </Button>
      }
    />
  );
}
