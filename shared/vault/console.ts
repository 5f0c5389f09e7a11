/** The request console: arbitrary requests, with facts to know before and after each. */

export const consoleMethods = ['GET', 'LIST', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type ConsoleMethod = (typeof consoleMethods)[number];

export interface ConsoleRequest {
  readonly method: ConsoleMethod;
  /** API path without `/v1/`, optionally with `?name=value&…`. */
  readonly path: string;
  /** One JSON object as text. */
  readonly json?: string;
  /** Credentials that main puts into the body, by JSON pointer. */
  readonly secrets?: readonly { readonly pointer: string; readonly secretRef: string }[];
  /** Seconds or a duration; the response is then a wrapping token. */
  readonly wrapTtl?: string;
  readonly wrapJwt?: boolean;
  /** Overrides the session's namespace. */
  readonly namespace?: string;
  /** Sent without the session's token: logins, look-ups of wrapping tokens, seal status. */
  readonly withoutToken?: boolean;
  /** A wrapping token, sent as `X-Vault-Token` in place of the session's; for `sys/wrapping/unwrap` only. */
  readonly tokenRef?: string;
}

/** The only path that accepts a wrapping token as the request's own token. */
export const unwrapPath = 'sys/wrapping/unwrap';

/** One path of the server's OpenAPI document; the user fills in `{name}`. */
export interface ApiPath {
  readonly path: string;
  readonly methods: readonly ConsoleMethod[];
  /** One line; empty if the server has none. */
  readonly summary: string;
}

export interface ApiCatalogue {
  readonly paths: readonly ApiPath[];
  /** Time of reading the document, ISO 8601. */
  readonly readAt: string;
}

/** One field of a generated form. */
export interface ApiField {
  readonly name: string;
  readonly place: 'path' | 'query' | 'body';
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'duration' | 'time';
  readonly description: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  /** Its value is a credential, typed in the secure prompt. */
  readonly secret: boolean;
  /** JSON text; absent without a default. */
  readonly defaultJson?: string;
  readonly allowed?: readonly string[];
}

/** Parameters of one path, for a form. */
export interface ApiOperation {
  readonly method: ConsoleMethod;
  readonly summary: string;
  readonly fields: readonly ApiField[];
}

export interface ApiPathFacts {
  /** The template that matches the requested path, e.g. `pki/roles/{name}`. */
  readonly path: string;
  readonly operations: readonly ApiOperation[];
}

/** A sent request, without values. */
export interface ConsoleHistoryLine {
  readonly method: ConsoleMethod;
  readonly path: string;
  readonly wrapTtl?: string;
  readonly namespace?: string;
  /** ISO 8601. */
  readonly at: string;
  /** HTTP status; 0: no response. */
  readonly status: number;
  readonly elapsedMs: number;
  /** Its response, as long as main stores it. */
  readonly answerId?: string;
}

/** A request saved for reuse, without body and query. */
export interface FavouriteRequest {
  readonly method: ConsoleMethod;
  /** API path without `/v1/`. */
  readonly path: string;
}

export const mostFavouriteRequests = 100;

export type CopyForm = 'curl' | 'vault' | 'hvac';
