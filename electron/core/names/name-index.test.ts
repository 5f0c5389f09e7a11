import { describe, expect, it } from 'vitest';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import { packNames } from '../../../shared/vault/names.ts';
import { createNameIndex, MOST_INDEXED } from './name-index.ts';
import type { NameIndex } from './name-index.ts';

const mountAt = (path: string): Mount => ({
  path: path as MountPath,
  type: 'kv',
  engine: 'kv2',
  description: '',
});
const kv = mountAt('kv/');

function list(index: NameIndex, folder: string, names: readonly string[]): void {
  index.of('s').listed(kv, folder, { packed: packNames(names), count: names.length });
}

function filled() {
  let nowMs = 1_000;
  const index = createNameIndex(() => nowMs++);
  list(index, '', ['db', 'team/', 'other/']);
  list(index, 'team/', ['db-main', 'my-db', 'adbc', 'deep/']);
  list(index, 'team/deep/', ['DB']);
  return index;
}

const pathsOf = (index: ReturnType<typeof filled>, text: string, most = 10) =>
  index.find('s', text, most).found.map(({ mount, path }) => mount.path + path);

describe('the index of names', () => {
  it('finds the name itself first, then beginnings, words, parts', () => {
    expect(pathsOf(filled(), 'db')).toEqual([
      'kv/db',
      'kv/team/deep/DB',
      'kv/team/db-main',
      'kv/team/my-db',
      'kv/team/adbc',
    ]);
    expect(pathsOf(filled(), 'db', 2)).toHaveLength(2);
    expect(filled().find('s', 'db', 2).total).toBe(5);
  });

  it('completes a path: what follows the last slash begins a name there', () => {
    expect(pathsOf(filled(), 'kv/team/d')).toEqual(['kv/team/db-main', 'kv/team/deep/']);
    expect(pathsOf(filled(), 'team/')).toHaveLength(4);
    expect(pathsOf(filled(), 'kv/')).toEqual(['kv/db', 'kv/team/', 'kv/other/']);
  });

  it('counts entries below a folder only if it knows all of them', () => {
    const index = filled();
    expect(index.entriesBelow('s', kv.path, 'team/')).toBe(4);
    expect(index.entriesBelow('s', kv.path, '')).toBeUndefined();
    list(index, 'other/', []);
    expect(index.entriesBelow('s', kv.path, '')).toBe(5);
    expect(index.entriesBelow('s', 'no/' as MountPath, '')).toBeUndefined();
  });

  it('takes a folder anew, says how old it is, and forgets a session', () => {
    const index = filled();
    expect(index.state('s')).toEqual({ names: 8, oldestMs: 1_000 });
    list(index, '', ['only']);
    expect(index.state('s')).toEqual({ names: 6, oldestMs: 1_001 });
    expect(pathsOf(index, 'other')).toEqual([]);
    index.forget('s');
    expect(index.state('s')).toEqual({ names: 0 });
    expect(pathsOf(index, 'db')).toEqual([]);
    expect(index.find('unknown', 'db', 1)).toEqual({ found: [], total: 0 });
  });

  it('drops what another token has seen', () => {
    const index = filled();
    index.forToken('s', 'one');
    index.forToken('s', 'one');
    expect(index.state('s').names).toBe(8);
    index.forToken('s', 'two');
    expect(index.state('s').names).toBe(0);
  });

  it('knows what policies name until a list of the folder says otherwise', async () => {
    const index = createNameIndex(() => 5);
    const going = new AbortController().signal;
    let loads = 0;
    const load = () => {
      loads++;
      return Promise.resolve([
        { mount: kv, path: 'closed/needle' },
        { mount: kv, path: 'closed/deep/' },
      ]);
    };
    await Promise.all([index.seed('s', load, going), index.seed('s', load, going)]);
    expect(loads).toBe(1);
    expect(pathsOf(index, 'needle')).toEqual(['kv/closed/needle']);
    expect(pathsOf(index, 'kv/closed/')).toEqual(['kv/closed/needle', 'kv/closed/deep/']);
    expect(index.seedsBelow('s', kv.path, '')).toEqual(['closed/needle', 'closed/deep/']);
    expect(index.seedsBelow('s', kv.path, 'closed/deep/')).toEqual([]);
    expect(index.state('s')).toEqual({ names: 2, oldestMs: 5 });
    list(index, 'closed/', ['other']);
    expect(pathsOf(index, 'needle')).toEqual([]);
    index.forget('s');
    expect(index.state('s')).toEqual({ names: 0 });
    expect(index.seedsBelow('s', kv.path, '')).toEqual([]);
    // A lock in the middle of the request: what it answers is forgotten, too.
    const late = Promise.withResolvers<Awaited<ReturnType<typeof load>>>();
    const seeding = index.seed('s', () => late.promise, going);
    index.forget('s');
    late.resolve(await load());
    await seeding;
    expect(index.state('s')).toEqual({ names: 0 });
    // A cancel is no refusal: the next call asks again.
    await index.seed('s', () => Promise.reject(new Error('cancelled')), AbortSignal.abort());
    await index.seed('s', load, going);
    expect(index.state('s')).toEqual({ names: 2, oldestMs: 5 });
    index.forget('s');
    await index.seed('s', () => Promise.reject(new Error('refused')), going);
    await index.seed('s', load, going);
    expect(index.state('s')).toEqual({ names: 0 });
  });

  it('has an end', () => {
    const index = createNameIndex();
    list(
      index,
      '',
      Array.from({ length: MOST_INDEXED }, (_, at) => `n${String(at)}`),
    );
    expect(index.state('s').full).toBeUndefined();
    list(index, 'more/', ['x']);
    expect(index.state('s')).toMatchObject({ names: MOST_INDEXED, full: true });
    // A list that has grown over the limit is not known by what it was before.
    list(index, '', ['only']);
    list(index, 'more/', ['x']);
    list(
      index,
      'more/',
      Array.from({ length: MOST_INDEXED }, (_, at) => `m${String(at)}`),
    );
    expect(index.state('s').names).toBe(1);
    expect(pathsOf(index, 'x')).toEqual([]);
  });
});

