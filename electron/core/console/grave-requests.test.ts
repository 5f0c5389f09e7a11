import { describe, expect, it } from 'vitest';
import type { ConsoleMethod } from '../../../shared/vault/console.ts';
import type { EngineKind, Mount, MountPath } from '../../../shared/vault/mount.ts';
import { graveRequest } from './grave-requests.ts';

const mount = (path: string, engine: EngineKind, type: string): Mount => ({
  path: path as MountPath,
  engine,
  type,
  description: '',
});
const mounts = [
  mount('secret/', 'kv2', 'kv'),
  mount('old/', 'kv1', 'kv'),
  mount('cubbyhole/', 'cubbyhole', 'cubbyhole'),
  mount('pki/', 'other', 'pki'),
  mount('transit/', 'other', 'transit'),
  mount('database/', 'other', 'database'),
  mount('ssh/', 'other', 'ssh'),
  mount('totp/', 'other', 'totp'),
  mount('own/', 'other', 'own-plugin'),
];

type Case = [method: ConsoleMethod, path: string, body?: string | undefined];

const judged = ([method, path, body]: Case) => graveRequest({ method, path, body }, mounts);

const renewals = [
  'auth/token/renew',
  'auth/token/renew-self',
  'auth/token/renew-accessor',
  'auth/token/renew/hvs.x',
  'sys/leases/renew',
  'sys/leases/renew/database/creds/app/1',
  'sys/renew/database/creds/app/1',
];

