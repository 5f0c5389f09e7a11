import { describe, expect, it } from 'vitest';
import { mergedText, mergeLines } from './merge-lines.ts';
import type { Choice } from './merge-lines.ts';

const base = 'a\nb\nc\nd\ne\nf';

function merged(mine: string, theirs: string, choices: readonly Choice[] = [], from = base) {
  return mergedText(mergeLines(from, mine, theirs), choices);
}

function clashes(mine: string, theirs: string, from = base) {
  return mergeLines(from, mine, theirs).filter(({ kind }) => kind === 'clash');
}

describe('lines of both sides', () => {
  it('are put together where they are different ones', () => {
    expect(merged('a\nB\nc\nd\ne\nf', 'a\nb\nc\nd\nE\nf')).toBe('a\nB\nc\nd\nE\nf');
    expect(merged('new\na\nb\nc\nd\ne\nf', 'a\nb\nd\ne\nf\nlast')).toBe('new\na\nb\nd\ne\nf\nlast');
    expect(merged('x\ny\na\nb\nc\nd\nD\ne\nf', 'a\nb\nB\nc\nd\ne\nf')).toBe('x\ny\na\nb\nB\nc\nd\nD\ne\nf');
  });

  it('are taken once where both did the same', () => {
    expect(merged('a\nX\nc\nd\ne\nf', 'a\nX\nc\nd\ne\nf')).toBe('a\nX\nc\nd\ne\nf');
    expect(merged(base, base)).toBe(base);
    expect(merged(base, 'theirs')).toBe('theirs');
    expect(merged('mine', base)).toBe('mine');
  });

  it('are for a person to decide where both changed a line, or lines beside each other', () => {
    const [mine, theirs] = ['a\nmine\nc\nd\ne\nf', '0\na\ntheirs\nc\nd\ne\nF'];
    expect(clashes(mine, theirs)).toEqual([{ kind: 'clash', mine: ['mine'], theirs: ['theirs'], line: 3 }]);
    expect(merged(mine, theirs)).toBeUndefined();
    expect(merged(mine, theirs, ['mine'])).toBe('0\na\nmine\nc\nd\ne\nF');
    expect(merged(mine, theirs, ['theirs'])).toBe(theirs);
    expect(merged(mine, theirs, ['both'])).toBe('0\na\ntheirs\nmine\nc\nd\ne\nF');
    expect(clashes('a\nB\nc\nd\ne\nf', 'a\nb\nC\nd\ne\nf')).toHaveLength(1);
    expect(clashes('a\nb\nmine\nc\nd\ne\nf', 'a\nb\ntheirs\nc\nd\ne\nf')).toHaveLength(1);
  });

  it('are all in question where there was no beginning', () => {
    expect(clashes('mine', 'theirs', '')).toHaveLength(1);
    expect(merged('mine', 'theirs', ['both'], '')).toBe('theirs\nmine');
  });

  it('lose nothing of either side, whatever was changed', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const changed = (text: string, mark: string): string =>
      text
        .split('\n')
        .flatMap((line, index) => {
          const dice = random(6);
          if (dice === 0) return [];
          return dice === 1 ? [line, `${mark}${String(index)}`] : dice === 2 ? [`${mark}${line}`] : [line];
        })
        .join('\n');
    for (let round = 0; round < 300; round++) {
      const from = Array.from({ length: 12 }, (_, at) => `line ${String(at)}`).join('\n');
      const [mine, theirs] = [changed(from, 'm'), changed(from, 't')];
      const pieces = mergeLines(from, mine, theirs);
      const choose = (choice: Choice) =>
        mergedText(
          pieces,
          pieces.map(() => choice),
        ) ?? '';
      const both = choose('both').split('\n');
      for (const line of [...mine.split('\n'), ...theirs.split('\n')])
        if (/^[mt]/.test(line)) expect(both).toContain(line);
      // Lines that only one side changed are the same for either choice.
      if (pieces.every(({ kind }) => kind === 'merged')) expect(choose('mine')).toBe(choose('theirs'));
    }
  });
});
