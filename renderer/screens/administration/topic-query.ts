import { useQuery } from '@tanstack/react-query';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { appErrorOf } from '../../api/client.ts';

/** What a page reads from the server. */
export interface TopicQuery<T> {
  readonly data: T | undefined;
  /** Of the latest reading; what was read before stays beside it. */
  readonly error: AppError | undefined;
  /** ISO 8601; undefined: nothing was read yet. */
  readonly readAt: string | undefined;
  readonly busy: boolean;
  /** Reading spends a use of the session's token: nothing is read unasked. */
  readonly costs: boolean;
  readonly refresh: () => void;
}

/** Reads what a page shows: at once, or with a token of limited uses when a person asks for it. */
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
