/** Login methods a server lists without a token, and logins whose token is not adopted. */
import { queryOptions } from '@tanstack/react-query';
import type { Where } from '../../shared/vault/where.ts';
import { cacheKey, call } from './client.ts';

/**
 * Login methods a server lists without a token. `namespace` defaults to the connection's. `isAsked`: true if the user
 * pressed the button; otherwise an unconfirmed server is not contacted (`cancelled`).
 */
export function loginMethodsQuery(where: Where, namespace?: string, isAsked = () => false) {
  return queryOptions({
    queryKey: [...cacheKey(where, 'login.methods'), where, namespace ?? null],
    queryFn: ({ signal }) =>
      call(
        'login.methods',
        { where, ...(namespace === undefined ? {} : { namespace }), ...(isAsked() ? { asked: true } : {}) },
        signal,
      ),
  });
}
