/**
 * Turns a request as typed in the console into one for the client: removes pasted parts around the path, splits off
 * the query, and checks that the body is one JSON object. Credentials are inserted here, by pointer, and nowhere
 * else.
 */
import { AppFailure } from '../../../shared/ipc/result.ts';
import { jsonProblem } from '../../../shared/vault/json-problem.ts';
import { checkApiPath } from '../../../shared/vault/path.ts';
import { unwrapPath } from '../../../shared/vault/console.ts';
import type { ConsoleMethod, ConsoleRequest } from '../../../shared/vault/console.ts';
import { endpointOf } from '../../vault/http/address.ts';
import { wrapTtlOf } from '../../vault/http/request-headers.ts';
import type { Method, VaultRequest } from '../../vault/http/types.ts';
import { withSecrets } from './body-secrets.ts';

/** The path and its query, as they are sent. */
export interface TypedPath {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The request without the session's token; `secrets`: the credentials in the body. */
export interface TypedRequest extends TypedPath {
  readonly method: Method;
  readonly body?: string;
  /** The body before credentials were inserted. */
  readonly written?: string;
  readonly secrets: readonly string[];
  /** A wrapping token that replaces the session's token. */
  readonly token?: string;
  /** Namespace without outer slashes; undefined: the session's own. Checks and the request use this same value. */
  readonly namespace?: string;
}

const methods: Readonly<Record<ConsoleMethod, Method>> = {
  GET: 'GET',
  LIST: 'GET',
  POST: 'POST',
  PUT: 'PUT',
  PATCH: 'PATCH',
  DELETE: 'DELETE',
};

/** True if a request of this method can carry a body. */
export function takesBody(method: ConsoleMethod): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

/**
 * Parses the typed request. `address`: the session's own, whose URLs can be pasted; `secretOf` resolves a reference
 * to its credential. Throws `invalid-input` naming the field.
 */
export function readRequest(
  request: ConsoleRequest,
  address: string,
  secretOf: (secretRef: string) => string,
): TypedRequest {
  const { path, query } = readPath(request.path, address);
  const asked = request.method === 'LIST' ? { ...query, list: 'true' } : query;
  const secrets = (request.secrets ?? []).map(({ pointer, secretRef }) => ({
    pointer,
    secret: secretOf(secretRef),
  }));
  const body = readBody(request);
  const token = readToken(request, path, secretOf);
  return {
    method: methods[request.method],
    path,
    query: asked,
    ...(body === undefined ? {} : { written: body }),
    ...(body === undefined && secrets.length === 0 ? {} : { body: withSecrets(body ?? '{}', secrets) }),
    secrets: [...secrets.map(({ secret }) => secret), ...(token === undefined ? [] : [token])],
    ...(token === undefined ? {} : { token }),
    ...namespaceOf(request),
  };
}

/** The only parser of namespaces: `/` and spaces mean none. */
function namespaceOf({ namespace = '' }: ConsoleRequest): Pick<TypedRequest, 'namespace'> {
  const bare = namespace.trim().replace(/^\/+|(?<!\/)\/+$/g, '');
  return bare === '' ? {} : { namespace: bare };
}

/** Combines the typed request with the fields beside it. */
export function clientRequest(request: ConsoleRequest, typed: TypedRequest): Omit<VaultRequest, 'token'> {
  const { method, path, query, body, namespace } = typed;
  const typedTtl = request.wrapTtl?.trim() ?? '';
  const wrapTtl = typedTtl === '' ? undefined : wrapTtlOf({ wrapTtl: typedTtl });
  return {
    method,
    path,
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(body === undefined ? {} : { body }),
    ...(wrapTtl === undefined ? {} : { wrapTtl }),
    ...(wrapTtl !== undefined && request.wrapJwt === true ? { wrapFormat: 'jwt' as const } : {}),
    ...(namespace === undefined ? {} : { namespace }),
    anyBody: true,
    // The status is the node's state: 429, 472, 473, 501 and 503 are valid responses (vault-http-facts 6.4).
    ...(path === 'sys/health' ? { acceptStatus: () => true } : {}),
  };
}

/** Matches `?name=value&…` at the end; any other question mark belongs to a name. */
const queryAtEnd = /\?((?:[\w.~-]+=[^&?#]*)(?:&[\w.~-]+=[^&?#]*)*)$/;

/** Splits a path and its query. Throws `invalid-input`. */
export function readPath(text: string, address: string): TypedPath {
  let whole = text.trim();
  if (/^https?:\/\//i.test(whole)) {
    const url = URL.parse(whole);
    const { origin, basePath } = endpointOf(address);
    if (url === null || url.origin !== origin || !url.pathname.startsWith(`${basePath}/`))
      throw invalid('path', `This address is not of this connection (${address}). Nothing was sent.`);
    whole = decoded(url.pathname.slice(basePath.length)) + url.search;
  }
  whole = whole.replace(/^\/+/, '');
  if (/^v1\//.test(whole) && text.trim() !== whole) whole = whole.slice(3);
  const found = queryAtEnd.exec(whole);
  const path = found === null ? whole : whole.slice(0, found.index);
  const problem = checkApiPath(path);
  if (problem !== undefined) throw invalid('path', problem.message, problem.hint);
  const query: Record<string, string> = {};
  for (const pair of found?.[1]?.split('&') ?? []) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    if (Object.hasOwn(query, name)) throw invalid('path', `The parameter “${name}” is in the path twice.`);
    Object.defineProperty(query, name, { value: decoded(pair.slice(at + 1)), enumerable: true });
  }
  return { path, query };
}

/** Allows a wrapping token only for unwrapping itself: the checks do not know what else it could do. */
function readToken(
  { method, tokenRef }: ConsoleRequest,
  path: string,
  secretOf: (secretRef: string) => string,
): string | undefined {
  if (tokenRef === undefined) return undefined;
  if (takesBody(method) && path.replace(/^\/+|(?<!\/)\/+$/g, '') === unwrapPath) return secretOf(tokenRef);
  throw invalid(
    'tokenRef',
    `A wrapping token is sent as the request’s own token to ${unwrapPath} only. Nothing was sent.`,
  );
}

function readBody({ method, json }: ConsoleRequest): string | undefined {
  const text = json?.trim() ?? '';
  if (!takesBody(method) || text === '') return undefined;
  const problem = jsonProblem(text);
  if (problem !== undefined)
    throw invalid(
      'json',
      `The body is not JSON: line ${String(problem.line)}, column ${String(problem.column)}: ${problem.message}.`,
    );
  if (!text.startsWith('{'))
    throw invalid('json', 'The body must be one JSON object, such as {"name": "value"}.');
  return text;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A bare percent sign: the text is taken literally.
    return text;
  }
}

function invalid(field: string, message: string, hint?: string): AppFailure {
  return new AppFailure({
    kind: 'invalid-input',
    field,
    message,
    ...(hint === undefined ? {} : { hint }),
  });
}
