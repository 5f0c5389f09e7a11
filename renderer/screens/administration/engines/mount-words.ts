import { apiPathOfMount } from '../../../../shared/vault/mount-table.ts';
import type { MountKind, MountRow } from '../../../../shared/vault/mount-table.ts';
import { engineKind } from '../../../../shared/vault/mount.ts';
import type { Mount, MountPath } from '../../../../shared/vault/mount.ts';

interface MountWords {
  readonly title: string;
  /** Prefix of action ids. */
  readonly id: string;
  readonly one: string;
  readonly enable: string;
  /** Types of most servers, used if those of this server are not known. */
  readonly types: readonly string[];
}

/** Texts on the page of a mount kind. */
export const mountWords: Readonly<Record<MountKind, MountWords>> = {
  secret: {
    title: 'Secrets engines',
    id: 'secrets-engines',
    one: 'secrets engine',
    enable: 'Enable engine…',
    types: ['kv', 'pki', 'transit', 'ssh', 'database', 'totp', 'aws', 'azure', 'gcp', 'kubernetes', 'ldap'],
  },
  auth: {
    title: 'Auth methods',
    id: 'auth-methods',
    one: 'auth method',
    enable: 'Enable method…',
    types: ['userpass', 'approle', 'oidc', 'jwt', 'kubernetes', 'ldap', 'cert', 'github', 'aws', 'azure'],
  },
};

/** Display name of a row's type: KV with its version. */
export function typeName({ type, kvVersion }: Pick<MountRow, 'type' | 'kvVersion'>): string {
  return kvVersion === '' ? type : `${type} v${kvVersion}`;
}

/** A row in the form that forms and trees use. */
export function mountOfRow(kind: MountKind, { path, type, kvVersion, tuning }: MountRow): Mount {
  return {
    path: apiPathOfMount(kind, path) as MountPath,
    type,
    engine: engineKind(type, { version: kvVersion }),
    description: tuning.description,
  };
}
