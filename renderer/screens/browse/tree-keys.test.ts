import { describe, expect, it } from 'vitest';
import type { Mount, MountPath } from '../../../shared/vault/mount.ts';
import { packNames } from '../../../shared/vault/names.ts';
import { flatten } from '../../parts/tree/flatten.ts';
import { nameList } from '../../parts/tree/name-list.ts';
import { treeStep, typeAhead } from './tree-keys.ts';
import { emptyFilter, newFolder } from '../../parts/tree/tree-model.ts';

const kv: Mount = { path: 'secret/' as MountPath, type: 'kv', engine: 'kv2', description: '' };

function sample() {
  const root = newFolder(kv, '', undefined);
  root.expanded = true;
  root.names = nameList(packNames(['api', 'apple', 'b/', 'Beta', 'c']));
  const below = newFolder(kv, 'b/', root);
  below.expanded = true;
  below.indexInParent = 2;
  below.names = nameList(packNames(['inner']));
  root.children.set('b/', below);
  // secret/ · api · apple · b/ · b/inner · Beta · c
  return flatten([root], emptyFilter());
}

describe('treeStep', () => {
  const rows = sample();
  it.each([
    ['ArrowDown', 0, { kind: 'move', index: 1 }],
    ['ArrowDown', 6, { kind: 'move', index: 6 }],
    ['ArrowDown', -1, { kind: 'move', index: 0 }],
    ['ArrowUp', 0, { kind: 'move', index: 0 }],
    ['ArrowUp', -1, { kind: 'move', index: 6 }],
    ['Home', 5, { kind: 'move', index: 0 }],
    ['End', 0, { kind: 'move', index: 6 }],
    ['PageDown', 0, { kind: 'move', index: 3 }],
    ['PageUp', 6, { kind: 'move', index: 3 }],
    ['ArrowRight', 0, { kind: 'move', index: 1 }],
    ['ArrowRight', 1, { kind: 'none' }],
    ['ArrowLeft', 4, { kind: 'move', index: 3 }],
    ['ArrowLeft', 6, { kind: 'move', index: 0 }],
    ['x', 1, { kind: 'none' }],
  ] as const)('%s on row %i', (key, active, expected) => {
    expect(treeStep(key, rows, active, 4)).toEqual(expected);
  });

  it('opens, closes, previews and pins by kind of row', () => {
    expect(treeStep('ArrowLeft', rows, 3, 4)).toMatchObject({ kind: 'close', row: { key: 'secret/b/' } });
    expect(treeStep('Enter', rows, 3, 4)).toMatchObject({ kind: 'toggle' });
    expect(treeStep('Enter', rows, 1, 4)).toMatchObject({ kind: 'pin', row: { key: 'secret/api' } });
    expect(treeStep(' ', rows, 1, 4)).toMatchObject({ kind: 'preview' });
    expect(treeStep('*', rows, 1, 4)).toMatchObject({ kind: 'open-siblings' });
  });
});

describe('typeAhead', () => {
  const rows = sample();
  it.each([
    ['a', 0, 1],
    ['a', 1, 2],
    ['a', 2, 1],
    ['app', 2, 2],
    ['b', 3, 5],
    ['in', 0, 4],
    ['zz', 0, -1],
  ] as const)('%s from row %i', (typed, active, expected) => {
    expect(typeAhead(rows, active, typed)).toBe(expected);
  });
});
