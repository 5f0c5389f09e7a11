import { expect, it } from 'vitest';
import { packNames } from '../../../shared/vault/names.ts';
import { mostSelected } from '../../../shared/vault/selection.ts';
import { mountAt } from '../../fixtures/session.fixture.ts';
import { flatten } from './flatten.ts';
import { nameList } from './name-list.ts';
import { emptyFilter, newFolder, rowAt, type TreeRow, type TreeRows } from './tree-model.ts';
import { placesAt, TreeSelection } from './tree-selection.ts';

function sample(names: readonly string[] = ['api', 'b/', 'c', 'd']): TreeRows {
  const root = newFolder(mountAt('secret/'), '', undefined);
  root.expanded = true;
  root.names = nameList(packNames(names));
  if (names.includes('b/')) {
    const below = newFolder(root.mount, 'b/', root);
    Object.assign(below, { expanded: true, indexInParent: 1, names: nameList(packNames(['x', 'y'])) });
    root.children.set('b/', below);
  }
  // secret/ · api · b/ · b/x · b/y · c · d · pki/
  return flatten([root, newFolder(mountAt('pki/', 'other', 'pki'), '', undefined)], emptyFilter());
}

function row(rows: TreeRows, index: number): TreeRow {
  const found = rowAt(rows, index);
  if (found === undefined) throw new Error(`No row ${String(index)}`);
  return found;
}

const keys = (selection: TreeSelection) => [...selection.snapshot().keys()];

it('selects single rows, in ranges that can become shorter, and what was selected before stays', () => {
  const [rows, selection] = [sample(), new TreeSelection()];
  selection.toggle(row(rows, 1));
  selection.extend(rows, 3, 5);
  expect(keys(selection)).toEqual(['secret/api', 'secret/b/x', 'secret/b/y', 'secret/c']);
  selection.extend(rows, 5, 4);
  expect(keys(selection)).toEqual(['secret/api', 'secret/b/x', 'secret/b/y']);
  selection.extend(rows, 4, 2);
  expect(keys(selection)).toEqual(['secret/api', 'secret/b/x', 'secret/b/']);
  selection.leaveRange();
  selection.toggle(row(rows, 1));
  expect(keys(selection)).toEqual(['secret/b/x', 'secret/b/']);
  selection.clear();
  expect(keys(selection)).toEqual([]);
});

it('selects the names of one folder, and nothing of engines that plans cannot work on', () => {
  const [rows, selection] = [sample(), new TreeSelection()];
  selection.addSiblings(rows, row(rows, 3));
  expect(keys(selection)).toEqual(['secret/b/x', 'secret/b/y']);
  selection.extend(rows, 6, 7);
  selection.toggle(row(rows, 7));
  expect(keys(selection)).not.toContain('pki/');
});

it('acts on what is selected if the row is part of it, on the row alone if it is not; never twice on one entry', () => {
  const [rows, selection] = [sample(), new TreeSelection()];
  selection.extend(rows, 2, 5);
  const places = (index: number | undefined) =>
    placesAt(selection.snapshot(), index === undefined ? undefined : row(rows, index)).map(
      ({ path }) => path,
    );
  expect(places(undefined)).toEqual(['b/', 'c']);
  expect(places(4)).toEqual(['b/', 'c']);
  expect(places(6)).toEqual(['d']);
  expect(places(7)).toEqual([]);
});

it('selects no more than a plan takes', () => {
  const rows = sample(Array.from({ length: mostSelected + 5 }, (_, index) => `n-${String(index)}`));
  const selection = new TreeSelection();
  selection.addSiblings(rows, row(rows, 1));
  expect(selection.snapshot().size).toBe(mostSelected);
});
