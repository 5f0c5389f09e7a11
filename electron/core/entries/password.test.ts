import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../shared/ipc/result.ts';
import {
  characterSets,
  passwordBits,
  passwordLengths,
  passwordWordCount,
} from '../../../shared/vault/password.ts';
import type { CharacterSet, PasswordRecipe } from '../../../shared/vault/password.ts';
import { createGeneratedValues, MOST_GENERATED } from './generated-values.ts';
import { makePassword } from './password.ts';
import { passwordWords } from './password-words.ts';

const all = Object.keys(characterSets) as CharacterSet[];

describe('a generated password', () => {
  it('has the length, every chosen set and nothing else', () => {
    for (const sets of [all, ['digits'], ['lower', 'symbols']] satisfies CharacterSet[][])
      for (const length of [passwordLengths.characters.least, 40, passwordLengths.characters.most]) {
        const password = makePassword({ kind: 'characters', length, sets });
        expect(password).toHaveLength(length);
        for (const set of all)
          expect([...password].some((one) => characterSets[set].includes(one))).toBe(sets.includes(set));
      }
    expect(() => makePassword({ kind: 'characters', length: 8, sets: [] })).toThrow(AppFailure);
  });

  it('is words of the list, which is as long as its entropy says', () => {
    expect(new Set(passwordWords).size).toBe(passwordWordCount);
    expect(passwordWords.every((word) => /^[a-z]{3,8}$/.test(word))).toBe(true);
    const words = makePassword({ kind: 'words', count: 6 }).split('-');
    expect(words).toHaveLength(6);
    expect(words.every((word) => passwordWords.includes(word))).toBe(true);
    expect(passwordBits({ kind: 'words', count: 6 })).toBe(66);
  });

  it('draws each character as often as the others', () => {
    const counts = new Map<string, number>();
    for (let round = 0; round < 400; round++)
      for (const one of makePassword({ kind: 'characters', length: 250, sets: ['digits'] }))
        counts.set(one, (counts.get(one) ?? 0) + 1);
    // 100,000 draws of ten: six standard deviations are 570.
    for (const digit of characterSets.digits)
      expect(Math.abs((counts.get(digit) ?? 0) - 10_000)).toBeLessThan(600);
  });

  it('has the entropy of how many there are', () => {
    const bits = (length: number, ...sets: CharacterSet[]): number =>
      passwordBits({ kind: 'characters', length, sets });
    expect(bits(10, 'digits')).toBeCloseTo(10 * Math.log2(10), 9);
    // Two sets, two characters: one of each, in either order.
    expect(bits(2, 'digits', 'lower')).toBeCloseTo(Math.log2(2 * 10 * 26), 9);
    expect(bits(3, 'digits', 'lower')).toBeCloseTo(Math.log2(36 ** 3 - 10 ** 3 - 26 ** 3), 9);
    expect(bits(20, ...all)).toBeLessThan(20 * Math.log2(78));
    expect(bits(20, ...all)).toBeGreaterThan(20 * Math.log2(78) - 0.2);
    expect(bits(20)).toBe(0);
  });
});

describe('what was generated and not saved', () => {
  const recipe: PasswordRecipe = { kind: 'characters', length: 12, sets: ['lower'] };

  it('is filled in for its session only, until that is closed', () => {
    const values = createGeneratedValues();
    const generated = values.make('one', recipe);
    expect(generated).toMatchObject({ length: 12, bits: 12 * Math.log2(26) });
    const change = { op: 'set-generated', key: 'password', generated } as const;
    const other = { op: 'remove', key: 'old' } as const;
    const [filled, same] = values.filledIn('one', [change, other]);
    expect(filled).toMatchObject({ op: 'set', key: 'password' });
    expect(filled?.op === 'set' && /^"[a-z]{12}"$/.test(filled.rawJson)).toBe(true);
    expect(same).toBe(other);
    expect(values.filledIn('one', [change])).toEqual([filled]);
    expect(() => values.filledIn('two', [change])).toThrow('is gone');
    values.closeSession('one');
    expect(() => values.filledIn('one', [change])).toThrow('is gone');
  });

  it('is forgotten, the oldest first, beyond its bound', () => {
    const values = createGeneratedValues();
    const made = Array.from({ length: MOST_GENERATED + 1 }, () => values.make('one', recipe));
    const fill = (at: number) => () =>
      values.filledIn(
        'one',
        made.slice(at, at + 1).map((generated) => ({ op: 'set-generated', key: 'k', generated })),
      );
    expect(fill(0)).toThrow('is gone');
    expect(fill(1)()).toHaveLength(1);
    expect(fill(MOST_GENERATED)()).toHaveLength(1);
  });
});
