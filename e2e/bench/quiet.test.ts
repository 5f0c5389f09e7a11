import { describe, expect, it } from 'vitest';
import { idleShare, parseCpuTime } from './quiet.ts';

describe('parseCpuTime', () => {
  it('adds the cores up, and leaves out guests, who are counted already', () => {
    const stat = 'cpu  100 0 50 800 50 0 0 0 70 30\ncpu0 50 0 25 400 25 0 0 0 35 15\nintr 5\n';
    expect(parseCpuTime(stat)).toEqual({ idle: 850, total: 1000 });
  });

  it.each(['', 'intr 5\n', 'cpu  1 2 3\n'])('knows nothing from %j', (stat) => {
    expect(parseCpuTime(stat)).toBeUndefined();
  });
});

describe('idleShare', () => {
  it('is the idle part of the time between two looks', () => {
    expect(idleShare({ idle: 100, total: 1000 }, { idle: 175, total: 1100 })).toBe(0.75);
  });

  it('takes no time at all as quiet', () => {
    expect(idleShare({ idle: 1, total: 2 }, { idle: 1, total: 2 })).toBe(1);
  });
});
