/** A lock clears credentials from memory, not only from the index: V8's own heap snapshot proves it. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

it('holds nothing of what was let go while the app is locked, nor of what was typed in a call that something outlives @searched-texts', async () => {
  // A separate thread: the heap of this one holds leftovers of all tests, and its snapshot takes half a minute.
  const thread = new Worker(new URL('./forgotten-credentials.fixture.ts', import.meta.url));
  const [told] = (await once(thread, 'message')) as unknown[];
  await thread.terminate();
  expect(told).toEqual({ found: ['kept'], known: 1, outliving: 1 });
}, 60_000);
