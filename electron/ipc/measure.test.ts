import { describe, expect, it } from 'vitest';
import { measure } from './measure.ts';

describe('measure', () => {
  it('lets plain data pass, whatever its keys', () => {
    const input: unknown = JSON.parse('{"a":[1,"x",null,true,{"__proto__":{"b":2},"constructor":3}],"c":{}}');
    expect(measure(input, 1024)).toBeTypeOf('number');
    expect(measure({ a: undefined }, 1024)).toBeTypeOf('number');
  });

  it('counts strings, keys and items', () => {
    expect(measure('x'.repeat(500), 1024)).toBeTypeOf('number');
    expect(measure('x'.repeat(520), 1024)).toBe('too-large');
    expect(measure({ ['k'.repeat(520)]: 1 }, 1024)).toBe('too-large');
    expect(measure(new Array(200).fill(null), 1024)).toBe('too-large');
    expect(measure(new Array(4_000_000_000), 1024)).toBe('too-large');
  });

  it('ends on a cycle', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(measure(cycle, 1024)).toBe('too-large');
  });

  it('ends on an input nested deeper than a stack', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(measure(deep, 1024)).toBe('too-large');
    expect(measure(deep, 10_000_000)).toBeTypeOf('number');
  });

  it.each<[string, unknown]>([
    ['a map', new Map([['a', 1]])],
    ['a buffer', new Uint8Array(4)],
    ['a date', new Date(0)],
    ['an object without a prototype', Object.create(null)],
    ['an instance', new URL('app://strongroom/')],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
  ])('refuses %s, also inside', (_what, value) => {
    expect(measure(value, 1024)).toBe('not-plain');
    expect(measure({ a: [value] }, 1024)).toBe('not-plain');
  });
});
