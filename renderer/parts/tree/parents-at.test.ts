import { expect, it } from 'vitest';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import { packNames } from '../../../shared/vault/names.ts';
import { parentsAbove, parentsAt } from './parents-at.ts';
import { rowAt } from './tree-model.ts';
import { TreeStore } from './tree-store.ts';

const secret: Mount = { path: 'secret/' as MountPath, type: 'kv', engine: 'kv2', description: '' };
const other: Mount = { ...secret, path: 'zoo/' as MountPath };
const folders: Readonly<Record<string, readonly string[]>> = {
  'secret/': ['a/', 'z'],
  'secret/a/': ['b/', 'c/'],
  'secret/a/b/': Array.from({ length: 100_000 }, (_, at) => `n${String(at).padStart(6, '0')}`),
  'secret/a/c/': ['last'],
};

/** Rows: 0 secret/ · 1 a/ · 2 b/ · 3 … 100,002 its names · 100,003 c/ · 100,004 last · 100,005 z · 100,006 zoo/. */
async function openedTree() {
  const tree = new TreeStore((mount, path) => {
    const names = folders[mount + path] ?? [];
    return Promise.resolve({
      ok: true,
      value: { names: packNames(names), count: names.length, warnings: [] },
    });
  });
  tree.setMounts([secret, other]);
  await tree.reveal(secret.path, 'a/c/last');
  await tree.reveal(secret.path, 'a/b/n000000');
  const { rows } = tree.snapshot();
  return { rows, at: (top: number) => parentsAt(rows, top).map(({ folder, top: y }) => [folder.path, y]) };
}

it('names the folders around the first row in view, at any depth', async () => {
  const { rows, at } = await openedTree();
  expect(rowAt(rows, 100_003)?.key).toBe('secret/a/c/');
  expect(at(0)).toEqual([]);
  expect(at(90_000)).toEqual([
    ['', 0],
    ['a/', 1],
    ['a/b/', 2],
  ]);
});

it('keeps a folder at its height from the moment that those above would cover it', async () => {
  const { at } = await openedTree();
  for (const top of [0.5, 1, 1.5, 2])
    expect(at(top)).toEqual([
      ['', 0],
      ['a/', 1],
      ['a/b/', 2],
    ]);
});

it('has the next folder push out the one that ends', async () => {
  const { at } = await openedTree();
  // The last name of b/ is below the three parents.
  expect(at(100_000)).toEqual([
    ['', 0],
    ['a/', 1],
    ['a/b/', 2],
  ]);
  expect(at(100_000.25)).toEqual([
    ['', 0],
    ['a/', 1],
    ['a/b/', 1.75],
  ]);
  expect(at(100_001)).toEqual([
    ['', 0],
    ['a/', 1],
  ]);
});

it('counts what covers a row at the top', async () => {
  const { rows } = await openedTree();
  expect([0, 1, 2, 3, 100_006].map((index) => parentsAbove(rows, index))).toEqual([0, 1, 2, 3, 0]);
});
