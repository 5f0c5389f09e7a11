import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeObject, sliceMembers } from '../../../shared/vault/json-slices.ts';
import { sameContent } from './content.ts';
import { makeMergePatch } from './merge-patch.ts';

const patchOf = (base: string, next: string) =>
  makeMergePatch(sliceMembers(base), sliceMembers(next), 'float64');

describe('a merge patch', () => {
  it.each([
    ['{"a":1,"b":2}', '{"a":1,"b":3}', '{"b":3}'],
    ['{"a":1,"b":2}', '{"b":2}', '{"a":null}'],
    ['{"a":1}', '{"a":1.0}', '{}'],
    ['{}', '{"n":9007199254740993,"s":"\\u003c"}', '{"n":9007199254740993,"s":"\\u003c"}'],
    ['{"o":{"x":1,"y":{"z":1}}}', '{"o":{"y":{"z":2}}}', '{"o":{"x":null,"y":{"z":2}}}'],
    ['{"o":{"x":null}}', '{"o":{"x":null,"y":1}}', '{"o":{"y":1}}'],
    ['{"o":{"x":1}}', '{"o":[]}', '{"o":[]}'],
    ['{"o":{"x":1}}', '{"o":{}}', '{"o":{"x":null}}'],
    ['{"a":"b"}', '{"a":"null"}', '{"a":"null"}'],
    ['{"__proto__":1}', '{}', '{"__proto__":null}'],
  ])('from %s to %s is %s', (base, next, patch) => {
    expect(patchOf(base, next)).toEqual({ ok: true, patch });
  });

  it.each([
    ['{"a":1}', '{"a":null}', 'a'],
    ['{}', '{"a":{"b":null}}', 'a'],
    ['{"a":{"b":1}}', '{"a":{"b":null}}', 'a.b'],
    ['{}', '{"a":[{"b":null}]}', 'a'],
    ['{}', '{"a":[null]}', 'a'],
  ])('cannot lead from %s to %s: %s', (base, next, key) => {
    expect(patchOf(base, next)).toEqual({ ok: false, key });
  });

  it('leads to exactly what is wanted, wherever it says that it does', () => {
    const content = fc.dictionary(fc.string({ maxLength: 2 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 5 });
    fc.assert(
      fc.property(content, content, (base, next) => {
        const [was, wanted] = [sliceMembers(JSON.stringify(base)), sliceMembers(JSON.stringify(next))];
        const made = makeMergePatch(was, wanted, 'float64');
        if (!made.ok) return;
        const result = sliceMembers(applyRfc7396(composeObject(was), made.patch));
        expect(sameContent(result, wanted, 'float64')).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

/** The algorithm of RFC 7396, section 2, word for word. */
function applyRfc7396(target: string, patch: string): string {
  if (!patch.startsWith('{')) return patch;
  const result = new Map(target.startsWith('{') ? sliceMembers(target) : []);
  for (const [name, value] of sliceMembers(patch)) {
    if (value === 'null') result.delete(name);
    else result.set(name, applyRfc7396(result.get(name) ?? 'null', value));
  }
  return composeObject([...result]);
}
