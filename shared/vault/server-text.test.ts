import { describe, expect, it } from 'vitest';
import { cutText, LONGEST_SERVER_TEXT, serverTexts } from './server-text.ts';

describe('cutText', () => {
  it('leaves a text alone that is short enough', () => {
    expect(cutText('permission denied')).toBe('permission denied');
  });

  it('says how much is missing', () => {
    const cut = cutText('word '.repeat(10_000));
    expect(cut.length).toBeLessThan(LONGEST_SERVER_TEXT + 50);
    expect(cut).toMatch(/^word word .*word … \[459\d\d characters left out\]$/);
  });

  it('leaves nothing of a word that the cut would go through: it may be a credential', () => {
    const token = 's.ABCDEFGHIJKLMNOPQRSTUVWX';
    for (let into = 1; into < token.length; into++) {
      const cut = cutText(`${'x '.repeat(2048).slice(0, LONGEST_SERVER_TEXT - into)} ${token} and more`);
      expect(cut).not.toContain('s.A');
    }
  });
});

describe('serverTexts', () => {
  it('takes the texts of a list and nothing else', () => {
    expect(serverTexts(['a', 1, null, 'b'])).toEqual(['a', 'b']);
    expect(serverTexts('a')).toEqual([]);
  });

  it('takes no more than a person would read, and says so', () => {
    const many = serverTexts(Array.from({ length: 100_000 }, () => 'no'));
    expect(many).toHaveLength(21);
    expect(many.at(-1)).toBe('… and 99980 more, left out');
    const long = serverTexts(Array.from({ length: 100 }, () => 'no '.repeat(100_000)));
    expect(long.join('').length).toBeLessThan(25_000);
  });
});
