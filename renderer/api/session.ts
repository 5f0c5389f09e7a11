/** Open sessions. The list is kept by main's events; it is asked for once. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Input, Output, SessionView } from '../../shared/ipc/contract.ts';
import type { LoginOptions } from '../../shared/vault/login.ts';
import { unpackNames } from '../../shared/vault/names.ts';
import { call } from './client.ts';

export const sessionsKey = ['sessions'] as const;

/** What starts the keys of every session. */
export const anySessionKey = ['session'] as const;

/** Where every key of one session starts, so that one call forgets it. */
export function sessionKey(sessionId: string): readonly ['session', string] {
  return [...anySessionKey, sessionId] as const;
}

/** All open sessions, oldest first. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => call('session.list', {}, signal),
  });
}

/** Opens a session: main asks for the token in the trusted view. Fails with `cancelled` when the person closes it. */
export async function openSession(
  client: QueryClient,
  input: Input<'session.open'>,
  signal: AbortSignal,
): Promise<SessionView> {
  return rememberSession(client, await call('session.open', input, signal));
}

/** Asks for a new token for an open or locked session in the trusted view, in another way where one is named; tabs and edits stay. */
export async function reauthenticate(
  client: QueryClient,
  sessionId: string,
  login?: LoginOptions,
): Promise<SessionView> {
  const asked = login === undefined ? {} : { login };
  return rememberSession(client, await call('session.reauthenticate', { sessionId, ...asked }));
}

/** Unlocks a session by the token that the keychain has kept. */
export async function unlockFromKeychain(client: QueryClient, sessionId: string): Promise<SessionView> {
  return rememberSession(client, await call('session.reauthenticate', { sessionId, fromKeychain: true }));
}

/** Asks the server how it is, and (if its token is not a limited-use one) for the token again. */
export async function refreshSession(client: QueryClient, sessionId: string): Promise<SessionView> {
  return rememberSession(client, await call('session.refresh', { sessionId }));
}

/** Closes a locked session, which has no token any more. */
export async function closeSession(sessionId: string): Promise<void> {
  await call('session.close', { sessionId });
}

/** Logs out: main asks how in the secure prompt. Fails with `cancelled`, or with why the token was not revoked. */
export function logOut(sessionId: string): Promise<Output<'session.logOut'>> {
  return call('session.logOut', { sessionId });
}

/** The same server in another namespace with the same token, as another session. */
export async function openNamespace(
  client: QueryClient,
  input: Input<'session.openNamespace'>,
): Promise<SessionView> {
  return rememberSession(client, await call('session.openNamespace', input));
}

/** The namespaces directly below a session's own, as the server names them; asked for whenever a list of them is opened. */
export function namespacesQuery(sessionId: string) {
  return queryOptions({
    queryKey: [...sessionKey(sessionId), 'namespaces'] as const,
    queryFn: async ({ signal }) => {
      const { names } = await call('session.namespaces', { sessionId }, signal);
      return unpackNames(names);
    },
    staleTime: 0,
  });
}

/** Has the list say what main has just said of a session; one that is new comes to its end. */
export function rememberSession(client: QueryClient, session: SessionView): SessionView {
  client.setQueryData<readonly SessionView[]>(sessionsKey, (before = []) => {
    const known = before.some((other) => other.sessionId === session.sessionId);
    if (!known) return [...before, session];
    return before.map((other) => (other.sessionId === session.sessionId ? session : other));
  });
  return session;
}

/** The program that a sample server would be started with; empty: there is none. */
export function sampleQuery() {
  return queryOptions({
    queryKey: ['sample'] as const,
    queryFn: ({ signal }) => call('sample.find', {}, signal),
  });
}

/** Starts a sample server on this machine and opens a session with it. */
export async function startSample(client: QueryClient): Promise<SessionView> {
  return rememberSession(client, await call('sample.start', {}));
}
