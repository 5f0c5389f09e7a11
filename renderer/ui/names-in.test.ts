import { describe, expect, it } from 'vitest';
import { namesIn, textOfNames } from './names-in.ts';

describe('names in a text', () => {
  it('are split at commas, or at commas and spaces', () => {
    expect(namesIn(' a, b c ,,d', ',')).toEqual(['a', 'b c', 'd']);
    expect(namesIn(' a, b c ,,d')).toEqual(['a', 'b', 'c', 'd']);
  });

  it('can have any character in double quotes', () => {
    expect(namesIn('user, "last, first" ,"say ""hi"""', ',')).toEqual(['user', 'last, first', 'say "hi"']);
    expect(namesIn('"a b" "c,d", " e"')).toEqual(['a b', 'c,d', ' e']);
    // A quote that is not closed, or not at the edge, is a character.
    expect(namesIn('"a, 5" b', ',')).toEqual(['"a', '5" b']);
  });

  it('are written so that they are read back', () => {
    for (const separator of [',', ', '] as const) {
      const names = ['plain', 'a,b', ' edge ', 'in side', '"quoted"', 'q"', '""', ','];
      expect(namesIn(textOfNames(names, separator), separator)).toEqual(names);
    }
    expect(textOfNames(['a', 'b'])).toBe('a, b');
  });
});
