import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import type { SearchMode } from '../../../shared/vault/search.ts';
import { maskLength } from '../../../shared/vault/search.ts';
import { valuesFound } from './masked-values.ts';
import { matcherOf } from './matchers.ts';

const made = (text: string, mode: SearchMode, matchCase = false) =>
  matcherOf({ text, at: 0 }, { mode, matchCase });
const problemOf = (text: string, mode: SearchMode = 'expression'): string => {
  try {
    made(text, mode);
  } catch (failure) {
    if (failure instanceof AppFailure) return failure.error.message;
    throw failure;
  }
  return '';
};

describe('patterns of a search', () => {
  it('fold case unless told', () => {
    expect(made('API', 'text').test('my-api')).toBe(true);
    expect(made('API', 'text', true).test('my-api')).toBe(false);
    expect(made('^api', 'expression').test('API-key')).toBe(true);
    expect(made('api*', 'glob').test('API-key')).toBe(true);
    expect(made('ÄPFEL', 'text').test('äpfel')).toBe(true);
  });

  it('tell whole words from parts', () => {
    const word = made('db', 'word');
    expect(['db', 'a-db', 'db_1', 'x.db.y'].map(word.test)).toEqual([true, true, true, true]);
    expect(['dbs', 'adb', 'db1', 'äbdb'].map(word.test)).toEqual([false, false, false, false]);
    expect(word.find('adb db')).toEqual([4, 6]);
  });

  it('let a star of a glob stop at a slash, and take all other signs as they are', () => {
    expect(made('a*c', 'glob').test('a-b-c')).toBe(true);
    expect(made('a*c', 'glob').test('a/c')).toBe(false);
    expect(made('a**c', 'glob').test('a/b/c')).toBe(true);
    expect(made('a?c', 'glob').test('a/c')).toBe(false);
    expect(made('a.(c)', 'glob').test('a.(c)')).toBe(true);
    expect(made('a.c', 'glob').test('abc')).toBe(false);
  });

  it.each([
    ['(abc', 'Missing closing ): (abc (character 1)'],
    ['ab[z-a]', 'Invalid character class range: z-a (character 4)'],
    ['*a', 'Missing argument to repetition operator: * (character 1)'],
    ['(?=x)', 'Invalid or unsupported Perl syntax: (?= (character 1)'],
    ['a{2000}', 'Invalid repeat count: {2000} (character 2)'],
    ['((a{100}){100})', 'Invalid repeat count: {100} (character 4)'],
    ['(a|b|ab|ba|.){500}', 'This expression is too large. (character 1)'],
  ])('name the place of a mistake (%s)', (text, message) => {
    expect(problemOf(text)).toBe(message);
  });

  const evil: readonly (readonly [string, string])[] = [
    ['(a+)+$', `${'a'.repeat(100_000)}b`],
    ['(x+x+)+y', 'x'.repeat(100_000)],
    ['(.*a){20}.*b$', 'a'.repeat(100_000)],
    ['(a|aa)+$', `${'a'.repeat(100_000)}b`],
    ['[ab]{500}c', 'ab'.repeat(50_000)],
    ['(.*?,){120}P', '1,2,3,4,5,6'.repeat(10_000)],
    ['(a?){150}a{150}', 'a'.repeat(100_000)],
    ['(?:a.{400})+b', 'a'.repeat(100_000)],
    [`${'(a*)*'.repeat(60)}b`, 'a'.repeat(100_000)],
  ];
  it.each(evil)(
    'never stand over a text that is meant to be slow (%s)',
    { timeout: 10_000 },
    (pattern, text) => {
      const matcher = made(pattern, 'expression');
      const taken = text.slice(0, Math.min(matcher.longest, text.length));
      const before = performance.now();
      matcher.find(taken);
      // Exponential or quadratic ones would take minutes.
      expect(performance.now() - before).toBeLessThan(2_000);
    },
  );
});

describe('matching values', () => {
  const found = (raw: string, needle: string, mode: SearchMode = 'text') =>
    valuesFound([['k', raw]], made(needle, mode)).values;

  it('are a key and a place, whatever their length', () => {
    expect(found('"needle"', 'needle')).toEqual([{ key: 'k', from: 0, to: maskLength }]);
    expect(found('"xxneedlexx"', 'needle')).toEqual([{ key: 'k', from: 3, to: 13 }]);
    const long = JSON.stringify(`${'x'.repeat(100_000)}n`);
    expect(found(long, 'n')).toEqual([{ key: 'k', from: maskLength - 1, to: maskLength }]);
    expect(found('"nothing"', 'else')).toEqual([]);
    expect(found('""', '^$', 'expression')).toEqual([{ key: 'k', from: 0, to: 1 }]);
  });

  it('are looked for in what a text says, and in other values as JSON', () => {
    expect(found('"a\\u0062c"', 'abc')).toHaveLength(1);
    expect(found('9007199254740993', '740993')).toHaveLength(1);
    expect(found('{"deep":["abc"]}', 'abc')).toHaveLength(1);
  });

  it('are left out and counted where they are too long for the pattern', () => {
    const needle = made('(a|b){200}c', 'expression');
    expect(valuesFound([['k', JSON.stringify('a'.repeat(100_000))]], needle)).toEqual({
      values: [],
      skipped: 1,
    });
  });
});