describe('requests that are asked about', () => {
  it.each<Case>([
    ['PUT', 'sys/seal'],
    ['POST', '/sys/seal/'],
    ['PUT', 'sys/step-down'],
    ['PUT', 'sys/leases/revoke'],
    ['PUT', 'sys/leases/revoke-prefix/database/creds'],
    ['PUT', 'sys/revoke-force/x'],
    ['POST', 'auth/token/revoke'],
    ['POST', 'auth/token/revoke-accessor'],
    ['POST', 'auth/token/revoke-orphan'],
    ['POST', 'auth/token/revoke-self'],
    ['PUT', 'sys/rekey/init'],
    ['PUT', 'sys/rekey/update'],
    ['PUT', 'sys/generate-root/attempt'],
    ['PUT', 'sys/rotate'],
    ['PUT', 'sys/policy/app'],
    ['PUT', 'sys/policies/acl/app'],
    ['POST', 'sys/mounts/new'],
    ['POST', 'sys/mounts/new/tune'],
    ['POST', 'sys/auth/new'],
    ['POST', 'sys/remount'],
    ['PUT', 'sys/audit/file'],
    ['POST', 'sys/storage/raft/snapshot-force'],
    ['POST', 'sys/raw/core/x'],
    // A namespace may stand at the head of a path, and its mounts are not known.
    ['POST', 'team/sys/policies/acl/app'],
    ['POST', 'team/old/app'],
    ['PATCH', 'nowhere/app'],
    ['POST', 'secret/destroy/app'],
    ['POST', 'secret/delete/app'],
    ['POST', 'secret/config'],
    ['POST', 'old/app'],
    ['PUT', 'old/sys/seal'],
    ['POST', 'cubbyhole/app'],
    ['POST', 'transit/keys/k/trim'],
    ['POST', 'transit/keys/k/config'],
    ['POST', 'pki/revoke'],
    ['POST', 'pki/root/generate/internal'],
    ['POST', 'pki/config/urls'],
    ['POST', 'database/config/main'],
    ['POST', 'database/rotate-root/main'],
    ['DELETE', 'sys/mounts/secret'],
    ['DELETE', 'secret/data/app'],
    ['DELETE', 'nowhere/x'],
    ['DELETE', 'transit/keys/k'],
    ['POST', 'auth/userpass/users/ops'],
    ['POST', 'auth/userpass/users/ops/password'],
    ['POST', 'auth/userpass/users/ops/policies'],
    ['POST', 'auth/ldap/config'],
    ['POST', 'auth/ldap/groups/dev'],
    ['POST', 'auth/approle/role/app'],
    ['POST', 'auth/approle/role/app/secret-id'],
    ['POST', 'auth/approle/role/app/custom-secret-id'],
    ['POST', 'auth/github/map/teams/dev'],
    ['POST', 'auth/token/roles/app'],
    ['POST', 'auth/own/anything'],
    // “login” may be the name of a user or a role, or of a mount.
    ['POST', 'auth/userpass/users/login/password'],
    ['POST', 'auth/userpass/users/login'],
    ['POST', 'auth/approle/role/login/secret-id'],
    ['POST', 'auth/corp/login/config'],
    ['POST', 'auth/token/create', '{"policies":["root"],"id":"known"}'],
    ['POST', 'auth/token/create-orphan', '{"\\u0069d":"known"}'],
    ['POST', 'identity/entity'],
    ['POST', 'identity/entity/name/ops'],
    ['POST', 'identity/group/id/1'],
    ['POST', 'identity/entity-alias'],
    ['POST', 'identity/mfa/method/totp/admin-destroy'],
    ['POST', 'identity/oidc/client/app'],
    ['POST', 'sys/loggers'],
    ['POST', 'sys/loggers/core'],
    ['POST', 'sys/control-group/authorize'],
    ['POST', 'sys/quotas/rate-limit/all'],
    ['PUT', 'sys/config/auditing/request-headers/x'],
    ['POST', 'sys/leases/tidy'],
    ['POST', 'sys/never/heard/of'],
    ['POST', 'secret/metadata/app', '{"custom_metadata":{"a":"b"}}'],
    ['POST', 'secret/metadata/app', '{"delete_version_after":"1s"}'],
    ['PATCH', 'secret/metadata/app', '{"max_versions":1}'],
    ['POST', 'secret/config', '{"max_versions":1}'],
    ['POST', 'secret/app'],
    ['POST', 'transit/keys/k'],
    ['POST', 'transit/keys/k/rotate'],
    ['PATCH', 'pki/issuer/default'],
    ['POST', 'pki/roles/web'],
    ['POST', 'pki/root/sign-intermediate'],
    ['POST', 'pki/sign-verbatim/web'],
    ['POST', 'ssh/roles/web'],
    ['POST', 'totp/keys/ops'],
    // Named like a harmless one of another type.
    ['POST', 'own/encrypt/k'],
    ['POST', 'database/sign/x'],
  ])('%s %s %s', (method, path, body) => {
    expect(judged([method, path, body])?.why).toMatch(/\.$/);
  });

  it.each([
    '{"increment":1}',
    '{"increment":299}',
    '{"increment":"1s"}',
    '{"increment":"4m59s"}',
    '{"increment":" 5 "}',
    '{"\\u0069ncrement":1}',
    '{"increment":1e0}',
    '{"increment":0.5}',
    '{"increment":-1}',
    '{"increment":"soon"}',
    '{"increment":null}',
    // In nanoseconds, these run over 64 bits.
    '{"increment":18446744074}',
    '{"increment":"18446744074"}',
    '{"increment":"213503982335d"}',
  ])('renewals by %s', (body) => {
    for (const path of renewals) expect(judged(['POST', path, body])?.why).toContain('within minutes');
  });
});

describe('requests that are sent at once', () => {
  it.each<Case>([
    ['GET', 'sys/seal'],
    ['LIST', 'sys/mounts'],
    ['POST', 'auth/userpass/login/ops'],
    ['POST', 'auth/token/lookup'],
    ['POST', 'auth/token/lookup-accessor'],
    ['POST', 'auth/token/create'],
    ['POST', 'auth/token/create/app', '{"ttl":"5m"}'],
    ['POST', 'auth/approle/login', '{"role_id":"a"}'],
    ['POST', 'auth/approle/role/app/secret-id/lookup'],
    ['POST', 'auth/oidc/oidc/auth_url'],
    ['POST', 'sys/mfa/validate'],
    ['POST', 'identity/lookup/entity'],
    ['POST', 'sys/wrapping/wrap'],
    ['POST', 'sys/wrapping/unwrap'],
    ['POST', 'sys/capabilities-self'],
    ['PUT', 'sys/leases/lookup'],
    ['POST', 'sys/tools/hash'],
    ['POST', 'secret/data/app'],
    ['PATCH', 'secret/data/app'],
    ['POST', 'secret/undelete/app'],
    // A name, not a family of the API.
    ['POST', 'secret/data/destroy/app'],
    ['POST', 'transit/encrypt/k'],
    ['POST', 'transit/datakey/plaintext/k'],
    ['POST', 'transit/sign/k/sha2-256'],
    ['POST', 'transit/random/8'],
    ['POST', 'pki/issue/web'],
    ['POST', 'pki/issuer/default/sign/web'],
    ['POST', 'ssh/sign/web'],
    ['POST', 'totp/code/ops'],
    ['POST', 'database/creds/app'],
  ])('%s %s %s', (method, path, body) => {
    expect(judged([method, path, body])).toBeUndefined();
  });

  it.each([
    undefined,
    '{}',
    '{"increment":0}',
    '{"increment":300}',
    '{"increment":"1h"}',
    '{"increment":"30d"}',
    '{"increment":2764800}',
  ])('renewals by %s', (body) => {
    for (const path of renewals) expect(judged(['PUT', path, body])).toBeUndefined();
  });
});

