import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packNames } from '../../../shared/vault/names.ts';
import { fold, highlightOf, indexOfName, matchNames, nameAt, nameList } from './name-list.ts';

const vaultName = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
    fc.constantFrom('İstanbul', 'ΣΑΣ', 'a b', 'x%2F', 'é', 'e\u0301', 'certs/', 'CERTS'),
  )
  .map((name) => name.replaceAll('\0', '') || 'x');

describe('nameList', () => {
  it('holds every name of a packed list, in order', () => {
    fc.assert(
      fc.property(fc.array(vaultName, { maxLength: 60 }), (names) => {
        const list = nameList(packNames(names));
        expect(list.count).toBe(names.length);
        expect(names.map((_, index) => nameAt(list, index))).toEqual(names);
        expect(nameAt(list, names.length)).toBe('');
        expect(nameAt(list, -1)).toBe('');
      }),
    );
  });

  it('finds exact names only', () => {
    fc.assert(
      fc.property(fc.array(vaultName, { maxLength: 30 }), vaultName, (names, other) => {
        const list = nameList(packNames(names));
        for (const name of [...names, other]) expect(indexOfName(list, name)).toBe(names.indexOf(name));
      }),
    );
    const list = nameList(packNames(['ab', 'a', 'b']));
    expect(indexOfName(list, 'a')).toBe(1);
    expect(indexOfName(list, 'ab\0a')).toBe(-1);
    expect(indexOfName(list, '')).toBe(-1);
  });
});

describe('matchNames', () => {
  it('equals the plain search, narrowed or not', () => {
    fc.assert(
      fc.property(
        fc.array(vaultName, { maxLength: 60 }),
        fc.string({ minLength: 1, maxLength: 3 }),
        (names, typed) => {
          const list = nameList(packNames(names));
          const needle = fold(typed);
          const plain = names.flatMap((name, index) => (fold(name).includes(needle) ? [index] : []));
          if (needle.includes('\0')) return;
          expect([...matchNames(list, needle)]).toEqual(plain);
          const wider = matchNames(list, needle.slice(0, 1));
          expect([...matchNames(list, needle, wider)]).toEqual(plain);
        },
      ),
    );
  });

  it('is right over 100,000 names', () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `Service-${String(index).padStart(6, '0')}`);
    const list = nameList(packNames(names));
    expect(nameAt(list, 99_999)).toBe('Service-099999');
    const sevens = matchNames(list, '777');
    expect([...sevens]).toEqual(names.flatMap((name, index) => (name.includes('777') ? [index] : [])));
    expect([...matchNames(list, '0777', sevens)]).toEqual(
      names.flatMap((name, index) => (name.includes('0777') ? [index] : [])),
    );
    expect(matchNames(list, 'service').length).toBe(100_000);
    expect(matchNames(list, 'nothing').length).toBe(0);
  });
});

describe('highlightOf', () => {
  it('tells where the match stands, or nothing where folding changed the length', () => {
    expect(highlightOf('API-Gateway', fold('gate'))).toEqual([4, 8]);
    expect(highlightOf('ledger', 'x')).toBeUndefined();
    expect(highlightOf('İx', 'x')).toBeUndefined();
    expect(highlightOf('x', '')).toBeUndefined();
  });
});
