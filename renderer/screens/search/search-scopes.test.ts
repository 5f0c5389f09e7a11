import { expect, it } from 'vitest';
import type { EngineKind, Mount, MountPath } from '../../../shared/vault/mount.ts';
import { fullPath, keyToCopy } from './found-columns.tsx';
import { named, sameScope, scopesOf } from './search-scopes.ts';

const mountAt = (path: string, engine: EngineKind = 'kv2'): Mount => ({
  path: path as MountPath,
  type: 'kv',
  engine,
  description: '',
});
const kv = mountAt('kv/');
const own = [kv, mountAt('old/', 'kv1'), mountAt('pki/', 'other')];
const other = { session: { sessionId: 'b', name: 'B' }, mounts: [kv] };

it('offers the namespaces below only where the server has them', () => {
  const names = (hasNamespaces: boolean) => scopesOf(own, [other], [], hasNamespaces).map(({ name }) => name);
  expect(names(false)).toEqual(['All 2 mounts', 'All 2 open connections', 'kv/', 'old/']);
  expect(names(true)).toEqual([
    'All 2 mounts',
    'All mounts and the namespaces below',
    'All 2 open connections',
    'kv/',
    'old/',
  ]);
  expect(scopesOf(own, [], [], true)[1]).toMatchObject({ namespacesBelow: true });
});

it('keeps a chosen folder on top, and tells scopes apart by their places', () => {
  const folder = [{ mount: kv, path: 'team/' }];
  expect(scopesOf(own, [], folder, false)[0]?.name).toBe('kv/team/');
  expect(named([]).name).toBe('No mounts');
  expect(sameScope(folder, [{ mount: kv, path: 'team/' }])).toBe(true);
  expect(sameScope(folder, [{ sessionId: 'b', mount: kv, path: 'team/' }])).toBe(false);
});

it('a hit of a namespace below has its path as the server takes it, and no key to copy from here', () => {
  const facts = { keys: ['password'] };
  const here = { sessionId: 'a', mount: kv, path: 'app', facts };
  const below = { ...here, namespace: 'team/web' };
  expect([fullPath(here), fullPath(below)]).toEqual(['kv/app', 'team/web/kv/app']);
  expect([keyToCopy(here), keyToCopy(below)]).toEqual(['password', undefined]);
});
