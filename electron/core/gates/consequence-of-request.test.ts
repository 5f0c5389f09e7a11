import { describe, expect, it } from 'vitest';
import { mountOf } from '../../../shared/vault/mount.ts';
import type { EngineKind, Mount, MountPath } from '../../../shared/vault/mount.ts';
import type { EntryMetadata } from '../../../shared/vault/entry.ts';
import type { Method } from '../../vault/http/types.ts';
import { consequenceOf } from './consequence-of-request.ts';
import {
  engineWrites,
  lastingDeletions,
  mintingReads,
  serverWrites,
  versionedWrites,
} from './destructive-reasons.ts';
import type { Consequence, JudgedRequest } from './consequence-of-request.ts';
import type { Life, ServerFacts } from './server-facts.ts';

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
  mount('odd/mount/of/many/parts/', 'kv1', 'kv'),
];

type Case = [method: Method, path: string, body?: string | undefined];

/** Facts of a server that reveals only its mounts. */
const closed: ServerFacts = {
  mountFor: (path) => Promise.resolve(mountOf(mounts, path)),
  unversioned: () => Promise.resolve(undefined),
  metadata: () => Promise.resolve(undefined),
  config: () => Promise.resolve(undefined),
  life: () => Promise.resolve(undefined),
  present: () => Promise.resolve({ kind: 'absent' }),
};

const judge = (
  request: Omit<JudgedRequest, 'hasToken'>,
  facts: Partial<ServerFacts> = {},
  hasToken = true,
): Promise<Consequence | undefined> =>
  consequenceOf({ ...request, hasToken }, { ...closed, ...facts }, { nowMs: 0, countSave: () => undefined });

const judged = async ([method, path, body]: Case) => {
  const found = await judge({ method, path, body });
  return found === undefined ? undefined : { why: found.lost.join(' '), typed: found.typed };
};

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
    // A path can begin with a namespace, whose mounts are not known.
    ['POST', 'team/sys/policies/acl/app'],
    ['POST', 'team/old/app'],
    ['PATCH', 'nowhere/app'],
    ['POST', 'secret/destroy/app'],
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
    // “login” can be the name of a user, a role or a mount.
    ['POST', 'auth/userpass/users/login/password'],
    ['POST', 'auth/userpass/users/login'],
    ['POST', 'auth/approle/role/login/secret-id'],
    ['POST', 'auth/corp/login/config'],
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
    ['POST', 'pki/sign/web'],
    ['POST', 'pki/issuer/default/sign/web'],
    ['POST', 'ssh/sign/web'],
    ['POST', 'transit/sign/k/sha2-256'],
    ['POST', 'transit/hmac/k'],
    ['POST', 'auth/token/create', '{"id":"given"}'],
    ['POST', 'auth/token/create', '{"ID":"given"}'],
    ['POST', 'auth/token/create-orphan', '{"\\u0069d":"given"}'],
    ['GET', 'identity/oidc/provider/default/authorize'],
    ['GET', 'identity/oidc/token/role'],
    ['POST', 'pki/sign-verbatim/web'],
    ['POST', 'ssh/roles/web'],
    ['POST', 'totp/keys/ops'],
    // Named like a harmless path of another engine type.
    ['POST', 'own/encrypt/k'],
    ['POST', 'database/sign/x'],
    // Hostile spellings of the same requests.
    ['POST', 'sys/revoke/database/creds/app/1'],
    ['PUT', 'sys/leases/revoke-force/database'],
    ['POST', 'sys/rotate/root/init'],
    ['DELETE', 'sys/rotate/root/init'],
    ['POST', 'sys/rotate/recovery/update'],
    ['POST', 'sys/rotate/keyring'],
    ['DELETE', 'sys/rekey/init'],
    ['DELETE', 'sys/generate-root/attempt'],
    ['DELETE', 'sys/generate-root-token/attempt'],
    ['POST', 'sys/unseal', '{"reset":true}'],
    ['POST', 'sys/unseal', '{"key":"a","reset":true}'],
    ['POST', 'sys/unseal', '{"key":"a","migrate":true}'],
    ['DELETE', 'sys/raw/core/x'],
    ['DELETE', 'sys/audit/file'],
    ['DELETE', 'sys/namespaces/team'],
    ['DELETE', 'identity/entity/id/1'],
    ['DELETE', 'auth/userpass/users/ops'],
    ['DELETE', 'sys/plugins/catalog/secret/x'],
    ['POST', 'sys/storage/raft/remove-peer'],
    ['PUT', 'secret/destroy/app/'],
    ['PATCH', 'secret/config', '{"max_versions":1}'],
    ['POST', 'secret/metadata/app/', '{"max_versions":"1"}'],
    ['PUT', 'secret/metadata/app', '{"max_versions":1.5}'],
    ['PATCH', 'secret/metadata/app', '{"custom_metadata":{"owner":null}}'],
    ['PATCH', 'secret/metadata/app', '{"custom_metadata":null}'],
    ['POST', 'team/a/kv/app'],
    ['PATCH', 'old/app', '{"a":1}'],
    ['PUT', 'old/data/app'],
    ['POST', 'SECRET/data/app'],
    ['POST', 'secret%2Fdata/app'],
    ['DELETE', 'odd/mount/of/many/parts/app'],
    ['POST', 'odd/mount/of/many/parts/app'],
  ])('%s %s %s', async (method, path, body) => {
    expect((await judged([method, path, body]))?.why).toMatch(/\.$/);
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
    // Increments that overflow 64 bits in nanoseconds.
    '{"increment":18446744074}',
    '{"increment":"18446744074"}',
    '{"increment":"213503982335d"}',
  ])('renewals by %s', async (body) => {
    for (const path of renewals) expect(await judged(['POST', path, body])).toBeDefined();
  });
});

