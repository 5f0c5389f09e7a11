import { expect, it } from 'vitest';
import type { EngineKind, Mount, MountPath } from '../../../shared/vault/mount.ts';
import type { AclRule } from '../../vault/api/resultant-acl.ts';
import { namesInRules } from './policy-names.ts';

const mountAt = (path: string, engine: EngineKind): Mount => ({
  path: path as MountPath,
  type: 'kv',
  engine,
  description: '',
});
const mounts = [mountAt('kv/', 'kv2'), mountAt('old/', 'kv1'), mountAt('pki/', 'other')];
const rule = (path: string, ...capabilities: readonly string[]): AclRule => ({
  path,
  capabilities: capabilities.length === 0 ? ['read'] : capabilities,
  required: [],
  limitsRequests: false,
});
const pathsOf = (...rules: readonly AclRule[]) =>
  namesInRules(rules, mounts).map(({ mount, path }) => mount.path + path);

it('takes entries from exact rules and folders from globs, each once', () => {
  expect(
    pathsOf(
      rule('kv/data/team/app'),
      rule('kv/metadata/team/app', 'read'),
      rule('kv/data/team/deep/*'),
      rule('kv/data/other/ab*'),
      rule('kv/data/+/shared'),
      rule('kv/data/by/+/shared'),
      rule('old/team/app'),
      rule('old/*'),
    ),
  ).toEqual(['kv/team/app', 'kv/team/deep/', 'kv/other/', 'kv/by/', 'old/team/app']);
});

it('takes nothing that is denied, nothing of other engines, and no path outside the mounts', () => {
  expect(
    pathsOf(
      rule('kv/data/secret', 'deny'),
      rule('kv/config'),
      rule('kv/data/*'),
      rule('pki/issue/web'),
      rule('sys/mounts'),
      rule('gone/data/x'),
    ),
  ).toEqual([]);
});
