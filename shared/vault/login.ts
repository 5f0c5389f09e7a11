/**
 * Ways to log in (vault-http-facts 6.15). What is a credential (password, secret id, JWT, passcode) is typed in the
 * trusted view and is in none of these.
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

/** A method that the server advertises to everybody (`listing_visibility=unauth`). */
export interface LoginMethod {
  readonly type: string;
  /** Below `auth/`, ending in a slash: `userpass/`, `team/ldap/`. */
  readonly mount: string;
  readonly description: string;
}

/** How to log in: all that is not a credential, so that a profile may remember it. */
export interface LoginOptions {
  readonly type: LoginType;
  /** Below `auth/`, ending in a slash; empty for `token` and `wrapped`. */
  readonly mount: string;
  /** For the login alone; absent: that of the connection. */
  readonly namespace?: string;
  /**
   * By type: `username` (userpass, ldap, radius, okta), `role` (jwt, kubernetes, oidc, approle: `roleId`), `name` (cert),
   * `port` of the listener (oidc, 8250 unless told), `callback`: `browser` | `paste` (oidc); `secretId`: `plain` |
   * `wrapped` with `expectedPath` (approle); `expectedPath` (wrapped); `path` below the mount and `json` with the fields that are no credentials
   * (other).
   */
  readonly fields: Readonly<Record<string, string>>;
  /** With `other`: names of the fields whose values are asked for in the trusted view. */
  readonly secretFields?: readonly string[];
}

export const tokenLogin: LoginOptions = { type: 'token', mount: '', fields: {} };

/** What a login screen shows of a server before anybody has logged in. */
export interface LoginMethods {
  readonly methods: readonly LoginMethod[];
  /** `Vault 1.21.2`, or `OpenBao 2.6.2`. */
  readonly server: string;
  readonly namespaces: boolean;
}
