import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AppError } from '../../../shared/ipc/result.ts';
import { RefusalCard } from '../refusal/refusal-card.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Read } from './use-read.ts';

interface Needed {
  readonly capability: string;
  /** API path without `/v1/`. */
  readonly path: string;
}

export interface LoadedProps<T> {
  readonly query: Read<T>;
  /** Title of a failure, e.g. `The leases could not be listed`. */
  readonly failed: string;
  /** The path is root-protected: it needs `sudo` besides the capability. */
  readonly sudo?: boolean;
  /** Capability that a refusal lacks, if the error is less precise. */
  readonly needs?: Needed;
  /** Default: eight lines. */
  readonly skeleton?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

/** Shows the data as soon as it is read; a failure is shown above the data from before. */
export function Loaded<T>(props: LoadedProps<T>) {
  const { query, failed, sudo = false, needs, skeleton, children } = props;
  const { data, error, unasked, refresh } = query;
  return (
    <>
      <Problem error={error} title={failed} sudo={sudo} needs={needs} onRetry={refresh} />
      {unasked && (
        <div>
          <AskServer onAsk={refresh} />
        </div>
      )}
      {data !== undefined
        ? children(data)
        : error !== undefined || unasked
          ? null
          : (skeleton ?? <Skeleton rows={8} rowHeight="line" />)}
    </>
  );
}

/** The one button for a read that costs a use of a limited token. */
export function AskServer({ onAsk }: { readonly onAsk: () => void }) {
  return (
    <Button small icon={RefreshCw} onClick={onAsk}>
      Ask the server (1 use)
    </Button>
  );
}

export interface ProblemProps {
  /** Undefined: there is none, and nothing is shown. */
  readonly error: AppError | undefined;
  readonly title?: string | undefined;
  readonly sudo?: boolean;
  readonly needs?: Needed | undefined;
  readonly onRetry?: () => void;
}

/** A failure, shown in place: missing permissions are explained by the one card for that. */
export function Problem({ error, title, sudo = false, needs, onRetry }: ProblemProps) {
  if (error === undefined) return null;
  if (error.kind === 'forbidden' && (needs?.path ?? error.path) !== undefined)
    return (
      <RefusalCard
        error={error}
        title={needs === undefined ? title : undefined}
        capability={needs?.capability}
        apiPath={needs?.path}
        sudo={sudo}
        onRetry={onRetry}
      />
    );
  // Its own title explains it, and a retry changes nothing.
  if (isNotHere(error)) return <ErrorPanel error={error} />;
  const actions =
    onRetry === undefined ? undefined : (
      <Button small onClick={onRetry}>
        Retry
      </Button>
    );
  return <ErrorPanel error={error} title={title} {...(actions === undefined ? {} : { actions })} />;
}

/** True if neither another token nor a retry helps: the server does not offer it, or not in this namespace. */
export function isNotHere(error: AppError | undefined): boolean {
  return error?.kind === 'not-offered' || error?.kind === 'root-namespace-only';
}
