import { expect, it } from 'vitest';
import { eachInTurns } from './turns.ts';

it('does the work in order, and lets other work in between', async () => {
  const items = Array.from({ length: 1_000 }, (_, at) => at);
  const done: number[] = [];
  let others = 0;
  const timer = setInterval(() => {
    others++;
  }, 0);
  await eachInTurns(items, (item) => {
    const until = performance.now() + 0.2;
    while (performance.now() < until);
    done.push(item);
  });
  clearInterval(timer);
  expect(done).toEqual(items);
  expect(others).toBeGreaterThan(1);
});

it('rejects with the first error', async () => {
  const work = (item: number) => {
    if (item === 2) throw new Error('two');
  };
  await expect(eachInTurns([1, 2, 3], work)).rejects.toThrow('two');
});
