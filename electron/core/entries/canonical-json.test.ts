import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, sameValue, unstorable } from './canonical-json.ts';

describe('the same value', () => {
  it.each([
    ['{"b":1,"a":[1,2]}', '{ "a" : [1, 2], "b" : 1 }'],
    ['"<&>"', '"\\u003c\\u0026\\u003e"'],
    ['"ü\\n"', '"\\u00fc\\u000a"'],
    ['1.50', '15e-1'],
    ['100', '1E2'],
    ['0', '0.000'],
    ['0.1e1', '1'],
    ['{"__proto__":1,"10":2,"2":3}', '{"2":3,"10":2,"__proto__":1}'],
  ])('%s is %s', (a, b) => {
    expect(sameValue(a, b, 'exact')).toBe(true);
    expect(sameValue(a, b, 'float64')).toBe(true);
  });

  it.each([
    ['9007199254740993', '9007199254740992'],
    ['123456789012345678901234567890', '1.2345678901234568e+29'],
    ['{"deep":[9007199254740993]}', '{"deep":[9007199254740992]}'],
    ['0.1', '0.10000000000000000001'],
  ])('%s is %s to floating point only', (a, b) => {
    expect(sameValue(a, b, 'float64')).toBe(true);
    expect(sameValue(a, b, 'exact')).toBe(false);
  });

  it.each([
    ['1', '"1"'],
    ['1', '-1'],
    ['0', '-0'],
    ['null', '{}'],
    ['[1,2]', '[2,1]'],
    ['[]', '{}'],
    ['"a"', '"a "'],
    ['"é"', '"e\\u0301"'],
    ['{"a":null}', '{}'],
    ['10', '1'],
    ['1e400', '1e401'],
  ])('%s is not %s', (a, b) => {
    expect(sameValue(a, b, 'exact')).toBe(false);
  });

  it('tells no value from null', () => {
    expect(sameValue(undefined, 'null', 'exact')).toBe(false);
    expect(sameValue(undefined, undefined, 'exact')).toBe(true);
  });

  it('does not depend on how a value is written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 4 }), (value, indent) => {
        const [plain, spaced] = [JSON.stringify(value), JSON.stringify(value, null, indent)];
        expect(sameValue(plain, spaced, 'exact')).toBe(true);
        expect(canonicalJson(canonicalJson(plain, 'float64'), 'float64')).toBe(
          canonicalJson(plain, 'float64'),
        );
      }),
    );
  });

  it('compares what is nested beyond the stack, or of an endless exponent, without failing', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(sameValue(deep, `${deep} `, 'exact')).toBe(true);
    expect(sameValue('1e999999999999999999', '10e999999999999999998', 'exact')).toBe(true);
  });
});

describe('what no server stores', () => {
  it.each([
    ['1e400', 'number'],
    ['{"a":[-1e999]}', 'number'],
    ['"\\ud800"', 'text'],
    ['{"\\udfff":1}', 'text'],
    ['"\\ud83d\\ude00"', undefined],
    ['9007199254740993', undefined],
    ['{"a":null}', undefined],
  ])('%s: %s', (raw, found) => {
    expect(unstorable(raw)).toBe(found);
  });
});
