import { describe, expect, it } from 'vitest';
import { eachBounded } from './bounded.ts';

const never = new AbortController().signal;
const soon = () => new Promise((resolve) => setImmediate(resolve));

describe('many requests, so many at a time', () => {
  it('does each once, in order, never more than allowed together', async () => {
    const items = Array.from({ length: 50 }, (_, index) => index);
    const begun: number[] = [];
    let together = 0;
    let most = 0;
    await eachBounded(items, 7, never, async (item) => {
      begun.push(item);
      most = Math.max(most, ++together);
      await soon();
      together--;
    });
    expect([begun, most]).toEqual([items, 7]);
    await eachBounded([], 7, never, () => Promise.reject(new Error('nothing to do')));
  });

  it('begins nothing after a failure, and waits for what is under way', async () => {
    const ended: number[] = [];
    const work = eachBounded([0, 1, 2, 3, 4, 5], 2, never, async (item) => {
      if (item === 1) throw new Error('broken');
      await soon();
      ended.push(item);
    });
    await expect(work).rejects.toThrow('broken');
    expect(ended).toEqual([0]);
  });

  it('begins nothing after a cancel', async () => {
    const abort = new AbortController();
    const begun: number[] = [];
    await eachBounded([0, 1, 2, 3, 4, 5], 2, abort.signal, async (item) => {
      begun.push(item);
      await soon();
      abort.abort();
    });
    expect(begun).toEqual([0, 1]);
  });
});
