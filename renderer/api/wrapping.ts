/** Response wrapping: taking, looking up, opening, creating and cancelling wrapping tokens. */
import { call, query } from './client.ts';

/** Revokes a wrapping token by its accessor: it can no longer be opened. Returns the server's warnings. */
export async function cancelWrap(sessionId: string, accessor: string): Promise<readonly string[]> {
  const { warnings } = await call('wrapping.cancel', { sessionId, accessor });
  return warnings;
}

/** Approves a request after confirmation; returns true once no more approvals are needed. */
export async function approveRequest(sessionId: string, accessor: string): Promise<boolean> {
  const { approved } = await call('wrapping.approve', { sessionId, accessor });
  return approved;
}

/** Data wrapped in a session, newest first. */
export function sharedWrapsQuery(sessionId: string) {
  return query('wrapping.shared', { sessionId }, { staleTime: 0 });
}
