import { describe, expect, it } from 'vitest';
import type { EngineKind, Mount, MountPath } from '../../../shared/vault/mount.ts';
import { whyAskedAbout } from './carried-credentials.ts';

const mount = (path: string, engine: EngineKind, type: string): Mount => ({
  path: path as MountPath,
  engine,
  type,
  description: '',
});
const mounts = [mount('secret/', 'kv2', 'kv'), mount('transit/', 'other', 'transit')];

type Case = readonly [path: string, pointer: string];

const why = ([path, pointer]: Case, typed = true) =>
  whyAskedAbout({ path, carried: [{ pointer, typed }], mounts });

const takers: readonly Case[] = [
  ['auth/token/lookup', '/token'],
  ['/auth/token/lookup/', '/token'],
  ['auth/token/renew', '/token'],
  ['auth/token/revoke', '/token'],
  ['sys/wrapping/unwrap', '/token'],
  ['sys/wrapping/lookup', '/token'],
  ['sys/capabilities', '/token'],
  ['auth/userpass/login/ops', '/password'],
  ['auth/approle/login', '/secret_id'],
  ['auth/jwt/login', '/jwt'],
  ['auth/github/login', '/token'],
  ['sys/mfa/validate', '/mfa_payload/1234'],
  ['sys/unseal', '/key'],
  ['sys/rekey/update', '/key'],
  ['sys/generate-root/update', '/key'],
  ['sys/rotate/root/update', '/key'],
  ['sys/rotate/recovery/verify', '/key'],
  ['sys/generate-root-token/update', '/key'],
  ['auth/userpass/users/ops/password', '/password'],
];

describe('a credential that was typed', () => {
  it.each(takers)('goes to %s as %s', (...field) => {
    expect(why(field)).toBeUndefined();
  });

  it.each<Case>([
    ['secret/data/app', '/data/password'],
    ['sys/wrapping/wrap', '/token'],
    ['transit/encrypt/k', '/plaintext'],
    ['identity/entity', '/metadata/token'],
    ['auth/token/create', '/meta/password'],
    ['auth/token/create', '/display_name'],
    ['auth/token/lookup', '/increment'],
    ['auth/token/lookup', '/token/token'],
    ['auth/userpass/login/ops', '/comment'],
    ['auth/approle/login', '/role_id'],
    // “login” as the name of a user, and of a mount.
    ['auth/userpass/users/login/policies', '/password'],
    ['auth/corp/login/config', '/password'],
    ['sys/tools/hash', '/input'],
    ['sys/mounts/new', '/description'],
    ['nowhere/app', '/password'],
    // The path begins with a namespace.
    ['team/auth/token/lookup', '/token'],
  ])('is asked about before it goes to %s as %s', (...field) => {
    expect(why(field)).toMatch(/typed.*see it\.$/);
  });

  it('is asked about where one of several goes astray', () => {
    const carried = [
      { pointer: '/token', typed: true },
      { pointer: '/note', typed: true },
    ];
    expect(whyAskedAbout({ path: 'auth/token/lookup', carried, mounts })).toContain('not known');
  });
});

it.each(takers)('a credential that nobody typed is asked about before it goes to %s as %s', (...field) => {
  expect(why(field, false)).toContain('not typed for it');
});

it('a request without one is not asked about for it', () => {
  expect(whyAskedAbout({ path: 'secret/data/app', carried: [], mounts })).toBeUndefined();
});
