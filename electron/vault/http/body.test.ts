import { describe, expect, it } from 'vitest';
import { isQuick } from './body.ts';

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