describe('requests that are sent at once', () => {
  it.each<Case>([
    ['GET', 'sys/seal'],
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
    ['POST', 'sys/unseal', '{"key":"a"}'],
    ['POST', 'secret/data/app'],
    ['PATCH', 'secret/data/app'],
    ['POST', 'secret/undelete/app'],
    // Reversible by an undelete.
    ['DELETE', 'secret/data/app'],
    ['POST', 'secret/delete/app'],
    // “destroy” is part of the entry's name here, not an API path.
    ['POST', 'secret/data/destroy/app'],
    ['POST', 'transit/encrypt/k'],
    ['POST', 'transit/datakey/plaintext/k'],
    ['POST', 'transit/random/8'],
    ['POST', 'pki/issue/web'],
    ['POST', 'totp/code/ops'],
    ['POST', 'database/creds/app'],
  ])('%s %s %s', async (method, path, body) => {
    expect(await judged([method, path, body])).toBeUndefined();
  });

  it.each([
    undefined,
    '{}',
    '{"increment":0}',
    '{"increment":null}',
    '{"increment":300}',
    '{"increment":"1h"}',
    '{"increment":"30d"}',
    '{"increment":2764800}',
  ])('renewals by %s', async (body) => {
    for (const path of renewals) expect(await judged(['PUT', path, body])).toBeUndefined();
  });

  it('logins without a token, wherever their method is mounted', async () => {
    for (const path of [
      'auth/corp/ldap/login/ops',
      'auth/corp/oidc/oidc/auth_url',
      'auth/corp/oidc/oidc/poll',
    ]) {
      expect(await judge({ method: 'POST', path }, {}, false)).toBeUndefined();
      expect(await judge({ method: 'POST', path }, {}, true)).toBeDefined();
    }
    expect(await judge({ method: 'POST', path: 'auth/corp/users/ops' }, {}, false)).toBeDefined();
    expect(await judge({ method: 'POST', path: 'sys/rekey/init' }, {}, false)).toBeDefined();
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
  ])('%s %s %s', async (method, path, body) => {
    expect((await judged([method, path, body]))?.typed).toBe(true);
  });

  it.each<Case>([
    ['POST', 'auth/token/revoke'],
    ['DELETE', 'pki/roles/web'],
    ['POST', 'auth/token/renew-self', '{"increment":1}'],
    ['POST', 'secret/metadata/app', '{"custom_metadata":{}}'],
    ['POST', 'auth/userpass/users/ops/password'],
    ['POST', 'identity/entity'],
  ])('not for %s %s %s', async (method, path, body) => {
    expect((await judged([method, path, body]))?.typed).toBe(false);
  });
});

