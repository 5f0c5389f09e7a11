import { describe, expect, it } from 'vitest';
import { findIn, mostMatches, rangesOf } from './find-in-text.ts';

describe('findIn', () => {
  it('finds every place, whatever the case, none twice', () => {
    expect(findIn('Alpha ALPHA alpha', 'alpha')).toEqual([0, 6, 12]);
    expect(findIn('aaaa', 'aa')).toEqual([0, 2]);
    expect(findIn('alpha', '')).toEqual([]);
    expect(findIn('alpha', 'beta')).toEqual([]);
  });

  it('keeps places right where lower case would move them', () => {
    expect(findIn('İİ key', 'key')).toEqual([3]);
  });

  it('stops counting', () => {
    expect(findIn('a'.repeat(mostMatches * 2), 'a')).toHaveLength(mostMatches);
  });
});

describe('rangesOf', () => {
  it('spans elements', () => {
    const box = document.createElement('pre');
    box.innerHTML = 'one <b>tw</b>o three <i>two</i>';
    expect(rangesOf(box, 'two').map(String)).toEqual(['two', 'two']);
    expect(rangesOf(box, 'e three').map(String)).toEqual([]);
    expect(rangesOf(box, 'o three').map(String)).toEqual(['o three']);
  });
});
