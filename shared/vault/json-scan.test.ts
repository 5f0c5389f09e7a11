import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanValue } from './json-scan.ts';

/** Visitor calls for a text, one line each. */
function told(text: string, trust: 'proved' | 'checked'): readonly string[] {
  const lines: string[] = [];
  const end = scanValue(
    text,
    0,
    {
      open: (at, isObject) => void lines.push(`${at} ${isObject ? '{' : '['}`),
      close: (at) => void lines.push(`${at} close`),
      key: (start, to) => {
        lines.push(`${start} key ${text.slice(start, to)}`);
        return undefined;
      },
      leaf: (start, to) => void lines.push(`${start} ${text.slice(start, to)}`),
    },
    trust,
  );
  return [...lines, typeof end === 'number' ? `end ${end}` : end.message];
}

describe('the scanner of JSON', () => {
  it('tells every token at its place', () => {
    expect(told(' {"a" : [1, {}, "x\\"}"], "b":null } rest', 'proved')).toEqual([
      ...['1 {', '2 key "a"', '8 [', '9 1', '12 {', '14 close', '16 "x\\"}"', '23 close'],
      ...['25 key "b"', '29 null', '35 close', 'end 35'],
    ]);
  });

  it('tells the same whether it checks the leaves or not', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value, null, 1);
        expect(told(text, 'checked')).toEqual(told(text, 'proved'));
        expect(told(text, 'proved').at(-1)).toBe(`end ${text.length}`);
      }),
    );
  });

  it('takes any depth', () => {
    const deep = 200_000;
    expect(scanValue('['.repeat(deep) + ']'.repeat(deep), 0, {})).toBe(2 * deep);
  });
});
