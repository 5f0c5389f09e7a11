/** Many requests, a few at a time. */

/** Requests at a time of work that no pace bounds. */
export const PARALLEL = 8;

/**
 * Runs `work` for each item, `parallel` at a time, in order of the items; stops early once the signal fires or `work`
 * throws, after the work under way has ended. Rejects with the first error.
 */
export async function eachBounded<Item>(
  items: readonly Item[],
  parallel: number,
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed: { readonly failure: unknown } | undefined;
  const worker = async (): Promise<void> => {
    while (next < items.length && failed === undefined && !signal.aborted) {
      const item = items[next++] as Item;
      try {
        await work(item);
      } catch (failure) {
        failed ??= { failure };
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(parallel, items.length) }, worker));
  if (failed !== undefined) throw failed.failure;
}
