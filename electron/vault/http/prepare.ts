/** Wire form of a request, and all checks that can refuse it before a byte is sent. */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { checkApiPath, encodeApiPath } from '../../../shared/vault/path.ts';
import { redactExactly } from '../../../shared/vault/redact.ts';
import type { Attempt } from './attempt.ts';
import { valuesOf } from './extra-headers.ts';
import { namespaceFor } from './namespace.ts';
import { requestHeaders } from './request-headers.ts';
import { proxyAuthorization } from './tunnel.ts';
import type { ClientOptions, VaultRequest } from './types.ts';

/** Checks a request and writes its URL path (with `/v1/` and query) and headers. Throws `AppFailure`. */
export function prepare(
  options: ClientOptions,
  request: VaultRequest,
): { readonly path: string; readonly headers: Readonly<Record<string, string>> } {
  const problem = checkApiPath(request.path);
  if (problem)
    throw new AppFailure({
      kind: 'invalid-input',
      field: 'path',
      message: redactExactly(problem.message, secretsOf(request)),
      ...(problem.hint === undefined ? {} : { hint: problem.hint }),
    });
  const namespace = namespaceFor(options, request);
  if ('error' in namespace) throw new AppFailure(namespace.error);
  const headers = requestHeaders(request, namespace.header, options.headers);
  if (!headers.ok) throw new AppFailure(headers.error);
  if (request.body?.isWellFormed() === false)
    throw new AppFailure({
      kind: 'invalid-input',
      message: 'A text contains half of a Unicode character (a lone surrogate). Nothing was sent.',
      hint: 'Type that text again instead of pasting it.',
    });
  const query = Object.entries(request.query ?? {})
    .map(
      ([name, value]) =>
        `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`,
    )
    .join('&');
  return {
    path: `/v1/${encodeApiPath(request.path)}${query === '' ? '' : `?${query}`}`,
    headers: headers.value,
  };
}

/** A plain request through a proxy is sent to the proxy with the whole URL; TLS goes through a tunnel (`connector.ts`). */
export function throughProxy(
  proxy: string | undefined,
  hop: { readonly origin: string; readonly path: string },
  headers: Readonly<Record<string, string>>,
): Pick<Attempt, 'origin' | 'path' | 'headers'> {
  if (proxy === undefined || !isPlainlyProxied(proxy, hop.origin)) return { ...hop, headers };
  const authorization = proxyAuthorization(proxy);
  return {
    origin: new URL(proxy).origin,
    path: hop.origin + hop.path,
    headers: {
      ...headers,
      host: new URL(hop.origin).host,
      ...(authorization === undefined ? {} : { 'proxy-authorization': authorization }),
    },
  };
}

/** True if a request goes to the proxy itself, in the clear. */
export function isPlainlyProxied(proxy: string | undefined, origin: string): boolean {
  return proxy !== undefined && origin.startsWith('http:');
}

/** The credentials a request carries, including a gateway's in `headers`; no text about it may contain them. */
export function secretsOf(request: VaultRequest, headers?: ClientOptions['headers']): readonly string[] {
  return [...(request.token === undefined ? [] : [request.token]), ...valuesOf(headers)];
}
