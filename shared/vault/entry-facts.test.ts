import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { membersFacts, valueFacts, valueType } from './entry-facts.ts';

describe('valueType', () => {
  it.each([
    ['"1"', 'string'],
    ['0', 'integer'],
    ['-9007199254740991', 'integer'],
    ['9007199254740992', 'integer64'],
    ['9223372036854775808', 'integer64'],
    ['1.5', 'number'],
    ['1e3', 'number'],
    ['true', 'boolean'],
    ['null', 'null'],
    [' {"a":1}', 'object'],
    ['[]', 'array'],
  ] as const)('%s is %s', (raw, type) => {
    expect(valueType(raw)).toBe(type);
  });
});

describe('valueFacts', () => {
  it('counts UTF-8 bytes as an encoder does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(valueFacts('k', JSON.stringify(text)).bytes).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });

  it('says the same of a text however it is written', () => {
    const ascii = fc.string({ unit: fc.constantFrom(' ', '"', '\\', 'a', '[', ']', '~', '!', '#') });
    fc.assert(
      fc.property(ascii, (text) => {
        const plain = JSON.stringify(text);
        // The escaped form takes the general path, by characters.
        const escaped = `"${text.replace(/./g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;
        const { rawBytes, ...facts } = valueFacts('k', plain);
        expect(rawBytes).toBe(plain.length);
        expect(facts).toEqual({ ...valueFacts('k', escaped), rawBytes: undefined });
      }),
    );
    const pem = '"-----BEGIN X-----"';
    expect(valueFacts('k', pem)).toMatchObject({ pem: true, bytes: 17, rawBytes: 19 });
  });

  it('says the same of all members of a text as of each', () => {
    const anyValue = fc.oneof(
      fc.jsonValue({ noUnicodeString: false }),
      fc.constantFrom(' x', 'x ', '', 'a"b', '-----BEGIN X-----', 'ü', '\u200b', '\t'),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.string(), anyValue), (object) => {
        const members = Object.entries(object).map(([key, value]) => [key, JSON.stringify(value)] as const);
        const text = JSON.stringify(object, null, 1);
        expect(membersFacts(text, members)).toEqual(members.map(([key, raw]) => valueFacts(key, raw)));
      }),
    );
  });

  it('counts lines; a last newline starts none', () => {
    const lines = (text: string): number => valueFacts('k', JSON.stringify(text)).lines ?? 1;
    expect(['', 'a', 'a\n', 'a\nb', 'a\r\nb\n', '\n\n'].map(lines)).toEqual([1, 1, 1, 2, 2, 2]);
  });

  it('knows PEM and surrounding space', () => {
    const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
    expect(valueFacts('k', JSON.stringify(pem))).toMatchObject({ pem: true, lines: 3, endsWithSpace: true });
    expect(valueFacts('k', '" x"')).toEqual({
      key: 'k',
      type: 'string',
      bytes: 2,
      rawBytes: 4,
      startsWithSpace: true,
    });
  });

  it.each(['\u200b', '\u202e', '\u00a0', '\ufeff', '\u0000', '\u001b', '\u2066', '\u00ad', '\r'])(
    'sees the invisible %j',
    (character) => {
      expect(valueFacts('k', JSON.stringify(`a${character}b`)).hasInvisible).toBe(true);
    },
  );

  it('takes tab, newline, accents and emoji for visible', () => {
    expect(valueFacts('k', JSON.stringify('a\tb\nü 🔑')).hasInvisible).toBeUndefined();
  });
});
