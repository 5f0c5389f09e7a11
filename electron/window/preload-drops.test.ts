import { expect, it, vi } from 'vitest';
import { guardDrops } from './preload-drops.ts';

type Hear = Parameters<Parameters<typeof guardDrops>[0]['addEventListener']>[1];

function make() {
  const heard = new Map<string, Hear>();
  const answers: ((may: unknown) => void)[] = [];
  guardDrops(
    { addEventListener: (type, hear) => void heard.set(type, hear) },
    () => new Promise((resolve) => void answers.push(resolve)),
  );
  /** Dispatches an event; returns true if it reached the page. */
  const give = (type: string, relatedTarget: unknown = null): boolean => {
    const event = {
      relatedTarget,
      dataTransfer: { dropEffect: 'copy' },
      preventDefault: vi.fn(),
      stopImmediatePropagation: vi.fn(),
    };
    heard.get(type)?.(event);
    return event.stopImmediatePropagation.mock.calls.length === 0;
  };
  const answer = async (may: unknown): Promise<void> => {
    answers.shift()?.(may);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { give, answer };
}

it('lets nothing be dropped before main has agreed', async () => {
  const { give, answer } = make();
  give('dragenter');
  expect([give('dragover'), give('drop')]).toEqual([false, false]);
  give('dragenter');
  await answer(false);
  await answer(false);
  expect(give('drop')).toBe(false);
});

it('lets a drag in that main has agreed to, and asks about the next anew', async () => {
  const { give, answer } = make();
  give('dragenter');
  await answer(true);
  expect([give('dragover'), give('drop'), give('drop')]).toEqual([true, true, false]);
  give('dragenter');
  give('dragleave');
  await answer(true);
  expect(give('drop')).toBe(false);
});
