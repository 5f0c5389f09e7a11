/** Ways to log in: what a server offers to everybody, and logins whose token is not adopted. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SessionView } from '../../shared/ipc/contract.ts';
import type { LoginOptions } from '../../shared/vault/login.ts';
import type { Where } from '../../shared/vault/where.ts';
import { call } from './client.ts';
import { sessionKey, sessionsKey, withSession } from './session.ts';

/**
 * What a server offers to everybody, asked without a token. `namespace` absent: that of the connection. `isAsked`: whether a
 * person pressed the button; else a server that nobody has confirmed is not contacted (`cancelled`).
 */
export function loginMethodsQuery(where: Where, namespace?: string, isAsked = () => false) {
  const start = 'sessionId' in where ? sessionKey(where.sessionId) : (['connection'] as const);
  return queryOptions({
    queryKey: [...start, 'loginMethods', where, namespace ?? null] as const,
    queryFn: ({ signal }) =>
      call(
        'login.methods',
        { where, ...(namespace === undefined ? {} : { namespace }), ...(isAsked() ? { asked: true } : {}) },
        signal,
      ),
  });
}

/** A new token for an open or locked session in a way of one's own choice; `cancelled` when the person closes the view. */
export function useLogInAnotherWay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ sessionId, login }: { readonly sessionId: string; readonly login: LoginOptions }) =>
      call('session.reauthenticate', { sessionId, login }),
    onSuccess: (session) => {
      client.setQueryData<readonly SessionView[]>(sessionsKey, (before = []) => withSession(before, session));
    },
  });
}

/** Logs in over a session's connection; the token is a held answer and not the session's. */
export function useLogInAside() {
  return useMutation({
    mutationFn: (input: {
      readonly sessionId: string;
      readonly login: LoginOptions;
      readonly wrapTtl?: string;
    }) => call('login.aside', input),
  });
}
