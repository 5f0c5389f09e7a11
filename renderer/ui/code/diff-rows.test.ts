import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffRows, folded } from './diff-rows.ts';

const lines = (before: string | undefined, after: string | undefined): string[] =>
  diffRows(before, after).map(
    ({ kind, pieces }) =>
      ({ same: ' ', removed: '-', added: '+' })[kind] + pieces.map(({ text }) => text).join(''),
  );

describe('diffRows', () => {
  it.each([
    ['a\nb\nc', 'a\nx\nc', [' a', '-b', '+x', ' c']],
    ['a', 'a\n', [' a', '+']],
    ['a\nb', 'b', ['-a', ' b']],
    ['', 'a', ['-', '+a']],
    ['a\nb\nc', 'a\nb\nc\nd\ne', [' a', ' b', ' c', '+d', '+e']],
    ['same', 'same', [' same']],
    [undefined, 'new\nlines', ['+new', '+lines']],
    ['gone', undefined, ['-gone']],
  ])('%j → %j', (before, after, expected) => {
    expect(lines(before, after)).toEqual(expected);
  });

  it('marks the characters that differ', () => {
    const [removed, added] = diffRows('host=db-1.example', 'host=db-2.example');
    expect(removed?.pieces.filter(({ changed }) => changed).map(({ text }) => text)).toEqual(['1']);
    expect(added?.pieces.filter(({ changed }) => changed).map(({ text }) => text)).toEqual(['2']);
  });

  it('holds both texts, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', '', 'a b', ' '), { minLength: 1, maxLength: 12 })
      .map((all) => all.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const rows = diffRows(before, after);
        const side = (hidden: 'added' | 'removed'): string =>
          rows
            .filter(({ kind }) => kind !== hidden)
            .map(({ pieces }) => pieces.map((piece) => piece.text).join(''))
            .join('\n');
        expect(side('added')).toBe(before);
        expect(side('removed')).toBe(after);
      }),
    );
  });

  it('folds what is far from a change', () => {
    const before = Array.from({ length: 30 }, (_, index) => String(index)).join('\n');
    const items = folded(diffRows(before, before.replace('\n15\n', '\nx\n')));
    expect(items.map((item) => (item.kind === 'fold' ? item.rows.length : item.kind))).toEqual([
      12,
      'same',
      'same',
      'same',
      'removed',
      'added',
      'same',
      'same',
      'same',
      11,
    ]);
  });
});
