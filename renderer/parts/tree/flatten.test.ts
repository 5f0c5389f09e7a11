import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import { packNames } from '../../../shared/vault/names.ts';
import { flatten } from './flatten.ts';
import { fold, indexOfName, nameList } from './name-list.ts';
import {
  emptyFilter,
  indexOfRow,
  newFolder,
  rowAt,
  rowKey,
  type Folder,
  type TreeRow,
} from './tree-model.ts';

const kv: Mount = { path: 'secret/' as MountPath, type: 'kv', engine: 'kv2', description: '' };

interface Spec {
  readonly names: readonly string[];
  readonly open: boolean;
  readonly listed: boolean;
  readonly below: readonly Spec[];
}

function specOf(depth: number): fc.Arbitrary<Spec> {
  return fc.record({
    names: fc.uniqueArray(fc.constantFrom('a', 'b', 'ab', 'a/', 'b/', 'ab/', 'c/', 'x y', 'é'), {
      maxLength: 8,
    }),
    open: fc.boolean(),
    listed: fc.boolean(),
    below: depth === 0 ? fc.constant([]) : fc.array(specOf(depth - 1), { maxLength: 3 }),
  });
}
const spec = specOf(3);

function build(from: Spec, path: string, parent: Folder | undefined): Folder {
  const folder = newFolder(kv, path, parent);
  folder.expanded = from.open;
  if (!from.listed) return folder;
  folder.names = nameList(packNames(from.names));
  const folders = from.names.filter((name) => name.endsWith('/'));
  from.below.forEach((below, at) => {
    const name = folders[at];
    if (name === undefined || folder.names === undefined) return;
    const child = build(below, path + name, folder);
    child.indexInParent = indexOfName(folder.names, name);
    folder.children.set(name, child);
  });
  return folder;
}

/** Reference implementation of visible rows: keys in order. */
function plainRows(folder: Folder, needle: string): string[] {
  const key = rowKey(kv, folder.path);
  const names = namesOf(folder);
  const inside = leads(folder, needle);
  const open = needle === '' ? folder.expanded : inside;
  if (!open) return [];
  if (folder.names === undefined) return [`${key}\0loading`];
  if (names.length === 0) return [`${key}\0empty`];
  return names.flatMap((name) => {
    const child = folder.children.get(name);
    const shown =
      needle === '' || fold(name).includes(needle) || (child !== undefined && leads(child, needle));
    if (!shown) return [];
    return [key + name, ...(child === undefined ? [] : plainRows(child, needle))];
  });
}

function leads(folder: Folder, needle: string): boolean {
  return namesOf(folder).some((name) => {
    const child = folder.children.get(name);
    return fold(name).includes(needle) || (child !== undefined && leads(child, needle));
  });
}

function namesOf(folder: Folder): string[] {
  return folder.names === undefined || folder.names.count === 0 ? [] : folder.names.packed.split('\0');
}

function allRows(mounts: readonly Folder[], text: string): TreeRow[] {
  const rows = flatten(mounts, { ...emptyFilter(), text });
  return Array.from({ length: rows.count }, (_, index) => {
    const row = rowAt(rows, index);
    if (row === undefined) throw new Error(`no row ${String(index)}`);
    expect(indexOfRow(rows, row.key)).toBe(index);
    return row;
  });
}

describe('flatten', () => {
  it('shows what the plain recursion shows, and finds every row by its key', () => {
    fc.assert(
      fc.property(spec, fc.constantFrom('', 'a', 'b', 'ab', 'c', 'é', 'z'), (from, text) => {
        const root = build(from, '', undefined);
        const needle = fold(text);
        const visible = needle === '' || leads(root, needle) || 'secret/'.includes(needle);
        const expected = visible ? ['secret/', ...plainRows(root, needle)] : [];
        expect(allRows([root], text).map((row) => row.key)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('gives positions 1…n among siblings, in order, with the right level', () => {
    fc.assert(
      fc.property(spec, fc.constantFrom('', 'a', 'b'), (from, text) => {
        const seen = new Map<string, { next: number; setSize: number }>();
        for (const row of allRows([build(from, '', undefined)], text)) {
          if (row.kind === 'note') continue;
          const parent = row.parent === undefined ? '-' : rowKey(kv, row.parent.path);
          const group = seen.get(parent) ?? { next: 1, setSize: row.setSize };
          expect(row.position).toBe(group.next);
          expect(row.setSize).toBe(group.setSize);
          expect(row.level).toBe(row.parent === undefined ? 1 : row.parent.level + 1);
          seen.set(parent, { next: group.next + 1, setSize: group.setSize });
        }
        for (const group of seen.values()) expect(group.next - 1).toBe(group.setSize);
      }),
    );
  });

  it('addresses 100,000 names in one folder, filtered and not', () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `name-${String(index).padStart(6, '0')}`);
    names[500] = 'deep/';
    const root = newFolder(kv, '', undefined);
    root.expanded = true;
    root.names = nameList(packNames(names));
    const deep = newFolder(kv, 'deep/', root);
    deep.expanded = true;
    deep.names = nameList(packNames(['needle', 'other']));
    deep.indexInParent = 500;
    root.children.set('deep/', deep);

    const all = flatten([root], emptyFilter());
    expect(all.count).toBe(1 + 100_000 + 2);
    expect(all.segments.length).toBe(4);
    expect(rowAt(all, 501)).toMatchObject({ key: 'secret/deep/', expanded: true, position: 501 });
    expect(rowAt(all, 502)).toMatchObject({ key: 'secret/deep/needle', level: 3, position: 1, setSize: 2 });
    expect(rowAt(all, all.count - 1)).toMatchObject({ key: 'secret/name-099999', position: 100_000 });
    expect(indexOfRow(all, 'secret/name-099999')).toBe(all.count - 1);
    expect(rowAt(all, all.count)).toBeUndefined();

    const some = flatten([root], { ...emptyFilter(), text: '0777' });
    const matching = names.filter((name) => name.includes('0777'));
    expect(some).toMatchObject({ matched: matching.length, total: 100_002, count: 1 + matching.length });
    const led = flatten([root], { ...emptyFilter(), text: 'Needle' });
    expect(led).toMatchObject({ matched: 1, count: 3 });
    expect(rowAt(led, 1)).toMatchObject({ key: 'secret/deep/', position: 1, setSize: 1 });
  });

  it('keeps an entry and a folder of one name apart', () => {
    const root = newFolder(kv, '', undefined);
    root.expanded = true;
    root.names = nameList(packNames(['both', 'both/']));
    const rows = allRows([root], '');
    expect(rows.map((row) => [row.kind, row.key])).toEqual([
      ['folder', 'secret/'],
      ['entry', 'secret/both'],
      ['folder', 'secret/both/'],
    ]);
  });

  it('narrows a filter to the same result as starting fresh', () => {
    const root = newFolder(kv, '', undefined);
    root.expanded = true;
    root.names = nameList(packNames(['alpha', 'alp', 'beta', 'al', 'xal']));
    let filter = emptyFilter();
    for (const text of ['a', 'al', 'alp', 'alph', 'al', 'x']) {
      filter = { ...filter, text };
      const fresh = flatten([root], { ...emptyFilter(), text });
      expect(flatten([root], filter)).toEqual(fresh);
    }
  });
});
