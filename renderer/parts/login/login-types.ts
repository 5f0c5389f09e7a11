/** What the ways to log in are called, and where their methods usually are. */
import type { LoginMethod, LoginType, LoginOptions } from '../../../shared/vault/login.ts';

export const typeLabels: Readonly<Record<LoginType, string>> = {
  token: 'Token',
  userpass: 'User name and password',
  ldap: 'LDAP',
  radius: 'RADIUS',
  okta: 'Okta',
  github: 'GitHub',
  approle: 'AppRole',
  jwt: 'JWT',
  kubernetes: 'Kubernetes',
  cert: 'TLS certificate',
  oidc: 'OIDC',
  wrapped: 'Wrapping token',
  other: 'Any other path',
};

/** Whether a way to log in is that of a method below `auth/`. */
export function hasMount(type: LoginType): boolean {
  return type !== 'token' && type !== 'wrapped';
}

/** Default path of a method by its type; empty: unknown. */
export function usualMount(type: LoginType): string {
  return hasMount(type) && type !== 'other' ? `${type}/` : '';
}

/** The way that fits a method of the server; what has no form of its own is logged in to with free fields. */
export function typeOf({ type }: LoginMethod): LoginType {
  switch (type) {
    case 'userpass':
    case 'ldap':
    case 'radius':
    case 'okta':
    case 'github':
    case 'approle':
    case 'jwt':
    case 'kubernetes':
    case 'cert':
    case 'oidc':
      return type;
    default:
      return 'other';
  }
}

/** A way to log in, in a few words: `token`, `LDAP as ops`, `OIDC at team/oidc/`, `auth/krb/login`. */
export function loginWords({ type, mount, fields }: LoginOptions): string {
  if (type === 'token') return 'token';
  if (type === 'wrapped') return 'wrapping token';
  if (type === 'other') return `auth/${mount}${fields['path'] ?? ''}`;
  const label = type === 'userpass' ? 'user name and password' : typeLabels[type];
  const who = fields['username'] ?? fields['role'] ?? fields['name'] ?? '';
  const at = mount === usualMount(type) ? '' : ` at ${mount}`;
  return `${label}${who === '' ? '' : ` as ${who}`}${at}`;
}

/** What a button says while main asks for the credentials of a login. */
export function waitingWords(type: LoginType): string {
  return type === 'token' ? 'Waiting for the token…' : 'Waiting for the login…';
}
