/** The request console: any request, with everything a person should know before and after it. */

export const consoleMethods = ['GET', 'LIST', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type ConsoleMethod = (typeof consoleMethods)[number];

export interface ConsoleRequest {
  readonly method: ConsoleMethod;
  /** API path without `/v1/`; may end in `?name=value&…`. */
  readonly path: string;
  /** One JSON object as text. */
  readonly json?: string;
  /** Credentials that main puts into the body, by JSON pointer. */
  readonly secrets?: readonly { readonly pointer: string; readonly secretRef: string }[];
  /** Seconds or a duration; the answer is then a wrapping token. */
  readonly wrapTtl?: string;
  readonly wrapJwt?: boolean;
  /** Instead of that of the session. */
  readonly namespace?: string;
  /** Sent without the session's token: logins, look-ups of wrapping tokens, seal status. */
  readonly withoutToken?: boolean;
  /** A wrapping token, sent as `X-Vault-Token` in place of the session's; for `sys/wrapping/unwrap` only. */
  readonly tokenRef?: string;
}

/** The one path that takes a wrapping token as the request's own. */
export const unwrapPath = 'sys/wrapping/unwrap';

/** One path of the server's OpenAPI document; `{name}` stands for what a person fills in. */
export interface ApiPath {
  readonly path: string;
  readonly methods: readonly ConsoleMethod[];
  /** One line; empty where the server says nothing. */
  readonly summary: string;
}

export interface ApiCatalogue {
  readonly paths: readonly ApiPath[];
  /** ISO 8601: when the document was read. */
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
  /** Its value is a credential: filled in the trusted view. */
  readonly secret: boolean;
  /** JSON text; absent: none. */
  readonly defaultJson?: string;
  readonly allowed?: readonly string[];
}

/** What may be sent to one path, for a form. */
export interface ApiOperation {
  readonly method: ConsoleMethod;
  readonly summary: string;
  readonly fields: readonly ApiField[];
}

export interface ApiPathFacts {
  /** The template that fits the asked path, e.g. `pki/roles/{name}`. */
  readonly path: string;
  readonly operations: readonly ApiOperation[];
}

/** What was sent, without any value. */
export interface ConsoleHistoryLine {
  readonly method: ConsoleMethod;
  readonly path: string;
  readonly wrapTtl?: string;
  readonly namespace?: string;
  /** ISO 8601. */
  readonly at: string;
  /** HTTP status; 0: no answer. */
  readonly status: number;
  readonly elapsedMs: number;
  /** Its response, for as long as main has it. */
  readonly answerId?: string;
}

/** A request that a person wants at hand; neither body nor query is kept. */
export interface FavouriteRequest {
  readonly method: ConsoleMethod;
  /** API path without `/v1/`. */
  readonly path: string;
}

export const mostFavouriteRequests = 100;

export type CopyForm = 'curl' | 'vault' | 'hvac';