describe('changes by the app itself', () => {
  const kv1 = { ...mountAt('plain/'), engine: 'kv1' } as const;

  it('are in the lists at the next look: written names, new folders, removed names, emptied folders', () => {
    const index = filled();
    const { changed } = index.of('s');
    changed(kv, 'team/deep/needle', 'written');
    changed(kv, 'team/new/a/needle', 'written');
    changed(kv, 'other/needle', 'written');
    changed(kv, 'team/my-db', 'removed');
    expect(pathsOf(index, 'needle').sort()).toEqual([
      'kv/other/needle',
      'kv/team/deep/needle',
      'kv/team/new/a/needle',
    ]);
    expect(pathsOf(index, 'my-db')).toEqual([]);
    expect(pathsOf(index, 'kv/team/new/')).toEqual(['kv/team/new/a/']);
    // All of a new folder is known, and not of one that stood there and was never listed.
    expect(index.entriesBelow('s', kv.path, 'team/')).toBe(5);
    expect(index.entriesBelow('s', kv.path, '')).toBeUndefined();
    changed(kv, 'team/new/a/needle', 'removed');
    changed(kv, 'team/deep/DB', 'removed');
    changed(kv, 'team/deep/needle', 'removed');
    changed(kv, 'other/needle', 'removed');
    expect(pathsOf(index, 'kv/team/')).toEqual(['kv/team/db-main', 'kv/team/adbc']);
    expect(pathsOf(index, 'kv/')).toEqual(['kv/db', 'kv/team/', 'kv/other/']);
    expect(index.state('s').names).toBe(5);
    expect(index.entriesBelow('s', kv.path, 'team/')).toBe(2);
  });

  it('are known of a mount that was never listed, and replaced by its list', () => {
    const index = filled();
    const { changed, listed } = index.of('s');
    changed(kv1, 'a/needle', 'written');
    changed(kv1, 'a/needle', 'written');
    changed(kv1, 'gone', 'removed');
    expect(pathsOf(index, 'needle')).toEqual(['plain/a/needle']);
    expect(index.entriesBelow('s', kv1.path, 'a/')).toBeUndefined();
    changed(kv1, 'a/late', 'written');
    listed(kv1, 'a/', { packed: packNames(['other']), count: 1 });
    expect(pathsOf(index, 'plain/a/')).toEqual(['plain/a/other']);
    changed(kv1, 'a/other', 'removed');
    expect(index.entriesBelow('s', kv1.path, 'a/')).toBe(0);
  });

  it('are folded in before too many wait, and end with the session', () => {
    const index = filled();
    const { changed } = index.of('s');
    for (let at = 0; at < 12_000; at++) changed(kv, `many/needle-${String(at)}`, 'written');
    expect(index.find('s', 'needle-', 1).total).toBe(12_000);
    index.forget('s');
    expect(index.state('s')).toEqual({ names: 0 });
  });
});
