/**
 * Allowed targets of a redirect. A standby answers 307 with the leader's address, and the request then carries the
 * token and the body there: so only to an address that the user has confirmed, once, and never from https to http.
 * The server's other addresses are hints, not orders. Behind a gateway the target is a path of its host: its
 * neighbours there can belong to others.
 */
import type { AppError } from '../../../shared/ipc/result.ts';
import type { Method } from './types.ts';

/** A request's next target, or the error that ends it. `path` holds path and query as sent. */
export type Hop = { readonly origin: string; readonly path: string } | { readonly error: AppError };

/** Statuses that are a redirect of an API call. */
export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/**
 * Judges one redirect answer. `allowed`: the session's address and the confirmed origins, in normal form; `followed`:
 * number of earlier ones.
 */
export function nextHop(redirect: {
  readonly from: { readonly origin: string; readonly path: string };
  readonly status: number;
  readonly method: Method;
  readonly location: string | undefined;
  readonly allowed: ReadonlySet<string>;
  readonly followed: number;
}): Hop {
  const { from, status, method, location, allowed, followed } = redirect;
  if (location === undefined || location === '')
    return {
      error: {
        kind: 'bad-answer',
        status,
        message: `The server answered with a redirect (${status}) that names no target.`,
        hint: 'Check what is between this machine and the server: a proxy or load balancer may have answered.',
      },
    };
  const target = URL.parse(location, from.origin + from.path);
  if (target === null || !/^https?:$/.test(target.protocol) || target.hostname === '')
    return refused(status, 'an address that cannot be followed', 'an address that is neither http nor https');
  const origin = target.origin;
  if (target.username !== '' || target.password !== '')
    return refused(status, origin, `${origin} with a user name in it`);
  if (from.origin.startsWith('https:') && target.protocol === 'http:')
    return refused(status, origin, `${origin}, which is not encrypted`);
  if (!isWithin(target, allowed))
    return origin === from.origin
      ? refused(status, origin, `${origin}${target.pathname}, outside of the confirmed address`)
      : refused(status, origin, `${origin}, which has not been confirmed`);
  if (followed >= 1) return refused(status, origin, `${origin} after it had already been redirected once`);
  if (!(status === 307 || status === 308) && !(method === 'GET' && status !== 303))
    return refused(
      status,
      origin,
      `${origin} with status ${status}, which does not keep the request as it is`,
    );
  return { origin, path: target.pathname + target.search };
}

function isWithin({ origin, pathname }: URL, allowed: ReadonlySet<string>): boolean {
  if (allowed.has(origin)) return true;
  return [...allowed].some((address) => `${origin}${pathname}`.startsWith(`${address}/`));
}

function refused(status: number, location: string, whither: string): Hop {
  return {
    error: {
      kind: 'redirect-refused',
      status,
      location,
      message: `The server redirected the request to ${whither}. The redirect was not followed. The token was not sent there.`,
      hint: 'If it is of the same cluster, connect to it or confirm it here.',
    },
  };
}
