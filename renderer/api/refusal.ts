/** Explanations of refused requests. */
import { queryOptions } from '@tanstack/react-query';
import type { Input } from '../../shared/ipc/contract.ts';
import { call } from './client.ts';
import { sessionKey } from './session.ts';

/** Explains a refusal. It sends several requests, each of which costs a limited-use token one use. */
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
    // Capabilities can change on the server while the screen is closed.
    gcTime: 0,
  });
}
