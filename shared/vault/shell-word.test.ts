import { describe, expect, it } from 'vitest';
import { shellWord } from './shell-word.ts';

describe('shellWord', () => {
  it.each([
    ['plain/x-1', 'plain/x-1'],
    ["it's", `'it'\\''s'`],
    ['$HOME;rm', `'$HOME;rm'`],
    ['', `''`],
    ['~root', `'~root'`],
    ['=ls', `'=ls'`],
    ['a=b', 'a=b'],
    ['two\nlines', `'two\nlines'`],
    ['!x', `'!x'`],
  ])('%j', (word, quoted) => {
    expect(shellWord(word)).toBe(quoted);
  });
});
