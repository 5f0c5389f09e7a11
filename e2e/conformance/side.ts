/** One client of the service as the cases see it: every operation of the specification, and what came of it. */

/** How a client is let in; both sides are made from the same. */
export interface Connection {
  readonly address: string;
  readonly token?: string;
  readonly namespace?: string;
  /** PEM file of the authority to trust. */
  readonly ca?: string;
  readonly certificate?: { readonly certificateFile: string; readonly keyFile: string };
  readonly timeoutSeconds?: number;
}

/** The kinds of errors that the specification and transport know. */
export type ErrorKind =
  | 'forbidden'
  | 'invalid-path'
  | 'invalid-request'
  | 'sealed'
  | 'tls'
  | 'timeout'
  | 'not-offered'
  | 'refused-before-sending'
  | 'other';

export type Outcome =
  /** `value` is the parsed answer; `null` for an answer without a body. `tokenAfter`: what the client presents now. */
  | { readonly ok: true; readonly value: unknown; readonly tokenAfter: string | undefined }
  | { readonly ok: false; readonly error: ErrorKind; readonly detail: string };

export interface Operations {
  readonly read: (path: string, wrapTtl?: number) => Promise<Outcome>;
  readonly list: (path: string) => Promise<Outcome>;
  readonly write: (path: string, body: Fields, wrapTtl?: number) => Promise<Outcome>;
  readonly delete: (path: string) => Promise<Outcome>;
  /** Without `token` the one presented; `accessor`: what is given is one. */
  readonly lookup: (token?: string, accessor?: boolean, wrapTtl?: number) => Promise<Outcome>;
  readonly renew: (token: string, increment: number | null, wrapTtl?: number) => Promise<Outcome>;
  readonly renewSelf: (increment: number | null, wrapTtl?: number) => Promise<Outcome>;
  readonly revoke: (token: string, orphan?: boolean, accessor?: boolean) => Promise<Outcome>;
  readonly revokeSelf: () => Promise<Outcome>;
  readonly login: (path: string, fields: Fields, adopt: boolean) => Promise<Outcome>;
  /** Without `token` the one presented is the wrapping token; with it, it goes in the body. */
  readonly unwrap: (token?: string) => Promise<Outcome>;
  readonly sealStatus: () => Promise<Outcome>;
  readonly keyStatus: () => Promise<Outcome>;
  readonly leader: () => Promise<Outcome>;
  readonly policy: (name: string) => Promise<Outcome>;
  readonly rekey: () => Promise<Outcome>;
  readonly rootGeneration: () => Promise<Outcome>;
  readonly isAuthenticated: () => Promise<Outcome>;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Makes a client for a connection; ended with `end` of whoever made the side. */
export interface Side {
  readonly name: 'hvac' | 'ours';
  readonly connect: (connection: Connection) => Operations;
  readonly end: () => Promise<void>;
}
