/** Labels of login types, and usual mount paths of their methods. */
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

/** True if a login type uses a method below `auth/`. */
export function hasMount(type: LoginType): boolean {
  return type !== 'token' && type !== 'wrapped';
}

/** Default path of a method by type; empty if unknown. */
export function usualMount(type: LoginType): string {
  return hasMount(type) && type !== 'other' ? `${type}/` : '';
}

/** Login type for a server's method; methods without a form here use free fields. */
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

/** Short description of a login: `token`, `LDAP as ops`, `OIDC at team/oidc/`, `auth/krb/login`. */
export function loginWords({ type, mount, fields }: LoginOptions): string {
  if (type === 'token') return 'token';
  if (type === 'wrapped') return 'wrapping token';
  if (type === 'other') return `auth/${mount}${fields['path'] ?? ''}`;
  const label = type === 'userpass' ? 'user name and password' : typeLabels[type];
  const who = fields['username'] ?? fields['role'] ?? fields['name'] ?? '';
  const at = mount === usualMount(type) ? '' : ` at ${mount}`;
  return `${label}${who === '' ? '' : ` as ${who}`}${at}`;
}

/** Button label while main asks for the login's credentials. */
export function waitingWords(type: LoginType): string {
  return type === 'token' ? 'Waiting for the token…' : 'Waiting for the login…';
}