describe('where mounts may not be asked for', () => {
  it('asks about every write that may land in an engine', async () => {
    const unknown = async (method: Method, path: string) =>
      (await judge({ method, path }, { mountFor: () => Promise.resolve(undefined) }))?.lost.join(' ');
    expect(await unknown('POST', 'secret/data/app')).toContain('unknown engine');
    expect(await unknown('POST', 'transit/encrypt/k')).toContain('unknown engine');
    expect(await unknown('DELETE', 'secret/data/app')).toContain('is deleted');
    expect(await unknown('POST', 'auth/userpass/login/x')).toBeUndefined();
    expect(await unknown('POST', 'auth/userpass/users/x')).toContain('log in');
    expect(await unknown('GET', 'secret/data/app')).toBeUndefined();
  });
});

describe('KV v1 and cubbyhole', () => {
  const holds = (members: Readonly<Record<string, string>> | 'absent'): Partial<ServerFacts> => ({
    unversioned: () => Promise.resolve(members === 'absent' ? members : new Map(Object.entries(members))),
  });
  const write = (body: string, facts: Partial<ServerFacts>, method: Method = 'POST') =>
    judge({ method, path: 'old/app', body }, facts);

  it('asks about what is replaced, by name', async () => {
    const lost = (await write('{"a":"2","c":1}', holds({ a: '"1"', b: '2' })))?.lost.join(' ');
    expect(lost).toContain('“a”, “b”');
    expect(lost).toContain('keeps no versions');
  });
  it('asks nothing where nothing was there, or all of it stays', async () => {
    expect(await write('{"a":1}', holds('absent'))).toBeUndefined();
    expect(await write('{"a":1,"b":2}', holds({ a: '1' }))).toBeUndefined();
  });
  it('takes the last of two members of a name, as the server does', async () => {
    expect(await write('{"a":1,"a":2}', holds({ a: '1' }))).toBeDefined();
  });
  it('asks about a patch, which it cannot judge', async () => {
    expect(await write('{"a":1}', holds({ a: '1' }), 'PATCH')).toBeDefined();
  });
});

describe('settings of KV v2', () => {
  const metadata: EntryMetadata = {
    currentVersion: 4,
    oldestVersion: 0,
    createdTime: '',
    updatedTime: '',
    maxVersions: 0,
    casRequired: false,
    deleteVersionAfter: '0s',
    customMetadata: { owner: 'ops' },
    versions: [1, 2, 3, 4].map((version) => ({
      version,
      createdTime: '2020-01-01T00:00:00Z',
      deletionTime: '',
      destroyed: false,
    })),
  };
  const config = { maxVersions: 6, casRequired: true, deleteVersionAfter: '24h0m0s' };
  const open: Partial<ServerFacts> = {
    metadata: (_, path) => Promise.resolve(path === 'new' ? 'absent' : metadata),
    config: () => Promise.resolve(config),
  };
  type Change = [path: string, body: string, method?: Method];
  const change = (path: string, body: string, method: Method = 'POST') =>
    judge({ method, path: `secret/${path}`, body }, open);

  it.each<Change>([
    ['config', '{"max_versions":5}'],
    ['config', '{"max_versions":1}', 'PUT'],
    ['config', '{"delete_version_after":"1s"}'],
    ['config', '{"delete_version_after":"23h"}'],
    ['config', '{"max_versions":"six"}'],
    ['config', '{"unheard_of":1}'],
    ['metadata/app', '{"delete_version_after":"30d"}'],
    ['metadata/app', '{"delete_version_after":3600}'],
    ['metadata/app', '{"custom_metadata":{}}'],
    ['metadata/app', '{"custom_metadata":{"owner":"me"}}', 'PATCH'],
    ['metadata/app', '{"custom_metadata":{"owner":null}}', 'PATCH'],
    ['metadata/app', '{"custom_metadata":null}', 'PATCH'],
  ])('asks about %s %s', async (path, body, method) => {
    expect((await change(path, body, method))?.lost.join(' ')).toMatch(/\.$/);
  });

  it.each<Change>([
    ['config', '{"max_versions":6}'],
    ['config', '{"max_versions":0}'],
    ['config', '{"max_versions":20,"cas_required":false}'],
    ['config', '{"delete_version_after":"0s"}'],
    ['config', '{"delete_version_after":"48h"}'],
    ['metadata/app', '{"max_versions":9}'],
    // The mount keeps more, and the higher limit applies.
    ['metadata/app', '{"max_versions":1}'],
    ['metadata/app', '{"cas_required":false}'],
    ['metadata/app', '{"custom_metadata":{"owner":"ops","team":"x"}}'],
    ['metadata/app', '{"custom_metadata":{"team":"x"}}', 'PATCH'],
    ['metadata/new', '{"max_versions":1,"delete_version_after":"1s"}'],
  ])('asks nothing about %s %s', async (path, body, method) => {
    expect(await change(path, body, method)).toBeUndefined();
  });

  it('has the path typed where values go', async () => {
    const lower = (maxVersions: number) =>
      judge(
        { method: 'POST', path: 'secret/metadata/app', body: `{"max_versions":${String(maxVersions)}}` },
        { ...open, config: () => Promise.resolve({ ...config, maxVersions: 0 }) },
      );
    expect(await lower(3)).toMatchObject({ typed: true, lost: [expect.stringContaining('versions 1 to 2')] });
    expect(await lower(8)).toMatchObject({ typed: false });
    expect(await lower(10)).toBeUndefined();
  });
});