describe('what must be typed', () => {
  it.each<Case>([
    ['DELETE', 'sys/mounts/secret'],
    ['DELETE', 'sys/auth/userpass'],
    ['DELETE', 'secret/metadata/app'],
    ['DELETE', 'old/app'],
    ['DELETE', 'transit/keys/k'],
    ['POST', 'secret/destroy/app'],
    ['PUT', 'sys/seal'],
    ['PUT', 'sys/leases/revoke-prefix/x'],
    ['POST', 'secret/metadata/app', '{"max_versions":1}'],
    ['PATCH', 'secret/metadata/app', '{"max_versions":"1"}'],
    ['POST', 'secret/config', '{"max_versions":1}'],
  ])('%s %s %s', (method, path, body) => {
    expect(judged([method, path, body])?.typed).toBe(true);
  });

  it.each<Case>([
    ['DELETE', 'secret/data/app'],
    ['POST', 'secret/delete/app'],
    ['POST', 'auth/token/revoke'],
    ['DELETE', 'pki/roles/web'],
    ['POST', 'auth/token/renew-self', '{"increment":1}'],
    ['POST', 'secret/metadata/app', '{"custom_metadata":{}}'],
    ['POST', 'auth/userpass/users/ops/password'],
    ['POST', 'identity/entity'],
  ])('not for %s %s %s', (method, path, body) => {
    expect(judged([method, path, body])?.typed).toBe(false);
  });
});

describe('where mounts may not be asked for', () => {
  it('asks about every write that may land in an engine', () => {
    const unknown = (method: ConsoleMethod, path: string) => graveRequest({ method, path }, undefined);
    expect(unknown('POST', 'secret/data/app')?.why).toContain('not known');
    expect(unknown('POST', 'transit/encrypt/k')?.why).toContain('not known');
    expect(unknown('POST', 'auth/userpass/login/x')).toBeUndefined();
    expect(unknown('POST', 'auth/userpass/users/x')?.why).toContain('log in');
    expect(unknown('GET', 'secret/data/app')).toBeUndefined();
  });
});

describe('what is said', () => {
  it.each<readonly [path: string, words: string]>([
    ['auth/userpass/users/ops/password', 'password is replaced'],
    ['auth/userpass/users/ops/policies', 'policies are replaced'],
    ['auth/ldap/config', 'whose logins the server believes'],
    ['auth/approle/role/app', 'Who can log in here'],
    ['auth/approle/role/app/custom-secret-id', 'whoever knows that'],
    ['identity/entity-alias', 'policies of somebody else'],
    ['identity/mfa/login-enforcement/x', 'Second factors'],
    ['identity/entity', 'which policies logins hold'],
    ['sys/control-group/authorize', 'approve'],
    ['sys/loggers', 'log'],
    ['secret/metadata/app', 'notes of the entry'],
    ['transit/keys/k/rotate', 'older ones are kept'],
    ['pki/roles/web', 'role is replaced'],
    ['pki/root/sign-intermediate', 'past the limits'],
    ['own/anything', 'not known to be harmless'],
  ])('of a write to %s', (path, words) => {
    expect(judged(['POST', path])?.why).toContain(words);
  });
});
