import { describe, expect, it } from 'vitest';
import type { FolderListing } from '../../../shared/ipc/contract.ts';
import { fail, ok, type Result } from '../../../shared/ipc/result.ts';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import { packNames } from '../../../shared/vault/names.ts';
import { rowAt, type TreeRow } from './tree-model.ts';
import { TreeStore } from './tree-store.ts';

const secret = 'secret/' as MountPath;
const kv: Mount = { path: secret, type: 'kv', engine: 'kv2', description: '' };
const pki: Mount = { path: 'pki/' as MountPath, type: 'pki', engine: 'other', description: '' };

type Folders = Record<string, readonly string[] | 'forbidden' | 'absent' | 'broken'>;

function storeOver(folders: Folders): { store: TreeStore; asked: string[] } {
  const asked: string[] = [];
  const store = new TreeStore((mount, path) => {
    asked.push(mount + path);
    return Promise.resolve(answer(folders[mount + path]));
  });
  store.setMounts([pki, kv]);
  return { store, asked };
}

function answer(names: Folders[string] | undefined): Result<FolderListing> {
  if (names === undefined || names === 'absent')
    return fail({ kind: 'invalid-path', reason: 'absent', message: 'Nothing is there.' });
  if (names === 'forbidden') return fail({ kind: 'forbidden', message: 'Not permitted.' });
  if (names === 'broken') return fail({ kind: 'server-error', message: 'The server failed.' });
  return ok({ names: packNames(names), count: names.length, warnings: [] });
}

function keys(store: TreeStore): string[] {
  const { rows } = store.snapshot();
  return Array.from({ length: rows.count }, (_, index) => rowAt(rows, index)?.key ?? '');
}

function row(store: TreeStore, key: string): TreeRow {
  const { rows } = store.snapshot();
  for (let index = 0; index < rows.count; index++) {
    const at = rowAt(rows, index);
    if (at?.key === key) return at;
  }
  throw new Error(`no row ${key}`);
}

