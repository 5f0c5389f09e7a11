import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonProblem } from './json-problem.ts';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const doubled = 'Duplicate key';

describe('jsonProblem', () => {
  it('agrees with JSON.parse about what JSON is', () => {
    const letters = fc.constantFrom(...Array.from('{}[]",:\\ 0123.-+eEntfu"rals\n\t\u0001'));
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 14 }), (text) => {
        const problem = jsonProblem(text);
        // A duplicate key is found before later faults.
        if (problem?.message !== doubled) expect(problem === undefined).toBe(parses(text));
      }),
      { numRuns: 5000 },
    );
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, cut) => {
        const text = JSON.stringify(value, null, 2);
        expect(jsonProblem(text)).toBeUndefined();
        const broken = text.slice(0, cut % text.length);
        expect(jsonProblem(broken) === undefined).toBe(parses(broken));
      }),
    );
  });

  it('lets the same key stand in different objects', () => {
    expect(jsonProblem('{"a": {"a": [{"a": 1}, {"a": 2}]}, "b": {"a": {}}}')).toBeUndefined();
  });

  it.each([
    ['', 'A value is missing at the end', 1, 1],
    ['{"a": 1,}', 'A key in double quotes is missing', 1, 9],
    ['{\n  "a": 1\n  "b": 2\n}', 'A comma or } is missing', 3, 3],
    ["{'a': 1}", 'A key in double quotes is missing', 1, 2],
    ['[1, 2', 'A comma or ] is missing', 1, 6],
    ['{"a": 1,\n "b": 2,\n "a": 3}', doubled, 3, 2],
    ['{"a": 1, "\\u0061": 2}', doubled, 1, 10],
    ['{"a": {"b": 1, "b": 1}}', doubled, 1, 16],
    ['{"__proto__": 1, "__proto__": 1}', doubled, 1, 18],
    ['"open', 'A string is not closed', 1, 1],
    ['"a\nb"', 'A line break or control character must be escaped', 1, 3],
    ['"\\x"', 'This escape does not exist in JSON', 1, 2],
    ['1 2', 'Unexpected text after the value', 1, 3],
    ['{"a" 1}', 'A colon is missing after the key', 1, 6],
    ['yes', 'This is not a JSON value', 1, 1],
    ["'x'", 'JSON strings need double quotes', 1, 1],
  ] as const)('%j', (text, message, line, column) => {
    expect(jsonProblem(text)).toMatchObject({ message, line, column });
  });

  it('survives 100,000 levels', () => {
    expect(jsonProblem('['.repeat(100_000) + ']'.repeat(100_000))).toBeUndefined();
  });
});
