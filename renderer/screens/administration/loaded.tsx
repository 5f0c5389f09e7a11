import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { RefusalCard } from '../../parts/refusal/refusal-card.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { TopicQuery } from './topic-query.ts';

export interface LoadedProps<T> {
  readonly query: TopicQuery<T>;
  /** What is not to be had where it fails, e.g. `The leases could not be listed`. */
  readonly failed: string;
  /** What the button says that reads it with a token of limited uses, e.g. `List engines`. */
  readonly ask: string;
  /** The server's most protected paths want it besides the capability. */
  readonly sudo?: boolean;
  readonly children: (data: T) => ReactNode;
}

/** What was read, as soon as it is there; a failure stands above what was read before. */
export function Loaded<T>({ query, failed, ask, sudo = false, children }: LoadedProps<T>) {
  const { data, error, busy, costs, refresh } = query;
  return (
    <>
      {error !== undefined && <Problem error={error} title={failed} sudo={sudo} onRetry={refresh} />}
      {data !== undefined ? (
        children(data)
      ) : error !== undefined ? null : costs && !busy ? (
        <div>
          <Button icon={RefreshCw} onClick={refresh}>
            {ask} (1 use)
          </Button>
        </div>
      ) : (
        <Skeleton rows={8} rowHeight="line" />
      )}
    </>
  );
}

export interface ProblemProps {
  readonly error: AppError;
  readonly title: string;
  readonly sudo?: boolean;
  readonly onRetry?: () => void;
}

/** What went wrong, where it happened: what the token may not do is explained by the one card for that. */
export function Problem({ error, title, sudo = false, onRetry }: ProblemProps) {
  if (error.kind === 'forbidden' && error.path !== undefined)
    return <RefusalCard error={error} title={title} sudo={sudo} onRetry={onRetry} />;
  // Its own title says it, and asking again changes nothing.
  if (isNotHere(error)) return <ErrorPanel error={error} />;
  const actions =
    onRetry === undefined ? undefined : (
      <Button small onClick={onRetry}>
        Retry
      </Button>
    );
  return <ErrorPanel error={error} title={title} {...(actions === undefined ? {} : { actions })} />;
}

/** Neither another token nor another try would bring it: the server does not offer it, or not in this namespace. */
export function isNotHere(error: AppError | undefined): boolean {
  return error?.kind === 'not-offered' || error?.kind === 'root-namespace-only';
}
