import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import { applyChanges, checkChanges, sameContent } from './content.ts';

describe('changes', () => {
  it('keep the place of a known key, put a new one at the end, and touch nothing else', () => {
    expect(
      applyChanges(
        [
          ['10', '9007199254740993'],
          ['2', ' "kept as written" '],
          ['__proto__', '1'],
        ],
        [
          { op: 'set', key: 'new', rawJson: ' 1 ' },
          { op: 'remove', key: '__proto__' },
          { op: 'set', key: '10', rawJson: '2' },
          { op: 'remove', key: 'never was' },
        ],
      ),
    ).toEqual([
      ['10', '2'],
      ['2', ' "kept as written" '],
      ['new', '1'],
    ]);
  });

  it.each([
    ['not valid JSON', '{"x":}'],
    ['not valid JSON', ''],
    ['not valid JSON', '1 2'],
    ['not valid JSON', 'NaN'],
    ['beyond floating point', '1e400'],
    ['half of a Unicode character', '["\\ud800"]'],
    ['nested too deeply', `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ])('refuse what cannot be stored (%#: %s)', (words, rawJson) => {
    try {
      checkChanges([
        { op: 'set', key: 'good', rawJson: '1' },
        { op: 'set', key: 'bad', rawJson },
      ]);
    } catch (failure) {
      if (!(failure instanceof AppFailure)) throw failure;
      expect(failure.error).toMatchObject({ kind: 'invalid-input', field: 'bad' });
      expect(failure.error.message).toContain(words);
      return;
    }
    throw new Error('not refused');
  });

  it('refuse a key that is half of a character', () => {
    expect(() => checkChanges([{ op: 'remove', key: '\ud800' }])).toThrow('half of a Unicode character');
  });
});

describe('the same content', () => {
  it('is about keys and values, not about order or notation', () => {
    const a = [
      ['a', '1'],
      ['b', '"<"'],
    ] as const;
    expect(
      sameContent(
        a,
        [
          ['b', '"\\u003c"'],
          ['a', '1.0'],
        ],
        'exact',
      ),
    ).toBe(true);
    expect(sameContent(a, [['a', '1']], 'exact')).toBe(false);
    expect(
      sameContent(
        a,
        [
          ['a', '1'],
          ['c', '"<"'],
        ],
        'exact',
      ),
    ).toBe(false);
  });
});
