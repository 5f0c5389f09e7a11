/** Why a request was refused. */
import { queryOptions } from '@tanstack/react-query';
import type { Input } from '../../shared/ipc/contract.ts';
import { call } from './client.ts';
import { sessionKey } from './session.ts';

/** What is known about a refusal. It asks the server several questions, each of which costs a limited-use token a use. */
export function refusalQuery(input: Input<'refusal.explain'>) {
  const { sessionId, path, method, capability } = input;
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'refusal', path, method ?? '', capability ?? ''] as const,
    queryFn: ({ signal }) =>
      call(
        'refusal.explain',
        {
          sessionId,
          path,
          ...(method === undefined ? {} : { method }),
          ...(capability === undefined ? {} : { capability }),
        },
        signal,
      ),
    // Rights change on the server while the screen is closed.
    gcTime: 0,
  });
}
