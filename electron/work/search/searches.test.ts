import { expect, it } from 'vitest';
import type { MountPath } from '../../../shared/vault/mount.ts';
import { conditionsOf } from './conditions.ts';
import { createSearches } from './searches.ts';

const conditions = conditionsOf(
  { text: 'x', mode: 'text', matchCase: false, keys: false, metadata: false },
  'owner',
);
const places = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    sessionId: 's',
    mount: 'kv/' as MountPath,
    path: `f${String(at)}/`,
  }));

it('gives the rest of a stopped search once', () => {
  const searches = createSearches();
  searches.begin('s', { jobId: 'j', conditions });
  searches.left('s', 'j', { places: places(2), namespaces: [] });
  searches.left('s', 'j', { places: places(1), namespaces: [] });
  expect(searches.take('s', 'j')?.places).toHaveLength(3);
  expect(searches.take('s', 'j')).toBeUndefined();
});

it('gives no part of a rest that is too long to remember', () => {
  const searches = createSearches();
  searches.begin('s', { jobId: 'j', conditions });
  searches.left('s', 'j', { places: places(10), namespaces: [] });
  searches.left('s', 'j', { places: places(100_000), namespaces: [] });
  searches.left('s', 'j', { places: places(10), namespaces: [] });
  expect(searches.take('s', 'j')).toBeUndefined();
});
