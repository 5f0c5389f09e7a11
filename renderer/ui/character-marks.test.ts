import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlainName, markedPieces, mostMarks, overlooked } from './character-marks.ts';
import type { SpaceMarks } from './character-marks.ts';

const glyphs = (text: string, spaces: SpaceMarks = 'edges'): (string | undefined)[] =>
  markedPieces(text, spaces).map(({ glyph, text: plain }) => glyph ?? plain);

describe('markedPieces', () => {
  it.each([
    ['plain text', ['plain text']],
    [' lead', ['·', 'lead']],
    ['trail  ', ['trail', '··']],
    ['\tx\n', ['→', 'x', '↵']],
    ['a b', ['a b']],
    ['a\u00a0b', ['a', 'U+00A0', 'b']],
    ['pass\u200bword', ['pass', 'U+200B', 'word']],
    ['\u202eevil', ['U+202E', 'evil']],
    ['x\u{e0041}\u{e0041}', ['x', 'U+E0041×2']],
    ['line\r\nnext', ['line', 'U+000D', '\nnext']],
    ['   ', ['···']],
    ['', []],
  ])('%j', (text, expected) => {
    expect(glyphs(text)).toEqual(expected);
  });

  it('marks every space where all are wanted, and only what is invisible where none are', () => {
    expect(glyphs(' a b', 'all')).toEqual(['·', 'a', '·', 'b']);
    expect(glyphs(' a\u200b ', 'none')).toEqual([' a', 'U+200B', ' ']);
  });

  it('marks in a name what would break its line or hide at its edges', () => {
    expect(glyphs(' a b\tc\nd ', 'name')).toEqual(['·', 'a b', '→', 'c', '↵', 'd', '·']);
    expect(glyphs('\u202etxt.evas', 'name')).toEqual(['U+202E', 'txt.evas']);
  });

  it('knows a plain name by one look: it has nothing to mark', () => {
    expect(['a', 'a b', 'a-b_c.d'].every(isPlainName)).toBe(true);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
        if (isPlainName(text)) expect(glyphs(text, 'name')).toEqual([text]);
      }),
    );
  });

  it('keeps the text, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('edges', 'all', 'none', 'name'),
        (text, spaces) => {
          expect(
            markedPieces(text, spaces)
              .map((piece) => piece.text)
              .join(''),
          ).toBe(text);
        },
      ),
    );
    const binary = '\u0000a'.repeat(mostMarks * 2);
    expect(markedPieces(binary, 'edges').filter(({ glyph }) => glyph !== undefined)).toHaveLength(mostMarks);
  });
});

describe('overlooked', () => {
  it('names what and where', () => {
    const { found, more } = overlooked(' a\nb\u200bc\n');
    expect(found.map(({ line, name }) => [line, name])).toEqual([
      [1, 'space at the start'],
      [2, 'zero-width space U+200B'],
      [2, 'line break at the end'],
    ]);
    expect(more).toBe(0);
    expect(overlooked('ordinary text').found).toEqual([]);
    expect(overlooked('\u200ba\u200bb\u200bc', 'edges', 1)).toMatchObject({ more: 2 });
    expect(overlooked(' {"a": "b"} ', 'none').found).toEqual([]);
  });

  it('shows each with its neighbourhood, not the whole value', () => {
    const { found } = overlooked(`${'x'.repeat(40)}\u200b${'y'.repeat(40)}`);
    expect(found[0]?.around.map(({ glyph, text }) => glyph ?? text)).toEqual([
      `…${'x'.repeat(18)}`,
      'U+200B',
      `${'y'.repeat(18)}…`,
    ]);
  });
});
