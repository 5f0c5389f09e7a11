/**
 * Login methods (vault-http-facts 6.15). Credentials (password, secret ID, JWT, passcode) are typed in the secure
 * prompt and are not part of these types.
 */
export const loginTypes = [
  'token',
  'userpass',
  'ldap',
  'radius',
  'okta',
  'github',
  'approle',
  'jwt',
  'kubernetes',
  'cert',
  'oidc',
  'wrapped',
  'other',
] as const;
export type LoginType = (typeof loginTypes)[number];

/** A method that the server lists without authentication (`listing_visibility=unauth`). */
export interface LoginMethod {
  readonly type: string;
  /** Below `auth/`, with a trailing slash: `userpass/`, `team/ldap/`. */
  readonly mount: string;
  readonly description: string;
}

/** Login options without credentials, so that a profile can store them. */
export interface LoginOptions {
  readonly type: LoginType;
  /** Below `auth/`, with a trailing slash; empty for `token` and `wrapped`. */
  readonly mount: string;
  /** For the login only; absent: the connection's. */
  readonly namespace?: string;
  /**
   * By type: `username` (userpass, ldap, radius, okta), `role` (jwt, kubernetes, oidc, approle: `roleId`), `name`
   * (cert), `port` of the listener (oidc, default 8250), `callback`: `browser` | `paste` (oidc); `secretId`: `plain`
   * | `wrapped` with `expectedPath` (approle); `expectedPath` (wrapped); `path` below the mount and `json` with the
   * non-secret fields (other).
   */
  readonly fields: Readonly<Record<string, string>>;
  /** With `other`: names of the fields to ask for in the secure prompt. */
  readonly secretFields?: readonly string[];
}

export const tokenLogin: LoginOptions = { type: 'token', mount: '', fields: {} };

/** Login methods of a server, before any login. */
export interface LoginMethods {
  readonly methods: readonly LoginMethod[];
  /** `Vault 1.21.2`, or `OpenBao 2.6.2`. */
  readonly server: string;
  readonly namespaces: boolean;
}
