import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MergeKey } from '../../../shared/vault/editing.ts';
import type { Member } from '../../../shared/vault/json-slices.ts';
import { sameValue } from './canonical-json.ts';
import { mergeKeys } from './three-way.ts';

const brief = (keys: readonly MergeKey[]) =>
  keys.map(({ key, mine, theirs, clash }) => [key, mine, theirs, clash]);

describe('a three-way merge', () => {
  it('says who did what to each key, and leaves out what nobody touched', () => {
    const base: Member[] = [
      ['untouched', '1'],
      ['mine', '1'],
      ['theirs', '1'],
      ['both', '1'],
      ['alike', '1'],
      ['gone', '1'],
      ['both gone', '1'],
    ];
    const mine: Member[] = [
      ['untouched', '1'],
      ['mine', '2'],
      ['theirs', '1'],
      ['both', '2'],
      ['alike', '{"a":1,"b":"<"}'],
      ['new', '1'],
      ['gone', '9'],
    ];
    const theirs: Member[] = [
      ['both', '3'],
      ['alike', '{"b":"\\u003c","a":1.0}'],
      ['mine', '1'],
      ['theirs', '4'],
      ['untouched', '1'],
      ['new too', '1'],
      ['new', '1'],
    ];
    expect(brief(mergeKeys(base, mine, theirs, 'float64'))).toEqual([
      ['mine', 'changed', 'same', false],
      ['theirs', 'same', 'changed', false],
      ['both', 'changed', 'changed', true],
      ['alike', 'changed', 'changed', false],
      ['gone', 'changed', 'removed', true],
      ['both gone', 'removed', 'removed', false],
      ['new too', 'same', 'added', false],
      ['new', 'added', 'added', false],
    ]);
  });

  it('takes what the server rounds for the same on KV v2, and for another on KV v1', () => {
    const args = [
      [['n', '9007199254740993']],
      [['n', '9007199254740993']],
      [['n', '9007199254740992']],
    ] as const;
    expect(mergeKeys(...args, 'float64')).toEqual([]);
    expect(brief(mergeKeys(...args, 'exact'))).toEqual([['n', 'same', 'changed', false]]);
  });

  it('never loses a change of either side without a clash', () => {
    const members = fc
      .uniqueArray(
        fc.tuple(
          fc.constantFrom('a', 'b', 'c', 'd', '__proto__', '2', '10', ''),
          fc.constantFrom('1', '1.0', '2', '"x"', '"\\u0078"', 'null', '{"p":1,"q":2}', '{"q":2,"p":1}'),
        ),
        { selector: ([key]) => key },
      )
      .map((list) => list as Member[]);
    fc.assert(
      fc.property(
        members,
        members,
        members,
        fc.constantFrom('float64', 'exact'),
        (base, mine, theirs, sense) => {
          const told = new Map(mergeKeys(base, mine, theirs, sense).map((one) => [one.key, one]));
          const [was, own, others] = [new Map(base), new Map(mine), new Map(theirs)];
          const keys = new Set([...was.keys(), ...own.keys(), ...others.keys()]);
          for (const key of keys) {
            const [b, m, t] = [was.get(key), own.get(key), others.get(key)];
            const one = told.get(key);
            const iDid = !sameValue(b, m, sense);
            const theyDid = !sameValue(b, t, sense);
            // The draft after an automatic merge: theirs, with my own changes laid over it.
            const merged = one !== undefined && one.mine !== 'same' && one.theirs === 'same' ? m : t;
            if (one?.clash === true) {
              expect(iDid && theyDid && !sameValue(m, t, sense)).toBe(true);
              continue;
            }
            if (iDid) expect(sameValue(merged, m, sense)).toBe(true);
            if (theyDid) expect(sameValue(merged, t, sense)).toBe(true);
            if (!iDid && !theyDid) expect(one).toBeUndefined();
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});
