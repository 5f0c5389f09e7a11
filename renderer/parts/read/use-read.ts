/**
 * One way for a screen to read from the server. `useRead` reads when the component mounts; with a token of limited uses
 * only on request, because each request costs a use. `Loaded` shows the state: a skeleton, the data, a button that
 * names the cost, a refusal with its missing capability, a feature that the server does not offer, or an error with
 * Retry. Data from before stays below a later error.
 */
import { useQuery } from '@tanstack/react-query';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { appErrorOf } from '../../api/client.ts';

/** State of a read from the server. */
export interface Read<T> {
  readonly data: T | undefined;
  /** Error of the latest read; older data stays beside it. */
  readonly error: AppError | undefined;
  /** ISO 8601; undefined: not read yet. */
  readonly readAt: string | undefined;
  readonly busy: boolean;
  /** A read spends a use of the session's token, so it happens only on request. */
  readonly costs: boolean;
  readonly refresh: () => void;
}

/** Reads from the server: at once, or on request with a token of limited uses. */
export function useRead<T, K extends QueryKey>(
  session: SessionView,
  options: UseQueryOptions<T, Error, T, K>,
): Read<T> {
  const costs = session.token.numUses !== 0;
  const query = useQuery({ ...options, enabled: !costs && options.enabled !== false });
  return {
    data: query.data,
    error: query.isError ? appErrorOf(query.error) : undefined,
    readAt: query.data === undefined ? undefined : new Date(query.dataUpdatedAt).toISOString(),
    busy: query.isFetching,
    costs,
    refresh: () => void query.refetch(),
  };
}
