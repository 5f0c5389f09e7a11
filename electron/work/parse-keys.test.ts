import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../shared/ipc/result.ts';
import type { AppError } from '../../shared/ipc/result.ts';
import { parseKeys } from './parse-keys.ts';

async function refusal(text: string, format: Parameters<typeof parseKeys>[1] = 'auto'): Promise<AppError> {
  const failure = await parseKeys(text, format).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof AppFailure)) throw new Error(`refused expected, not ${String(failure)}`);
  expect(failure.error).toMatchObject({ kind: 'invalid-input', field: 'text' });
  return failure.error;
}
const lines = (...text: string[]) => text.join('\n');

describe('.env', () => {
  it('reads quotes, exports, comments and values over several lines; all are text', async () => {
    const text = lines(
      '# a comment',
      'PLAIN=some words  ',
      'export TOKEN="with # and \\n" # said',
      "PEM='-----BEGIN KEY-----",
      'abc=',
      "-----END KEY-----'",
      'TICK=`it\'s "both"`',
      'EMPTY=',
      'NUMBER=007',
      'dotted.name-x = y',
      '__proto__=p',
    );
    expect(await parseKeys(text, 'auto')).toEqual({
      format: 'env',
      members: [
        ['PLAIN', '"some words"'],
        ['TOKEN', '"with # and \\n"'],
        ['PEM', '"-----BEGIN KEY-----\\nabc=\\n-----END KEY-----"'],
        ['TICK', JSON.stringify('it\'s "both"')],
        ['EMPTY', '""'],
        ['NUMBER', '"007"'],
        ['dotted.name-x', '"y"'],
        ['__proto__', '"p"'],
      ],
      warnings: [],
    });
  });

  it('reads Windows line ends and a byte order mark', async () => {
    expect((await parseKeys('\uFEFFA=1\r\nB="x\r\ny"\r\n', 'auto')).members).toEqual([
      ['A', '"1"'],
      ['B', '"x\\ny"'],
    ]);
  });

  it.each([
    ['A=1\nA=2', '“A” stands there more than once; line 2 counts.', '"2"'],
    ['A=pass#word', '“A” (line 1) ends at “#”: what follows was taken for a comment.', '"pass"'],
    ['A=${B}/x', '“A” refers to another variable ($…), which was not replaced.', '"${B}/x"'],
    ['A=1\n\nwhat is this\n"quoted": 1', 'Not an assignment, and left out: line 3, 4.', '"1"'],
  ])('%j warns', async (text, warning, value) => {
    const parsed = await parseKeys(text, 'env');
    expect(parsed.warnings).toEqual([warning]);
    expect(parsed.members).toEqual([['A', value]]);
  });

  it.each([
    ['A=1\nB="never closed\nC=2', 'line 2', 'never closed'],
    ['A="x" y', 'line 1', 'follows the closing quote'],
    ['# only a comment', 'no keys', ''],
  ])('%j is refused', async (text, where, why) => {
    const { message } = await refusal(text, 'env');
    expect(message).toContain(where);
    expect(message).toContain(why);
  });
});

describe('JSON', () => {
  it('keeps every token, the order, and keys that JavaScript would reorder or swallow', async () => {
    const text = '{ "b": 1.10, "10": 9007199254740993, "2": {"y": [1,  2]}, "__proto__": "\\u003c" }';
    expect(await parseKeys(text, 'auto')).toEqual({
      format: 'json',
      members: [
        ['b', '1.10'],
        ['10', '9007199254740993'],
        ['2', '{"y": [1,  2]}'],
        ['__proto__', '"\\u003c"'],
      ],
      warnings: [],
    });
  });

  it.each([
    ['{"a": 1,\n"a": 2}', '(line 2): duplicate key.'],
    ['{"a": "s3cret\n"}', '(line 1)'],
    ['{"a": s3cret}', '(line 1)'],
    ['["s3cret"]', 'not an object'],
    ['{"a":1} s3cret', '(line 1)'],
    ['{}', 'no keys'],
  ])('%j is refused without repeating it', async (text, words) => {
    const { message } = await refusal(text, 'json');
    expect(message).toContain(words);
    expect(message).not.toContain('s3cret');
  });

  it('is what a brace and a quote begin, also where YAML would be more forgiving', async () => {
    expect((await refusal('{"a": tru}')).message).toContain('as JSON');
    expect((await parseKeys('{a: tru}', 'auto')).format).toBe('yaml');
  });
});

