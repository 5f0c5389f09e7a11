/**
 * A request as a person writes it in the console becomes one for the client: the path freed of what people paste around
 * it, the query taken off its end, the body checked as one JSON object. Credentials are put in here, by pointer, and
 * nowhere else.
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

/** What is sent, save for the session's token; `secrets`: the credentials in the body. */
export interface TypedRequest extends TypedPath {
  readonly method: Method;
  readonly body?: string;
  /** The body before credentials were put into it. */
  readonly written?: string;
  readonly secrets: readonly string[];
  /** A wrapping token that takes the place of the session's. */
  readonly token?: string;
  /** Without slashes at its ends; undefined: the session's own. What is judged is what is sent. */
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

/** Whether a request of this method carries a body. */
export function takesBody(method: ConsoleMethod): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

/**
 * Reads what was typed. `address`: the session's own, whose URLs may be pasted; `secretOf` answers the credential of a
 * reference. Throws `invalid-input` naming the field.
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

/** The one place that reads a namespace: `/` and spaces name none. */
function namespaceOf({ namespace = '' }: ConsoleRequest): Pick<TypedRequest, 'namespace'> {
  const bare = namespace.trim().replace(/^\/+|(?<!\/)\/+$/g, '');
  return bare === '' ? {} : { namespace: bare };
}

/** The request of the client: what was typed with what stands beside it. */
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
    // The node's state is in the status there: 429, 472, 473, 501 and 503 are answers (vault-http-facts 6.4).
    ...(path === 'sys/health' ? { acceptStatus: () => true } : {}),
  };
}

/** `?name=value&…` at the end; a question mark that no such thing follows belongs to a name. */
const queryAtEnd = /\?((?:[\w.~-]+=[^&?#]*)(?:&[\w.~-]+=[^&?#]*)*)$/;

/** Reads a path with its query. Throws `invalid-input`. */
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
    if (Object.hasOwn(query, name))
      throw invalid('path', `The parameter “${name}” stands in the path twice.`);
    Object.defineProperty(query, name, { value: decoded(pair.slice(at + 1)), enumerable: true });
  }
  return { path, query };
}

/** What else a token that is not the session's could do is judged nowhere: it may unwrap itself, and nothing more. */
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
    // A percent sign of its own: the text is meant as it stands.
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
