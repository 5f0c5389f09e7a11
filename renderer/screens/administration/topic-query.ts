import { useQuery } from '@tanstack/react-query';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { appErrorOf } from '../../api/client.ts';

/** State of a page's read from the server. */
export interface TopicQuery<T> {
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

/** Reads a page's data: at once, or on request with a token of limited uses. */
export function useTopicQuery<T, K extends QueryKey>(
  session: SessionView,
  options: UseQueryOptions<T, Error, T, K>,
): TopicQuery<T> {
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