describe('YAML', () => {
  it('reads nesting, blocks, anchors and merges; numbers keep their digits', async () => {
    const text = lines(
      'big: 9007199254740993',
      'price: 1.10',
      'base: &base {host: db, port: 5432}',
      'same: *base',
      'mine:',
      '  <<: *base',
      '  port: 1',
      'cert: |',
      '  line one',
      '  line two',
      'folded: >-',
      '  a',
      '  b',
      'list: [1, true, null, "x"]',
      'version: "1.20"',
      'day: 2026-01-02',
      'no: no',
      '__proto__: {x: 1}',
    );
    expect(await parseKeys(text, 'auto')).toEqual({
      format: 'yaml',
      members: [
        ['big', '9007199254740993'],
        ['price', '1.10'],
        ['base', '{"host":"db","port":5432}'],
        ['same', '{"host":"db","port":5432}'],
        ['mine', '{"port":1,"host":"db"}'],
        ['cert', '"line one\\nline two\\n"'],
        ['folded', '"a b"'],
        ['list', '[1,true,null,"x"]'],
        ['version', '"1.20"'],
        ['day', '"2026-01-02"'],
        ['no', '"no"'],
        ['__proto__', '{"x":1}'],
      ],
      warnings: [],
    });
  });

  it.each([
    ['a: 0x1F', '31', '“a” (0x1F) was written as 31 (line 1).'],
    ['a: .inf', '".inf"', '“a” (.inf) is not a number in JSON; it was read as text (line 1).'],
    [
      'a: !!binary aGk=',
      '"aGk="',
      'The tag !!binary of “a” was dropped; the value was read without it (line 1).',
    ],
    ['a: !vault x', '"x"', 'The tag !vault of “a” was dropped; the value was read without it (line 1).'],
    ['a: 1\na: 2', '2', '“a” stands there more than once; the last one counts (line 2).'],
    ['a: {1: x}', '{"1":"x"}', 'The key 1 in “a” is not text in YAML; it was read as “1” (line 1).'],
    ['a: 1\n? [x]\n: 2', '1', 'A key that is itself a list or a mapping was left out (line 2).'],
    ['a: 1\n---\nb: 2', '1', 'The text has 2 documents; only the first was read.'],
  ])('%j warns', async (text, value, warning) => {
    const parsed = await parseKeys(text, 'yaml');
    expect(parsed.warnings).toEqual([warning]);
    expect(parsed.members).toEqual([['a', value]]);
  });

  it.each([
    ['a: 1\n\t- b: s3cret', 'line 2', 'tab'],
    ['a: "s3cret', 'line 1', 'missing'],
    ['a: *s3cret', 'line 1', 'anchor'],
    ['a: &a [*a]', 'line 1', 'contains itself'],
    ['- s3cret', 'line 1', 'not a mapping'],
    ['s3cret', 'line 1', 'not a mapping'],
    ['a:\n  <<: 1\n  <<: [2]', 'line 3', 'not stand for a mapping'],
    [`a: ${'['.repeat(50_000)}`, 'line 1', 'deep'],
  ])('refuses what is wrong without repeating it (%#)', async (text, where, why) => {
    const { message } = await refusal(text, 'yaml');
    expect(message).toContain(where);
    expect(message).toContain(why);
    expect(message).not.toContain('s3cret');
  });

  it('refuses a few lines that stand for gigabytes, before memory or patience run out', async () => {
    const rows = (row: (n: number) => string) => Array.from({ length: 60 }, (_, n) => row(n + 1)).join('\n');
    const laughs = rows(
      (n) =>
        `a${n}: &a${n} [${Array(9)
          .fill(`*a${n - 1}`)
          .join(', ')}]`,
    );
    expect((await refusal(`a0: &a0 [lol]\n${laughs}`, 'yaml')).message).toContain(
      'more than any server takes',
    );
    const maps = rows((n) => `a${n}: &a${n} {x: *a${n - 1}, y: *a${n - 1}}`);
    expect((await refusal(`a0: &a0 {x: lol}\n${maps}`, 'yaml')).message).toContain(
      'more than any server takes',
    );
    const many = `a: &a ${'x'.repeat(1_000_000)}\nb: [${Array(1000).fill('*a').join(',')}]`;
    expect((await refusal(many, 'yaml')).message).toContain('more than any server takes');
  });

  it('reads mappings that are merged many times over, each once', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, n) => `m${n + 1}: &m${n + 1} {<<: [*m${n}, *m${n}], k${n}: 1}`,
    );
    const { members } = await parseKeys(`m0: &m0 {k: 1}\n${rows.join('\n')}`, 'yaml');
    expect(members.at(-1)?.[1]).toContain('"k0":1');
  });

  it('refuses what would take the library minutes', async () => {
    expect((await refusal('a: 1\n'.repeat(1_000_000), 'yaml')).message).toContain('2 MiB');
  });
});

it('refuses nothing at all, and more keys than can be taken over', async () => {
  expect((await refusal(' \n ')).message).toContain('empty');
  const many = `{${Array.from({ length: 20_001 }, (_, n) => `"k${n}":1`).join(',')}}`;
  expect((await refusal(many)).message).toContain('20001 keys');
});
