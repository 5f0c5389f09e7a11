import { describe, expect, it } from 'vitest';
import { fieldChanges } from './field-changes.ts';
import type { Comparison } from './field-changes.ts';

const no = (): boolean => false;

/** Formats each field as one line: `name: -old +new`. */
function changes(body: unknown, before?: unknown, how: Partial<Comparison> = {}): readonly string[] {
  const asJson = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const compare = { isCredential: no, holdsCredential: no, merges: no, ...how };
  const found = fieldChanges(asJson(body), {
    ...compare,
    ...(before === undefined ? {} : { before: asJson(before) }),
  });
  const sign = { added: '+', removed: '-', sent: '' } as const;
  return found.map(
    ({ name, lines }) => `${name}: ${lines.map(({ kind, text }) => sign[kind] + text).join(' ')}`,
  );
}

describe('fields that are sent', () => {
  it('are all of them where nothing is there to compare with, whatever they are empty of', () => {
    expect(changes({ a: '', b: [], c: {}, d: false, e: null, f: ['x', 'y'], g: { h: { i: 1 } } })).toEqual([
      ...['a: ""', 'b: []', 'c: {}', 'd: false', 'e: null', 'f: x y', 'g / h / i: 1'],
    ]);
  });

  it('keep every digit, and a text is not taken for a number or a word', () => {
    expect(changes('{"a":12345678901234567890,"b":"1","c":"true","d":"null","e":" x","f":"[]"}')).toEqual([
      ...['a: 12345678901234567890', 'b: "1"', 'c: "true"', 'd: "null"', 'e: " x"', 'f: "[]"'],
    ]);
  });

  it('are those that differ, lists by the items that go and come', () => {
    const before = {
      name: 'ops',
      policies: ['a', 'b'],
      disabled: true,
      ttl: 1800,
      metadata: { team: 'x', k: 'v' },
    };
    expect(changes(before, before)).toEqual([]);
    expect(changes({ ...before, ttl: '30m' }, before)).toEqual([]);
    expect(
      changes(
        { name: 'ops', policies: ['b', 'root'], disabled: false, ttl: '31m', metadata: { k: 'w' } },
        before,
      ),
    ).toEqual([
      'policies: -a +root',
      'disabled: -true +false',
      'ttl: -1800 +31m',
      'metadata / k: -v +w',
      'metadata / team: -x',
    ]);
  });

  it('say what is emptied, and the same items in another order', () => {
    expect(changes({ members: [], metadata: {} }, { members: ['i', 'j'], metadata: { a: 'b' } })).toEqual([
      'members: -i -j +[]',
      'metadata / a: -b',
    ]);
    expect(changes({ members: [] }, { members: null })).toEqual([]);
    expect(changes({ args: ['a', 'b'] }, { args: ['b', 'a'] })).toEqual(['args: -b -a +a +b']);
    expect(changes({ args: ['a', 'a'] }, { args: ['a'] })).toEqual(['args: +a']);
  });

  it('are said where the server does not tell of them', () => {
    expect(changes({ enabled: false, list: [] }, { other: 1 })).toEqual(['enabled: +false', 'list: +[]']);
  });

  it('take nothing from a map that they only add to', () => {
    const merges = (field: string): boolean => field === 'options';
    expect(changes({ options: { a: '2' } }, { options: { a: '1', b: '1' } }, { merges })).toEqual([
      'options / a: -"1" +"2"',
    ]);
  });

  it('show a text by its lines', () => {
    expect(changes({ text: 'a\nb\nd' }, { text: 'a\nc\nd' })).toEqual(['text: -c +b']);
  });

  it('name the place of a credential, before and after', () => {
    const isPassword = (path: readonly string[]): boolean => path.at(-1) === 'password';
    expect(
      changes(
        { password: 'new', deep: { password: ['x'] } },
        { password: 'old' },
        { isCredential: isPassword },
      ),
    ).toEqual(['password: +[credential]', 'deep / password: +[credential]']);
    expect(changes({ password: 'seen' }, { password: 'old' }, { holdsCredential: isPassword })).toEqual([
      'password: -[credential] +seen',
    ]);
    expect(changes({ m: {} }, { m: { password: 'old' } }, { holdsCredential: isPassword })).toEqual([
      'm / password: -[credential]',
    ]);
  });
});
