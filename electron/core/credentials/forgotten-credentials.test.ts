/** What a lock forgets is gone from memory, not only from what is found: V8's own snapshot of the heap is the judge. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

it('holds nothing of what was let go while the app is locked, nor of what was typed in a call that something outlives @searched-texts', async () => {
  // The heap of this thread holds what all tests have left: its snapshot takes half a minute.
  const thread = new Worker(new URL('./forgotten-credentials.fixture.ts', import.meta.url));
  const [told] = (await once(thread, 'message')) as unknown[];
  await thread.terminate();
  expect(told).toEqual({ found: ['kept'], known: 1, outliving: 1 });
}, 60_000);
