import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isQuick, readValue } from './body.ts';

const quick = (value: unknown): boolean => isQuick(Buffer.from(JSON.stringify(value)));

describe('a body that is read in place', () => {
  it('is an entry of many keys', () => {
    const keys = Array.from({ length: 7_000 }, (_, at) => [`key-${String(at)}`, 'x'.repeat(110)] as const);
    expect(quick({ data: { data: Object.fromEntries(keys) } })).toBe(true);
  });

  it('is a list of 50,000 names @long-list', () => {
    expect(quick({ data: { keys: Array.from({ length: 50_000 }, (_, at) => `name-${String(at)}`) } })).toBe(
      true,
    );
  });

  it.each([
    ['larger', ['x'.repeat(1024 * 1024)]],
    ['made of many names', Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [String(at), 0]))],
    ['made of many numbers', Array.from({ length: 90_000 }, () => 1)],
    ['made of many lists', Array.from({ length: 20_000 }, () => [])],
    ['made of many objects', Array.from({ length: 20_000 }, () => ({}))],
  ])('is none that is %s', (_name, value) => {
    expect(quick(value)).toBe(false);
  });
});

describe('a body of too many parts', () => {
  const LIMIT = 300_000;
  const crowded = (value: unknown): boolean =>
    readValue(Buffer.from(JSON.stringify(value)), value).isCrowded === true;

  /** Its cost as counted one part after the other. */
  function costOf(value: unknown): number {
    if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + costOf(item), 1);
    if (typeof value !== 'object' || value === null) return 1;
    const members = Object.values(value);
    return members.reduce<number>(
      (sum, item) => sum + costOf(item),
      1 + 6 * Math.max(0, members.length - 100),
    );
  }

  it.each([0, 1])('is told by its parts alone, whatever brackets its texts have (%d too many)', (tooMany) => {
    // Root, `data`, `keys` and the list itself.
    const count = LIMIT - 3 + tooMany;
    for (const text of ['name', '[{[{'])
      expect(crowded({ data: { keys: Array.from({ length: count }, () => text) } })).toBe(tooMany === 1);
    const lists = Array.from({ length: LIMIT / 2 - 1 + tooMany }, () => [0]);
    expect(crowded(lists)).toBe(tooMany === 1);
    const hidden = [Array.from({ length: LIMIT / 2 }, () => 0), Array.from({ length: LIMIT / 2 }, () => 0)];
    expect(crowded(hidden)).toBe(true);
  });

  it('is told as by a count of one part after the other', () => {
    const leaf = fc.constantFrom<unknown>(0, null, 'text', '[', '{"', [], {}, [[1]], { a: [{}] });
    const group = fc.record({
      leaf,
      count: fc.nat({ max: 60_000 }),
      isObject: fc.boolean(),
      isDeep: fc.boolean(),
    });
    const made = fc
      .tuple(fc.array(group, { maxLength: 4 }), fc.integer({ min: -3, max: 3 }))
      .map(([groups, beyond]) => {
        const parts = groups.map(({ leaf: one, count, isObject, isDeep }) => {
          const some = isObject ? count >> 4 : count;
          const items = Array.from({ length: some }, () => one);
          const value: unknown = isObject
            ? Object.fromEntries(items.map((item, at) => [`n${String(at)}`, item]))
            : items;
          return isDeep ? { below: [value] } : value;
        });
        // Filled up to about the limit.
        const room = LIMIT + beyond - costOf(parts) - 1;
        return [...parts, Array.from({ length: Math.max(0, room) }, () => 'x')];
      });
    const seen = { yes: 0, no: 0 };
    fc.assert(
      fc.property(made, (value) => {
        const expected = costOf(value) > LIMIT;
        seen[expected ? 'yes' : 'no']++;
        expect(crowded(value)).toBe(expected);
      }),
      { numRuns: 20 },
    );
    expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(2);
  });
});
