/** Login methods a server lists without a token, and logins whose token is not adopted. */
import { queryOptions } from '@tanstack/react-query';
import type { Input } from '../../shared/ipc/contract.ts';
import type { AnswerView } from '../../shared/vault/answer.ts';
import type { Where } from '../../shared/vault/where.ts';
import { call } from './client.ts';
import { sessionKey } from './session.ts';

/**
 * Login methods a server lists without a token. `namespace` defaults to the connection's. `isAsked`: true if the user
 * pressed the button; otherwise an unconfirmed server is not contacted (`cancelled`).
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

/** Logs in over a session's connection; main holds the token as a response, the session keeps its own. */
export function logInAside(input: Input<'login.aside'>): Promise<AnswerView> {
  return call('login.aside', input);
}