describe('a token that would end sooner', () => {
  const renew = (increment: number, life: Life | 'unknown-token' | undefined, path = 'renew-self') =>
    judge(
      {
        method: 'POST',
        path: `auth/token/${path}`,
        body: JSON.stringify({ increment, accessor: 'a', token: 't' }),
      },
      { life: () => Promise.resolve(life) },
    );
  const until = (seconds: number): Life => ({
    expireTime: new Date(Date.now() + seconds * 1000).toISOString(),
    periodSeconds: 0,
    renewable: true,
  });

  it.each(['renew-self', 'renew', 'renew-accessor'])('is asked about by %s', async (path) => {
    expect((await renew(5, until(3700), path))?.lost.join()).toContain('1h1m40s left');
    expect(await renew(5, undefined, path)).toBeDefined();
    expect(await renew(5, until(4), path)).toBeUndefined();
    expect(await renew(5, { ...until(9), expireTime: null }, path)).toBeUndefined();
    expect(await renew(5, 'unknown-token', path)).toBeUndefined();
    expect(await renew(18_446_744_074, until(3600), path)).toBeDefined();
  });
});

describe('what is said', () => {
  it.each<readonly [path: string, words: string]>([
    ['auth/userpass/users/ops/password', 'old password stops'],
    ['auth/userpass/users/ops/policies', 'get the new policies'],
    ['auth/ldap/config', 'which logins the server accepts'],
    ['auth/approle/role/app', 'who can log in here'],
    ['auth/approle/role/app/custom-secret-id', 'Anyone who knows the secret ID'],
    ['identity/entity-alias', 'someone else’s policies'],
    ['identity/mfa/login-enforcement/x', 'without a second factor'],
    ['identity/entity', 'which policies a login gets'],
    ['sys/control-group/authorize', 'Your approval'],
    ['sys/loggers', 'log'],
    ['sys/rotate/root', 'key shares stay valid'],
    ['sys/rotate/config', 'by these settings'],
    ['sys/plugins/pins/secret/kv', 'the pinned version'],
    ['sys/storage/raft/autopilot/configuration', 'count as healthy'],
    ['transit/keys/k/rotate', 'new version'],
    ['pki/roles/web', 'the role grants'],
    ['pki/root/sign-intermediate', 'valid for any name'],
    ['own/anything', 'may be lost'],
  ])('of a write to %s', async (path, words) => {
    expect((await judged(['POST', path]))?.why).toContain(words);
  });

  it.each([
    ['sys/rekey/backup', 'no other copy'],
    ['sys/rekey/recovery-key-backup', 'no other copy'],
    ['sys/rotate/root/backup', 'no other copy'],
    ['sys/rekey/verify', 'must be entered again'],
    ['sys/plugins/pins/secret/kv', 'run the newest one'],
    ['sys/plugins/catalog/secret/kv', 'stop working'],
  ])('of a deletion of %s', async (path, words) => {
    expect((await judged(['DELETE', path]))?.why).toContain(words);
  });

  it('is one sentence, and that it cannot be undone', () => {
    const reasons = [serverWrites, versionedWrites, engineWrites, mintingReads, lastingDeletions].flat();
    expect(reasons.length).toBeGreaterThan(80);
    const long = reasons.filter(
      ({ why }) => !/^[^.]+\.(?: This cannot be undone\.| The server keeps no earlier version\.)?$/.test(why),
    );
    expect(long.map(({ why }) => why)).toEqual([]);
  });
});
