import { describe, expect, it } from 'vitest';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import { createNameIndex, MOST_INDEXED } from './name-index.ts';

const mountAt = (path: string): Mount => ({
  path: path as MountPath,
  type: 'kv',
  engine: 'kv2',
  description: '',
});
const kv = mountAt('kv/');

function filled() {
  let nowMs = 1_000;
  const index = createNameIndex(() => nowMs++);
  index.note('s', kv, '', ['db', 'team/', 'other/']);
  index.note('s', kv, 'team/', ['db-main', 'my-db', 'adbc', 'deep/']);
  index.note('s', kv, 'team/deep/', ['DB']);
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
    index.note('s', kv, 'other/', []);
    expect(index.entriesBelow('s', kv.path, '')).toBe(5);
    expect(index.entriesBelow('s', 'no/' as MountPath, '')).toBeUndefined();
  });

  it('takes a folder anew, says how old it is, and forgets a session', () => {
    const index = filled();
    expect(index.state('s')).toEqual({ names: 8, oldestMs: 1_000 });
    index.note('s', kv, '', ['only']);
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
    index.note('s', kv, 'closed/', ['other']);
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
    index.note(
      's',
      kv,
      '',
      Array.from({ length: MOST_INDEXED }, (_, at) => `n${String(at)}`),
    );
    index.note('s', kv, 'more/', ['x']);
    expect(index.state('s').names).toBe(MOST_INDEXED);
  });
});
