/**
 * One way for a screen to read from the server. `useRead` reads when the component mounts. Main sends nothing of that
 * which costs a token with limited uses a use, and answers `costs-a-use` instead; the screen decides nothing. `Loaded`
 * shows the state: a skeleton, the data, the one button that asks nevertheless, a refusal with its missing capability,
 * a feature that the server does not offer, or an error with Retry. Data from before stays below a later state.
 */
import { useQuery } from '@tanstack/react-query';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { SessionView } from '../../../shared/ipc/contract.ts';
import type { AppError } from '../../../shared/ipc/result.ts';
import { hasLimitedUses } from '../../../shared/vault/token.ts';
import { appErrorOf, asByUser, byItself } from '../../api/client.ts';

/** State of a read from the server. */
export interface Read<T> {
  readonly data: T | undefined;
  /** Error of the latest read; older data stays beside it. */
  readonly error: AppError | undefined;
  /** The latest read was not sent, because it costs a use that the user did not ask for. */
  readonly unasked: boolean;
  /** Read, or tried, since the component was mounted. */
  readonly fresh: boolean;
  /** ISO 8601; undefined: not read yet. */
  readonly readAt: string | undefined;
  readonly busy: boolean;
  /** Each read can cost a use of the session's token. */
  readonly costs: boolean;
  /** Reads again because the user wants it. */
  readonly refresh: () => void;
}

/** Reads from the server. What would cost a use of the token is sent only by `refresh`. */
export function useRead<T, K extends QueryKey>(
  session: Pick<SessionView, 'token'> | undefined,
  options: UseQueryOptions<T, Error, T, K>,
): Read<T> {
  const costs = session !== undefined && hasLimitedUses(session.token);
  const { queryFn } = options;
  const query = useQuery({
    ...options,
    ...(typeof queryFn === 'function'
      ? { queryFn: (...context: Parameters<typeof queryFn>) => byItself(() => queryFn(...context)) }
      : {}),
    ...(costs ? { refetchInterval: false } : {}),
  });
  const latest = query.isError ? appErrorOf(query.error) : undefined;
  const unasked = latest?.kind === 'costs-a-use';
  return {
    data: query.data,
    error: unasked ? undefined : latest,
    unasked: unasked && !query.isFetching,
    fresh: query.isFetchedAfterMount,
    readAt: query.data === undefined ? undefined : new Date(query.dataUpdatedAt).toISOString(),
    busy: query.isFetching,
    costs,
    refresh: () => void asByUser(() => query.refetch()),
  };
}
