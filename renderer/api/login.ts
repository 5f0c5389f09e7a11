/** Ways to log in: what a server offers to everybody, and logins whose token is not adopted. */
import { queryOptions } from '@tanstack/react-query';
import type { Input } from '../../shared/ipc/contract.ts';
import type { AnswerView } from '../../shared/vault/answer.ts';
import type { Where } from '../../shared/vault/where.ts';
import { call } from './client.ts';
import { sessionKey } from './session.ts';

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

/** Logs in over a session's connection; the token is a stored answer and not the session's. */
export function logInAside(input: Input<'login.aside'>): Promise<AnswerView> {
  return call('login.aside', input);
}
