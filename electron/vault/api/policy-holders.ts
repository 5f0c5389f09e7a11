/**
 * Holders of policies: token roles, roles and users of auth methods, entities and groups. Each family is a list and a
 * read of each name in it, as in the API documentation of the method; reading one changes nothing.
 */
import { ask } from './caller.ts';
import type { Caller } from './caller.ts';
import { asObject, asText, dataOf } from './fields.ts';

export interface AuthMount {
  /** Path with the prefix `auth/` and a trailing slash. */
  readonly path: string;
  readonly type: string;
}

/** One list of an auth method, below its mount. */
export interface HolderList {
  readonly below: string;
  readonly kind: 'role' | 'user' | 'group' | 'certificate';
}

const role: HolderList = { below: 'role', kind: 'role' };
const roles: HolderList = { below: 'roles', kind: 'role' };
const users: HolderList = { below: 'users', kind: 'user' };
const groups: HolderList = { below: 'groups', kind: 'group' };

/** Lists with policies, by type of auth method. */
export const holderLists: Readonly<Partial<Record<string, readonly HolderList[]>>> = {
  alicloud: [role],
  approle: [role],
  aws: [role],
  azure: [role],
  cert: [{ below: 'certs', kind: 'certificate' }],
  cf: [roles],
  gcp: [role],
  github: [
    { below: 'map/teams', kind: 'group' },
    { below: 'map/users', kind: 'user' },
  ],
  jwt: [role],
  kerberos: [groups],
  kubernetes: [role],
  ldap: [users, groups],
  oci: [role],
  oidc: [role],
  okta: [users, groups],
  radius: [users],
  userpass: [users],
};

/** Auth methods below which the token has any right, from `sys/internal/ui/mounts`. */
export async function visibleAuthMounts(caller: Caller): Promise<readonly AuthMount[]> {
  const answer = await ask(caller, { method: 'GET', path: 'sys/internal/ui/mounts', safe: true });
  return Object.entries(asObject(dataOf(answer)['auth']))
    .map(([path, facts]) => ({ path: `auth/${path}`, type: asText(asObject(facts)['type']) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
