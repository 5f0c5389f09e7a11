import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textSearch } from './text-search.ts';

/** Reference for the search: each text by itself. */
function oneByOne(texts: readonly Buffer[], bytes: Buffer): Set<number> {
  return new Set(texts.flatMap((text, number) => (bytes.includes(text) ? [number] : [])));
}

it('finds the same as looking for each text by itself', () => {
  // Two letters only: texts overlap, repeat and contain each other.
  const letters = (minLength: number, maxLength: number): fc.Arbitrary<Buffer> =>
    fc.array(fc.constantFrom(0, 97), { minLength, maxLength }).map((numbers) => Buffer.from(numbers));
  fc.assert(
    fc.property(fc.array(letters(2, 9), { minLength: 1, maxLength: 8 }), letters(0, 60), (texts, bytes) => {
      expect(textSearch(texts).in(bytes)).toEqual(oneByOne(texts, bytes));
    }),
    { numRuns: 2_000 },
  );
});

it.each(['at the start, ', 'in the ', ''])(
  'finds texts in both encodings, from the first byte to the last',
  (before) => {
    const texts = ['canary-1', 'canary-12', 'hvs.CAESI', 'Zürich'].flatMap((text) => [
      Buffer.from(text, 'utf8'),
      Buffer.from(text, 'utf16le'),
    ]);
    for (const [number, text] of texts.entries()) {
      const bytes = Buffer.concat([Buffer.from(before), text]);
      expect(textSearch(texts).in(bytes)).toEqual(oneByOne(texts, bytes));
      expect(textSearch(texts).in(bytes)).toContain(number);
      expect(textSearch(texts).in(bytes.subarray(0, -1))).not.toContain(number);
    }
  },
);

it('refuses a text that is too short to tell', () => {
  expect(() => textSearch([Buffer.from('a')])).toThrow(/two bytes/);
});
