/** The mounts a session's token may see. */
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';
import { sessionKey } from './session.ts';

/** Key of the mounts of one session. */
export function mountsKey(sessionId: string) {
  return [...sessionKey(sessionId), 'mounts'] as const;
}

/** Mounts as `sys/internal/ui/mounts` tells them, in the server's order. */
export function mountsQuery(sessionId: string) {
  return queryOptions({
    queryKey: mountsKey(sessionId),
    queryFn: ({ signal }) => call('mount.list', { sessionId }, signal),
  });
}
