import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Finder } from './finder.ts';

function finderOf(patterns: readonly string[]): Finder<string> {
  const finder = new Finder<string>();
  for (const pattern of patterns) finder.add(pattern, pattern);
  return finder;
}

/** Finds every occurrence of every pattern by plain search. */
function slowly(text: string, patterns: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const pattern of new Set(patterns.filter(({ length }) => length >= 8)))
    for (let at = text.indexOf(pattern); at !== -1; at = text.indexOf(pattern, at + 1))
      found.push(`${at} ${pattern}`);
  return found.sort();
}

function quickly(text: string, patterns: readonly string[]): readonly string[] {
  return finderOf(patterns)
    .all(text)
    .map(({ start, what }) => `${start} ${what ?? ''}`)
    .sort();
}

describe('the finder', () => {
  it('finds what a search for each pattern finds', () => {
    const few = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 6, maxLength: 14 });
    const parts = fc.array(fc.oneof(few, fc.nat({ max: 9 })), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(few, { maxLength: 12 }), parts, (patterns, made) => {
        const text = made.map((part) => (typeof part === 'string' ? part : (patterns[part] ?? ''))).join('');
        expect(quickly(text, patterns)).toEqual(slowly(text, patterns));
        const first = finderOf(patterns).first(text);
        expect(first === undefined).toBe(slowly(text, patterns).length === 0);
      }),
      { numRuns: 3000 },
    );
  });

  it('knows a text without any, whether it looks for few of them or for many', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), minLength: 6, maxLength: 14 });
    const long = letters.map((text) => text.repeat(40));
    const pattern = fc.oneof(letters, long);
    const parts = fc.array(fc.oneof(letters, long, fc.nat({ max: 99 })), { maxLength: 12 });
    fc.assert(
      fc.property(
        fc.array(pattern, { maxLength: 12 }),
        fc.boolean(),
        fc.boolean(),
        parts,
        (patterns, isMany, isLong, made) => {
          const middle = made
            .map((part) => (typeof part === 'string' ? part : (patterns[part] ?? '')))
            .join('');
          const text = isLong ? '.'.repeat(3000) + middle + '.'.repeat(3000) : middle;
          const more = Array.from({ length: isMany ? 100 : 0 }, (_, n) => `another pattern ${String(n)}`);
          const finder = finderOf([...patterns, ...more]);
          expect(finder.isFree(text, () => true)).toBe(slowly(text, patterns).length === 0);
          expect(finder.isFree(text, () => false)).toBe(true);
          expect(finder.isFree(text, (what) => what === patterns[0])).toBe(
            slowly(text, patterns.slice(0, 1)).length === 0,
          );
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('finds a pattern at every place of a text, at its ends too', () => {
    const pattern = 'hvs.CAESIJ0123456789';
    for (let before = 0; before < 9; before++)
      for (let after = 0; after < 9; after++) {
        const text = '.'.repeat(before) + pattern + '.'.repeat(after);
        expect(finderOf([pattern]).first(text)).toEqual({
          start: before,
          end: before + pattern.length,
          what: pattern,
        });
        expect(finderOf([pattern]).first(text.replace('9', '8'))).toBeUndefined();
      }
  });

  it('takes a text made to be looked at again and again for a credential as a whole', () => {
    const patterns = Array.from({ length: 300 }, (_, n) => `b${'a'.repeat(8 + n)}`);
    const text = 'a'.repeat(1_000_000);
    expect(finderOf(patterns).first(text)).toEqual({ start: 0, end: text.length });
    const same = 'aaaaaaaa';
    expect(finderOf([same]).all(text)).toEqual([{ start: 0, end: text.length }]);
  });
});
