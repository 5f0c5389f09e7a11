/** Work over many items that lets main's loop turn in between: a window stands still while main works on. */

/** Longest work between two turns, in milliseconds. */
const TURN_MS = 10;
/** Items between two looks at the clock. */
const LOOK_EVERY = 64;

/** Does `work` for each item in order; rejects with the first error. What it reads must not change meanwhile. */
export async function eachInTurns<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let turnedAt = performance.now();
  let done = 0;
  for (const item of items) {
    work(item);
    if (++done % LOOK_EVERY > 0 || performance.now() - turnedAt < TURN_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    turnedAt = performance.now();
  }
}
