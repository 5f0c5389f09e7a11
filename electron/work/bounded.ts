/** Many requests, so many at a time. */

/** The connections of a client: more requests at a time would only wait inside it. */
export const PARALLEL = 8;

/**
 * Does `work` for each item, `parallel` at a time, in order of the items; ends early once the signal fires or `work`
 * throws, when what is under way has come to its end. Rejects with the first that was thrown.
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