describe('TreeStore', () => {
  it('lists a folder when it is opened, once, and nothing before', async () => {
    const { store, asked } = storeOver({ 'secret/': ['a', 'b/'], 'secret/b/': ['c'] });
    expect(keys(store)).toEqual(['secret/', 'pki/']);
    expect(asked).toEqual([]);
    await store.open(row(store, 'secret/'));
    await store.open(row(store, 'secret/b/'));
    expect(keys(store)).toEqual(['secret/', 'secret/a', 'secret/b/', 'secret/b/c', 'pki/']);
    store.close(row(store, 'secret/'));
    await store.open(row(store, 'secret/'));
    expect(keys(store)).toEqual(['secret/', 'secret/a', 'secret/b/', 'secret/b/c', 'pki/']);
    expect(asked).toEqual(['secret/', 'secret/b/']);
  });

  it('tells empty from not permitted, and tries again on opening', async () => {
    const folders: Folders = { 'secret/': 'forbidden', 'pki/': 'absent' };
    const { store, asked } = storeOver(folders);
    await store.open(row(store, 'secret/'));
    await store.open(row(store, 'pki/'));
    expect(keys(store)).toEqual(['secret/', 'pki/', 'pki/\0empty']);
    expect(row(store, 'secret/')).toMatchObject({
      expanded: false,
      folder: { error: { kind: 'forbidden' } },
    });
    folders['secret/'] = ['now'];
    await store.open(row(store, 'secret/'));
    expect(keys(store)).toEqual(['secret/', 'secret/now', 'pki/', 'pki/\0empty']);
    expect(asked).toEqual(['secret/', 'pki/', 'secret/']);
  });

  it('keeps the row of a failure until it is tried again', async () => {
    const folders: Folders = { 'secret/': 'broken' };
    const { store } = storeOver(folders);
    await store.open(row(store, 'secret/'));
    expect(keys(store)).toEqual(['secret/', 'secret/\0failed', 'pki/']);
    folders['secret/'] = [];
    await store.refreshAll();
    expect(keys(store)).toEqual(['secret/', 'secret/\0empty', 'pki/']);
  });

  it('reads again what is open below, and forgets folders that went away', async () => {
    const folders: Folders = { 'secret/': ['b/', 'z/'], 'secret/b/': ['c'], 'secret/z/': ['y'] };
    const { store, asked } = storeOver(folders);
    await store.open(row(store, 'secret/'));
    await store.open(row(store, 'secret/b/'));
    await store.open(row(store, 'secret/z/'));
    folders['secret/'] = ['a', 'z/'];
    folders['secret/z/'] = ['y', 'z'];
    asked.length = 0;
    await store.refreshAll();
    expect(keys(store)).toEqual(['secret/', 'secret/a', 'secret/z/', 'secret/z/y', 'secret/z/z', 'pki/']);
    expect(asked).toEqual(['secret/', 'secret/z/']);
  });

  it('reveals a path, listing on the way, and stops where it may not list', async () => {
    const { store } = storeOver({ 'secret/': ['a/', 'p/'], 'secret/a/': ['b'], 'secret/p/': 'forbidden' });
    await store.reveal(secret, 'a/b');
    expect(store.snapshot().activeKey).toBe('secret/a/b');
    expect(store.activeIndex()).toBe(2);
    await store.reveal(secret, 'p/q/r');
    expect(store.snapshot().activeKey).toBe('secret/p/');
  });

  it('shows an entry in folders that were listed before, and lists none for it', async () => {
    const { store, asked } = storeOver({ 'secret/': ['a/', 'p/'], 'secret/a/': ['b'] });
    store.showListed('secret/a/b');
    expect(keys(store)).toEqual(['secret/', 'pki/']);
    await store.reveal(secret, 'a/b');
    store.close(row(store, 'secret/a/'));
    store.close(row(store, 'secret/'));
    asked.length = 0;
    store.showListed('secret/p/not-listed');
    expect(keys(store)).toEqual(['secret/', 'pki/']);
    store.showListed('secret/a/b');
    expect(keys(store)).toEqual(['secret/', 'secret/a/', 'secret/a/b', 'secret/p/', 'pki/']);
    expect(store.snapshot().activeKey).toBe('secret/a/b');
    expect(asked).toEqual([]);
  });

  it('closes and opens while filtering without changing the tree behind', async () => {
    const { store } = storeOver({ 'secret/': ['aa', 'b/'], 'secret/b/': ['ab'] });
    await store.open(row(store, 'secret/'));
    await store.open(row(store, 'secret/b/'));
    store.setFilter('ab');
    expect(keys(store)).toEqual(['secret/', 'secret/b/', 'secret/b/ab']);
    expect(store.snapshot().rows).toMatchObject({ matched: 1, total: 3 });
    store.close(row(store, 'secret/b/'));
    expect(keys(store)).toEqual(['secret/', 'secret/b/']);
    store.setFilter('');
    expect(keys(store)).toEqual(['secret/', 'secret/aa', 'secret/b/', 'pki/']);
  });

  it('lists again what shows an entry that came or went, as far as somebody opened it', async () => {
    const folders: Folders = { 'secret/': ['a', 'b/'], 'secret/b/': ['c/'], 'secret/b/c/': ['last'] };
    const { store, asked } = storeOver(folders);
    await store.refreshAround(secret, 'b/c/new');
    expect(asked).toEqual([]);
    await store.reveal(secret, 'b/c/last');
    asked.length = 0;
    folders['secret/b/c/'] = ['last', 'new'];
    await store.refreshAround(secret, 'b/c/new');
    expect(asked).toEqual(['secret/b/c/']);
    await store.refreshAround(secret, 'b/other/deep/new');
    expect(asked.slice(1)).toEqual(['secret/b/', 'secret/b/c/']);
    asked.length = 0;
    // The last entry is gone, and so are the folders that held only it.
    Object.assign(folders, { 'secret/b/c/': 'absent', 'secret/b/': 'absent', 'secret/': ['a'] });
    await store.refreshAround(secret, 'b/c/last');
    expect(asked.slice(0, 2)).toEqual(['secret/b/c/', 'secret/b/']);
    expect(keys(store)).toEqual(['secret/', 'secret/a', 'pki/']);
  });

  it('lists each open folder of a plan once, and a closed one when it opens again', async () => {
    const folders: Folders = {
      'secret/': ['b/', 'shut/', 'x/'],
      'secret/b/': ['c/'],
      'secret/b/c/': ['one', 'two'],
      'secret/shut/': ['old'],
    };
    const { store, asked } = storeOver(folders);
    await store.reveal(secret, 'b/c/one');
    await store.open(row(store, 'secret/shut/'));
    store.close(row(store, 'secret/shut/'));
    asked.length = 0;
    Object.assign(folders, { 'secret/b/': 'absent', 'secret/b/c/': 'absent', 'secret/shut/': ['new'] });
    folders['secret/'] = ['shut/', 'x/'];
    await store.refreshAfter(['one', 'two'].flatMap((name) => [`secret/b/c/${name}`, `secret/b/${name}`]));
    expect(asked.toSorted()).toEqual(['secret/', 'secret/b/', 'secret/b/c/']);
    expect(keys(store)).toEqual(['secret/', 'secret/shut/', 'secret/x/', 'pki/']);
    asked.length = 0;
    await store.refreshAfter(['secret/shut/new', 'secret/never/listed', 'pki/other', 'nowhere/x']);
    expect(asked).toEqual(['secret/']);
    await store.open(row(store, 'secret/shut/'));
    expect(keys(store)).toEqual(['secret/', 'secret/shut/', 'secret/shut/new', 'secret/x/', 'pki/']);
  });
});
