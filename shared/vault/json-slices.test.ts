import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  composeObject,
  indentJson,
  MASK,
  maskJson,
  membersAt,
  sliceAt,
  sliceMembers,
} from './json-slices.ts';

describe('sliceMembers', () => {
  const table: readonly [name: string, text: string, members: readonly (readonly [string, string])[]][] = [
    ['empty', ' { } ', []],
    [
      'integer-like keys keep their order',
      '{"10":1,"2":2}',
      [
        ['10', '1'],
        ['2', '2'],
      ],
    ],
    ['__proto__ is a key', '{"__proto__":{"a":1}}', [['__proto__', '{"a":1}']]],
    [
      'number tokens stay',
      '{"n":9223372036854775808,"f":1.0,"e":1E+2}',
      [
        ['n', '9223372036854775808'],
        ['f', '1.0'],
        ['e', '1E+2'],
      ],
    ],
    [
      'braces and quotes in strings',
      '{"a":"}\\"{","b]":"\\\\"}',
      [
        ['a', '"}\\"{"'],
        ['b]', '"\\\\"'],
      ],
    ],
    ['escaped keys', '{"\\u0061\\n":null}', [['a\n', 'null']]],
    [
      'white space everywhere',
      '\n{ "a" :\t[ 1 , 2 ] , "b" : { } }\r\n',
      [
        ['a', '[ 1 , 2 ]'],
        ['b', '{ }'],
      ],
    ],
    [
      'duplicate: place of the first, value of the last',
      '{"a":1,"b":2,"a":3}',
      [
        ['a', '3'],
        ['b', '2'],
      ],
    ],
  ];
  it.each(table)('%s', (_name, text, members) => {
    expect(sliceMembers(text)).toEqual(members);
  });

  it.each(['', '{', '{"a":}', '{"a":01}', '{"a":1,}', "{'a':1}", 'undefined', '[1]', '"x"', 'null', '1'])(
    'refuses %j with a SyntaxError',
    (text) => {
      expect(() => sliceMembers(text)).toThrow(SyntaxError);
    },
  );

  it('agrees with JSON.parse on every object, and composes back to it', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
        fc.boolean(),
        (object, indent) => {
          const text = JSON.stringify(object, null, indent ? 3 : 0);
          const members = sliceMembers(text);
          expect(new Set(members.map(([key]) => key))).toEqual(
            new Set(Object.keys(JSON.parse(text) as object)),
          );
          for (const [key, raw] of members) {
            expect(JSON.parse(raw)).toEqual(Reflect.get(JSON.parse(text) as object, key));
          }
          expect(sliceMembers(composeObject(members))).toEqual(members);
        },
      ),
    );
  });

  it('slices 7,000 keys and a depth of 100,000', () => {
    const many = composeObject(Array.from({ length: 7000 }, (_, at) => [`key-${at}`, String(at)] as const));
    expect(sliceMembers(many)).toHaveLength(7000);
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(sliceMembers(`{"deep":${deep}}`)).toEqual([['deep', deep]]);
  });
});

describe('sliceAt', () => {
  const text = '{"data":{"data":{"n":12345678901234567890},"metadata":{"version":3}},"data2":1}';
  it('follows keys', () => {
    expect(sliceAt(text, ['data', 'data'])).toBe('{"n":12345678901234567890}');
    expect(sliceAt(text, ['data', 'metadata', 'version'])).toBe('3');
    expect(sliceAt(text, [])).toBe(text);
  });
  it('answers undefined where nothing is', () => {
    expect(sliceAt(text, ['data', 'none'])).toBeUndefined();
    expect(sliceAt(text, ['data2', 'x'])).toBeUndefined();
    expect(sliceAt('{}', ['__proto__'])).toBeUndefined();
  });
});

describe('membersAt', () => {
  /** JSON texts with few names, so that duplicates appear at every depth. */
  const { text: anyText } = fc.letrec<{ text: string; object: string }>((tie) => ({
    text: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('1', 'null', '"data"', '""', ' [ ] '),
      tie('object'),
      fc.array(tie('text'), { maxLength: 3 }).map((items) => `[${items.join(' , ')}]`),
    ),
    object: fc
      .array(fc.tuple(fc.constantFrom('data', 'd\\u0061ta', 'x', '__proto__', '10'), tie('text')), {
        maxLength: 5,
      })
      .map((members) => `{ ${members.map(([key, raw]) => `"${key}" : ${raw}`).join(' ,')}}`),
  }));

  /** Reference implementation: finds the value first, then slices it. */
  function inTwoSteps(text: string, keys: readonly string[]) {
    const raw = sliceAt(text, keys);
    return raw?.startsWith('{') === true ? sliceMembers(raw) : undefined;
  }

  it('answers what finding and cutting answer', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.constantFrom('data', 'x'), { maxLength: 3 }), (text, keys) => {
        expect(membersAt(text, keys)).toEqual(inTwoSteps(text.trim(), keys));
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds the values of an entry, the last of two of a name', () => {
    const text = '{"data":{"data":{"a":1}},"data":{"metadata":{"a":9},"data":{"b":{"a":[2]},"c":1.0,"b":2}}}';
    expect(membersAt(text, ['data', 'data'])).toEqual([
      ['b', '2'],
      ['c', '1.0'],
    ]);
  });

  it.each([
    '{"data":null}',
    '{"data":[{"data":{}}]}',
    '[{"data":{"data":{}}}]',
    '{"data":{"data":{}},"data":1}',
  ])('answers undefined for %s', (text) => {
    expect(membersAt(text, ['data', 'data'])).toBeUndefined();
  });
});

describe('indentJson', () => {
  it('does not let brackets in brackets grow beyond all measure', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(indentJson(deep).length).toBeLessThan(10 * deep.length);
    expect(indentJson('[[[[1]]]]')).toBe(JSON.stringify([[[[1]]]], null, 2));
  });

  it('keeps every token', () => {
    expect(indentJson('{"a":[1.0,{"b":"x, y: {"},[]],"c":{ },"n":18446744073709551616}')).toBe(
      '{\n  "a": [\n    1.0,\n    {\n      "b": "x, y: {"\n    },\n    []\n  ],\n  "c": {},\n  "n": 18446744073709551616\n}',
    );
  });
  it('writes what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(indentJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2));
      }),
    );
  });
});

describe('maskJson', () => {
  it('hides leaves below data and nothing else', () => {
    expect(maskJson('{"request_id":"r","data":{"a":"s3cret","b":[1,{"c":null}],"d":{}}}')).toBe(
      `{"request_id":"r","data":{"a":${MASK},"b":[${MASK},{"c":${MASK}}],"d":{}}}`,
    );
    expect(maskJson('{"data":{"data":{"k":1},"metadata":{"version":2}}}', ['data', 'data'])).toBe(
      `{"data":{"data":{"k":${MASK}},"metadata":{"version":2}}}`,
    );
    expect(maskJson('{"data":null}')).toBe('{"data":null}');
    expect(maskJson('{"errors":[]}')).toBe('{"errors":[]}');
  });
  it('never lets a value through, and keeps the shape', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (data) => {
        const masked = maskJson(JSON.stringify({ data }), ['data']);
        const leaves = (value: unknown): unknown[] =>
          typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
        const parsed = JSON.parse(masked) as { data: object };
        expect(new Set(leaves(parsed.data))).toEqual(
          new Set(leaves(data).length > 0 ? [JSON.parse(MASK)] : []),
        );
        expect(Object.keys(parsed.data)).toEqual(Object.keys(JSON.parse(JSON.stringify(data)) as object));
      }),
    );
  });
});
