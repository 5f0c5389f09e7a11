/** Open sessions. The list is kept by main's events; it is asked for once. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Input, SessionView } from '../../shared/ipc/contract.ts';
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
export function useOpenSession() {
  const remember = useRemember();
  return useMutation({
    mutationFn: ({ input, signal }: { input: Input<'session.open'>; signal: AbortSignal }) =>
      call('session.open', input, signal),
    onSuccess: remember,
  });
}

/** Asks for a new token for an open session in the trusted view; tabs and edits stay. */
export function useReauthenticate() {
  const remember = useRemember();
  return useMutation({
    mutationFn: (sessionId: string) => call('session.reauthenticate', { sessionId }),
    onSuccess: remember,
  });
}

/** Unlocks a session by a new token from the trusted view, or by the one that the keychain has kept. */
export function useUnlock() {
  const remember = useRemember();
  return useMutation({
    mutationFn: ({ sessionId, fromKeychain }: { sessionId: string; fromKeychain: boolean }) =>
      call('session.reauthenticate', { sessionId, ...(fromKeychain ? { fromKeychain } : {}) }),
    onSuccess: remember,
  });
}

/** Asks the server how it is, and (if its token is not a limited-use one) for the token again. */
export function useRefreshSession() {
  const remember = useRemember();
  return useMutation({
    mutationFn: (sessionId: string) => call('session.refresh', { sessionId }),
    onSuccess: remember,
  });
}

/** Closes a locked session, which has no token any more. */
export function useCloseSession() {
  return useMutation({ mutationFn: (sessionId: string) => call('session.close', { sessionId }) });
}

/** Logs out: main asks how in the secure prompt. Fails with `cancelled`, or with why the token was not revoked. */
export function useLogOut() {
  return useMutation({ mutationFn: (sessionId: string) => call('session.logOut', { sessionId }) });
}

/** The same server in another namespace with the same token, as another session. */
export function useOpenNamespace() {
  const remember = useRemember();
  return useMutation({
    mutationFn: (input: Input<'session.openNamespace'>) => call('session.openNamespace', input),
    onSuccess: remember,
  });
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

function useRemember(): (session: SessionView) => void {
  const client = useQueryClient();
  return (session) => {
    client.setQueryData<readonly SessionView[]>(sessionsKey, (before = []) => withSession(before, session));
  };
}

/** The list with `session` in its place, or at the end when it is new. */
export function withSession(before: readonly SessionView[], session: SessionView): readonly SessionView[] {
  const known = before.some((other) => other.sessionId === session.sessionId);
  if (!known) return [...before, session];
  return before.map((other) => (other.sessionId === session.sessionId ? session : other));
}
