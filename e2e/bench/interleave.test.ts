import { expect, it } from 'vitest';
import { interleave } from './interleave.ts';

const settled = (): Promise<void> => Promise.resolve();

it('runs the sides in turn, changes who begins, and forgets the warm-up', async () => {
  const order: string[] = [];
  const side = (name: string) => () => {
    order.push(name);
    return Promise.resolve(order.length);
  };
  const pairs = await interleave(3, 1, side('o'), side('r'), settled);
  expect(order.join('')).toBe('ro' + 'or' + 'ro' + 'or');
  expect(pairs).toEqual({ ours: [3, 6, 7], reference: [4, 5, 8] });
});

it('does not start one side before the other has ended', async () => {
  let alive = 0;
  let most = 0;
  const side = async () => {
    most = Math.max(most, ++alive);
    await Promise.resolve();
    alive--;
  };
  await interleave(4, 0, side, side, settled);
  expect(most).toBe(1);
});
