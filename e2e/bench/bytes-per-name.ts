/**
 * bytes-per-name: additional memory of main and page, per name, after opening a folder of 100,000.
 *
 * A folder of 1,000 is opened first, so that both measurements include code, caches and pools; then garbage is
 * collected in main and in the page, and the rest is read from V8's own accounting: objects and strings, and the
 * bytes behind typed arrays, which lie outside its heap. Then the large folder is opened, its last row reached, and
 * the same repeated. Data held by both main and the page counts twice.
 *
 * Correct: the tree reports 100,000, and the last name was on screen before the collection.
 */
import type { CrowdedServer } from './crowd.ts';
import { reachLastRow, rowOf, showFolder, startSession } from './journey.ts';
import type { Part } from './part.ts';
import type { HeapUse, Program, RunningApp } from './running-app.ts';
import { median } from './statistics.ts';

const ROUNDS = 10;
const FEW = 1_000;
const MANY = 100_000;

/** Bytes per name; against a constant. */
export async function bytesPerName(ours: Program, server: CrowdedServer): Promise<Part> {
  const few = await server.folder(2, FEW);
  const many = await server.folder(2, MANY);
  const rounds: { readonly main: number; readonly page: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { app, page } = await startSession(ours, server, { inspectMain: true });
    try {
      await showFolder(page, few);
      await reachLastRow(page, few.names);
      // Back to the top and closed: the other folder's row lies after its names.
      await page.press('Home');
      await page.clickOn(rowOf(few.mount.path + few.path));
      const before = await memoryNow(app);
      await showFolder(page, many);
      await reachLastRow(page, many.names);
      const after = await memoryNow(app);
      rounds.push({ main: (after.main - before.main) / MANY, page: (after.page - before.page) / MANY });
    } finally {
      await app.close();
    }
  }
  const middle = (side: 'main' | 'page'): string => median(rounds.map((round) => round[side])).toFixed(1);
  return {
    measured: {
      name: 'bytes-per-name',
      unit: 'B',
      ours: median(rounds.map(({ main, page }) => main + page)),
      reference: 300,
      referenceName: '300 B',
      budget: 1,
      n: rounds.length,
    },
    notes: [`main ${middle('main')} B, page ${middle('page')} B; the names themselves are 11 letters each`],
  };
}

async function memoryNow(app: RunningApp): Promise<{ readonly main: number; readonly page: number }> {
  // A second collection frees objects that only finalizers of the first released.
  await app.collectGarbage();
  await app.collectGarbage();
  const { main, pages } = await app.heapUse();
  const bytes = (use: HeapUse): number => use.usedSize + (use.backingStorageSize ?? 0);
  return { main: bytes(main), page: pages.map(bytes).reduce((sum, one) => sum + one, 0) };
}
