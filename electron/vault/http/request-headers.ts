/** Headers of a request. Values that would break a header are refused before a byte is sent. */
import { fail, ok } from '../../../shared/ipc/result.ts';
import type { Result } from '../../../shared/ipc/result.ts';
import { parseDuration, wrapsAnswer } from '../../../shared/vault/ttl.ts';
import type { ClientOptions, VaultRequest } from './types.ts';

const userAgent = 'Strongroom';

/**
 * Seconds, or numbers with Go's units. A unit without its number could be read in two ways (`ms`): 60 letters took
 * hours.
 */
const duration = /^\d+(?:\.\d+)?$|^(?:\d+(?:\.\d+)?(?:ns|us|ms|[smhd]))+$/;

/**
 * Builds the headers. `namespace`: empty for none; `extra`: the connection's own, already checked: of ours, it can
 * contain only the user agent. The error is `invalid-input` and never repeats the value.
 */
export function requestHeaders(
  request: VaultRequest,
  namespace: string,
  extra: ClientOptions['headers'] = [],
): Result<Record<string, string>> {
  const headers: Record<string, string> = {
    'user-agent': userAgent,
    ...Object.fromEntries(extra.map(({ name, value }) => [name.toLowerCase(), value])),
    accept: 'application/json',
    // Agents and proxies with `require_request_header` refuse requests without it (a guard against forged requests).
    'x-vault-request': 'true',
  };
  if (request.token !== undefined && request.token !== '') headers['x-vault-token'] = request.token;
  if (namespace !== '') headers['x-vault-namespace'] = namespace;
  const wrapTtl = wrapTtlOf(request);
  if (wrapTtl !== undefined) {
    headers['x-vault-wrap-ttl'] = wrapTtl;
    if (request.wrapFormat !== undefined) headers['x-vault-wrap-format'] = request.wrapFormat;
  }
  if (request.body !== undefined)
    headers['content-type'] =
      request.method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  if (request.stream !== undefined) {
    headers['content-type'] = 'application/octet-stream';
    headers['content-length'] = String(request.stream.bytes);
  }
  for (const [name, value] of Object.entries(headers)) {
    if (/^[\x21-\x7e]+(?: +[\x21-\x7e]+)*$/.test(value)) continue;
    const what = fieldNames[name] ?? { field: name, words: `The header ${name}` };
    return fail({
      kind: 'invalid-input',
      field: what.field,
      message: /[\r\n]/.test(value)
        ? `${what.words} contains a line break. Nothing was sent.`
        : `${what.words} contains a character that a header cannot carry. Nothing was sent.`,
      hint: 'Type or paste it again, without spaces or line breaks at its ends.',
    });
  }
  if (wrapTtl !== undefined && !duration.test(wrapTtl))
    return fail({
      kind: 'invalid-input',
      field: 'wrapTtl',
      message: `“${wrapTtl}” is not a duration.`,
      hint: 'Use seconds (300) or a duration such as 5m or 1h30m.',
    });
  if (wrapTtl !== undefined && (parseDuration(wrapTtl) ?? 1) < 1)
    return fail({
      kind: 'invalid-input',
      field: 'wrapTtl',
      message: 'A wrapping token needs a TTL of at least one second. Nothing was sent.',
      hint: 'Use seconds (300) or a duration such as 5m or 1h30m.',
    });
  return ok(headers);
}

/** Wrapping time asked for; undefined without one, and for zero. */
export function wrapTtlOf({ wrapTtl }: Pick<VaultRequest, 'wrapTtl'>): string | undefined {
  return wrapTtl === undefined || !wrapsAnswer(wrapTtl) ? undefined : String(wrapTtl);
}

const fieldNames: Readonly<Record<string, { readonly field: string; readonly words: string }>> = {
  'x-vault-token': { field: 'token', words: 'The token' },
  'x-vault-namespace': { field: 'namespace', words: 'The namespace' },
  'x-vault-wrap-ttl': { field: 'wrapTtl', words: 'The wrapping time' },
};
