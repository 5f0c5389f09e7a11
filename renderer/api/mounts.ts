/** Mounts visible to a session's token. */
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { sessionKey } from './session.ts';

/** Query key of one session's mounts. */
export function mountsKey(sessionId: string) {
  return [...sessionKey(sessionId), 'mounts'] as const;
}

/** Mounts as listed by `sys/internal/ui/mounts`, in the server's order. */
export function mountsQuery(sessionId: string) {
  return queryOptions({
    queryKey: mountsKey(sessionId),
    queryFn: ({ signal }) => call('mount.list', { sessionId }, signal),
  });
}
