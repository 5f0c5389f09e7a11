/** Open sessions. The list is queried once, then updated by main's events. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Input, SessionView } from '../../shared/ipc/contract.ts';
import type { LoginOptions } from '../../shared/vault/login.ts';
import { unpackNames } from '../../shared/vault/names.ts';
import { cacheKey, call, query } from './client.ts';

export const sessionsKey = query('session.list', {}).queryKey;

/** Opens a session: main asks for the token in the secure prompt. Fails with `cancelled` if the user closes it. */
export async function openSession(
  client: QueryClient,
  input: Input<'session.open'>,
  signal: AbortSignal,
): Promise<SessionView> {
  return rememberSession(client, await call('session.open', input, signal));
}

/**
 * Asks for a new token for an open or locked session in the secure prompt, with `login` by another method; tabs and
 * drafts stay.
 */
export async function reauthenticate(
  client: QueryClient,
  sessionId: string,
  login?: LoginOptions,
): Promise<SessionView> {
  const asked = login === undefined ? {} : { login };
  return rememberSession(client, await call('session.reauthenticate', { sessionId, ...asked }));
}

/** Unlocks a session with its token from the keychain. */
export async function unlockFromKeychain(client: QueryClient, sessionId: string): Promise<SessionView> {
  return rememberSession(client, await call('session.reauthenticate', { sessionId, fromKeychain: true }));
}

/** Refetches the server's health and, unless its uses are limited, the token. */
export async function refreshSession(client: QueryClient, sessionId: string): Promise<SessionView> {
  return rememberSession(client, await call('session.refresh', { sessionId }));
}

/** Opens another namespace of the same server with the same token, as another session. */
export async function openNamespace(
  client: QueryClient,
  input: Input<'session.openNamespace'>,
): Promise<SessionView> {
  return rememberSession(client, await call('session.openNamespace', input));
}

/** Namespaces directly below a session's own, in the server's spelling; refetched whenever a list of them opens. */
export function namespacesQuery(sessionId: string) {
  return queryOptions({
    queryKey: cacheKey({ sessionId }, 'session.namespaces'),
    queryFn: async ({ signal }) => {
      const { names } = await call('session.namespaces', { sessionId }, signal);
      return unpackNames(names);
    },
    staleTime: 0,
  });
}

/** Stores main's latest session state in the list; appends new sessions. */
export function rememberSession(client: QueryClient, session: SessionView): SessionView {
  client.setQueryData<readonly SessionView[]>(sessionsKey, (before = []) => {
    const known = before.some((other) => other.sessionId === session.sessionId);
    if (!known) return [...before, session];
    return before.map((other) => (other.sessionId === session.sessionId ? session : other));
  });
  return session;
}

/** Starts a sample server on this machine and opens a session with it. */
export async function startSample(client: QueryClient): Promise<SessionView> {
  return rememberSession(client, await call('sample.start', {}));
}
