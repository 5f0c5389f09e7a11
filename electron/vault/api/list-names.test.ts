import { expect, it } from 'vitest';
import { unpackNames } from '../../../shared/vault/names.ts';
import { packedKeys } from './list-names.ts';

it('packs the names of a list', () => {
  const { packed, ...rest } = packedKeys({ data: { keys: ['a', 'b c/', '\n'] } });
  expect(unpackNames(packed)).toEqual(['a', 'b c/', '\n']);
  expect(rest).toEqual({ count: 3, unusable: 0 });
  expect(packedKeys({})).toEqual({ packed: '', count: 0, unusable: 0 });
});

it('leaves out what can be no name, and counts it: one text of a hostile server must not hide all others', () => {
  const { packed, ...rest } = packedKeys({ data: { keys: ['', 'a', '\0null', 'nu\0ll', 'b'] } });
  expect(unpackNames(packed)).toEqual(['a', 'b']);
  expect(rest).toEqual({ count: 2, unusable: 3 });
});
