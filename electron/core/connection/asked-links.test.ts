import { describe, expect, it } from 'vitest';
import { createAskedLinks } from './asked-links.ts';

function links() {
  let told = 0;
  return {
    ...createAskedLinks(() => {
      told++;
    }),
    told: () => told,
  };
}

describe('links that another program asks for @program-links', () => {
  it('are shown one after the other, the latest of those that came meanwhile', () => {
    const { ask, shown, drop, told } = links();
    expect(shown()).toBe('');
    const hundred = Array.from({ length: 100 }, (_, index) => `strongroom://c/secret/${String(index)}`);
    for (const link of hundred) ask(link);
    expect([shown(), told()]).toEqual([hundred[0], 1]);
    drop('strongroom://c/secret/7');
    expect(shown()).toBe(hundred[0]);
    drop(hundred[0] ?? '');
    expect([shown(), told()]).toEqual([hundred[99], 2]);
    drop(hundred[99] ?? '');
    expect([shown(), told()]).toEqual(['', 3]);
  });

  it('are taken once, however often they come', () => {
    const { ask, shown, drop } = links();
    for (let count = 0; count < 3; count++) ask('strongroom://c/secret/a');
    drop('strongroom://c/secret/a');
    expect(shown()).toBe('');
  });

  it.each([
    ...[undefined, null, 7, {}, ['strongroom://c/s/a'], '', 'https://vault.example', 'strongroom:c/s/a'],
    ...[' strongroom://c/s/a', '--strongroom://c/s/a'],
  ])('are nothing else: %j', (link) => {
    const { ask, shown, told } = links();
    ask(link);
    expect([shown(), told()]).toEqual(['', 0]);
  });

  it('are not longer than a reference can be', () => {
    const { ask, shown, told } = links();
    ask(`strongroom://c/s/${'a'.repeat(1_000_000)}`);
    expect([shown(), told()]).toEqual(['', 0]);
  });
});
