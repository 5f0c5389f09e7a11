import { describe, expect, it } from 'vitest';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import { askedPath } from './asked-path.ts';
import { templateMayCover, knownRules, sharedBeginning } from './known-rules.ts';
import { needsSudo } from './sudo-paths.ts';

const mount = (path: string, engine: Mount['engine']): Mount => ({
  path: path as MountPath,
  type: engine === 'other' ? 'pki' : 'kv',
  engine,
  description: '',
});
const v2 = mount('team/kv/', 'kv2');

describe('the API path of what was asked', () => {
  it.each([
    ['an entry', { path: 'team/kv/a/b', capability: 'read' }, 'team/kv/data/a/b', 'read'],
    ['a folder', { path: 'team/kv/a', capability: 'list' }, 'team/kv/metadata/a/', 'list'],
    ['a folder by its slash', { path: 'team/kv/a/' }, 'team/kv/metadata/a/', 'list'],
    ['the mount', { path: 'team/kv/', capability: 'list' }, 'team/kv/metadata/', 'list'],
    ['a path of an error', { path: 'team/kv/data/a', method: 'GET' }, 'team/kv/data/a', 'read'],
    ['a list of an error', { path: 'team/kv/metadata/a/', method: 'GET' }, 'team/kv/metadata/a/', 'list'],
    ['an undelete', { path: 'team/kv/undelete/a', method: 'POST' }, 'team/kv/undelete/a', 'update'],
    ['the settings of the mount', { path: 'team/kv/config', method: 'POST' }, 'team/kv/config', 'update'],
    ['the URL’s beginning', { path: '/v1/team/kv/data/a', method: 'DELETE' }, 'team/kv/data/a', 'delete'],
  ] as const)('of KV version 2: %s', (_what, asked, apiPath, needed) => {
    expect(askedPath(asked, v2)).toMatchObject({ apiPath, needed });
  });

  it('tells where else the same name could have been meant', () => {
    expect(askedPath({ path: 'team/kv/metadata/a', method: 'GET' }, v2)).toMatchObject({
      browsePath: 'team/kv/a',
      siblingPath: 'team/kv/data/a',
    });
    expect(askedPath({ path: 'team/kv/a', capability: 'list' }, v2)).toMatchObject({
      browsePath: 'team/kv/a/',
      siblingPath: 'team/kv/data/a/',
    });
  });

  it.each([
    [
      'another engine',
      { path: 'pki/issue/web', method: 'POST' },
      mount('pki/', 'other'),
      'pki/issue/web',
      'update',
    ],
    ['KV version 1', { path: 'kv1/data/a', capability: 'read' }, mount('kv1/', 'kv1'), 'kv1/data/a', 'read'],
    ['the system', { path: 'sys/seal', method: 'PUT' }, undefined, 'sys/seal', 'update'],
    [
      'a list without a slash',
      { path: 'auth/token/accessors', method: 'GET' },
      undefined,
      'auth/token/accessors/',
      'list',
    ],
    ['LIST', { path: 'sys/policies/acl', method: 'list' }, undefined, 'sys/policies/acl/', 'list'],
    ['a method that is none', { path: 'a/b', method: 'BREW' }, undefined, 'a/b', 'read'],
  ] as const)('of %s', (_what, asked, at, apiPath, needed) => {
    expect(askedPath(asked, at)).toMatchObject({ apiPath, needed });
    expect(askedPath(asked, at).ifKv2).toBeUndefined();
  });

  it('guesses only where nothing is known and a person said the path', () => {
    expect(askedPath({ path: 'secret/a/b' }, undefined).ifKv2).toBe('secret/data/a/b');
    expect(askedPath({ path: 'secret/a', capability: 'list' }, undefined).ifKv2).toBe('secret/metadata/a/');
    for (const path of ['secret/data/a', 'secret', 'sys/x', 'auth/x/y'])
      expect(askedPath({ path }, undefined).ifKv2).toBeUndefined();
  });
});

describe('rules near a path', () => {
  const rule = (path: string, entityId = '') =>
    knownRules('p', `path "${path}" { capabilities = ["read"] }`, entityId).flatMap((one) => [one]);

  it('may be meant by a template', () => {
    const [named] = rule('kv/{{identity.entity.name}}/+/x*');
    if (named === undefined) throw new Error('no rule');
    expect(templateMayCover(named, 'kv/me/any/xy/z')).toBe(true);
    expect(templateMayCover(named, 'kv/me/any/y')).toBe(false);
    const [known] = rule('kv/{{ identity.entity.id }}/x', 'e-1');
    expect(known).toMatchObject({
      path: 'kv/e-1/x',
      written: 'kv/{{ identity.entity.id }}/x',
      template: false,
    });
    expect(known === undefined || templateMayCover(known, 'kv/e-1/x')).toBe(false);
  });

  it('has more in common than less than a segment', () => {
    expect(sharedBeginning('kv/data/a*', 'kv/data/ab')).toBe(9);
    expect(sharedBeginning('kv/+/a', 'kv/data/a')).toBe(3);
    expect(sharedBeginning('kvx/data', 'kv/data')).toBe(0);
    expect(sharedBeginning('*', 'kv/data')).toBe(0);
  });
});

describe('paths that need sudo', () => {
  it.each([
    'sys/seal',
    'auth/token/accessors/',
    'sys/raw/x',
    'sys/audit',
    'sys/leases/revoke-force/x',
    'auth/token/create-orphan',
  ])('%s', (path) => {
    expect(needsSudo(path)).toBe(true);
  });
  it.each([
    'sys/seal-status',
    'auth/token/create',
    'sys/leases/lookup',
    'secret/sys/seal',
    'sys/policies/acl/x',
  ])('not %s', (path) => {
    expect(needsSudo(path)).toBe(false);
  });
});
