import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unpackNames } from '../../../shared/vault/names.ts';
import { namesIn, packedKeys } from './list-names.ts';

const packedOf = (body: unknown) => packedKeys(body, JSON.stringify(body));

it('packs the names of a list', () => {
  const { packed, ...rest } = packedOf({ data: { keys: ['a', 'b c/', '\n'] } });
  expect(unpackNames(packed)).toEqual(['a', 'b c/', '\n']);
  expect(rest).toEqual({ count: 3, unusable: 0 });
  expect(packedOf({})).toEqual({ packed: '', count: 0, unusable: 0 });
});

it('leaves out what can be no name, and counts it: one text of a hostile server must not hide all others', () => {
  const { packed, ...rest } = packedOf({ data: { keys: ['', 'a', '\0null', 'nu\0ll', 'b'] } });
  expect(unpackNames(packed)).toEqual(['a', 'b']);
  expect(rest).toEqual({ count: 2, unusable: 3 });
});

it('packs the usable names of any list, of its text and of its bytes alike', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.constantFrom('', '\0', '\\u0000', '\\\\u0000', 'a\0', '[{', 'ordinary'),
  );
  const item = fc.oneof({ weight: 8, arbitrary: text }, fc.jsonValue({ maxDepth: 1 }));
  fc.assert(
    fc.property(fc.array(item, { maxLength: 8 }), (keys) => {
      const body: unknown = JSON.parse(JSON.stringify({ data: { keys } }));
      const read = (body as { readonly data: { readonly keys: readonly unknown[] } }).data.keys;
      const texts = read.filter((key) => typeof key === 'string');
      const names = texts.filter((key) => key !== '' && !key.includes('\0'));
      const packed = packedOf(body);
      expect(unpackNames(packed.packed)).toEqual(names);
      expect(packed).toMatchObject({ count: names.length, unusable: texts.length - names.length });
      const bytes = Buffer.from(JSON.stringify(body));
      expect(namesIn({ bytes })).toEqual(packedKeys(JSON.parse(bytes.toString('utf8')), bytes));
      expect(unpackNames(namesIn({ bytes }).packed)).toHaveLength(names.length);
    }),
    { numRuns: 1000 },
  );
});
