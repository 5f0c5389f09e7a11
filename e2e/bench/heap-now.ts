/** Heap of main and the pages of a running app after forced garbage collection. */
import type { RunningApp } from './running-app.ts';

/** Bytes in use. */
export interface HeapNow {
  readonly main: number;
  readonly page: number;
}

/** Collects until the heap no longer shrinks: weakly held objects go in a later turn. Needs `inspectMain`. */
export async function heapOf(app: RunningApp): Promise<HeapNow> {
  const seen: HeapNow[] = [];
  for (let turn = 0; turn < 5; turn++) {
    await app.collectGarbage();
    const { main, pages } = await app.heapUse();
    seen.push({ main: main.usedSize, page: pages.reduce((sum, { usedSize }) => sum + usedSize, 0) });
  }
  return {
    main: Math.min(...seen.map(({ main }) => main)),
    page: Math.min(...seen.map(({ page }) => page)),
  };
}

/** Sum of both. */
export function totalMiB({ main, page }: HeapNow): number {
  return (main + page) / 1024 / 1024;
}

/** Both heaps as text, for a note. */
export function inWords({ main, page }: HeapNow): string {
  return `main ${(main / 1024).toFixed(0)} KiB, page ${(page / 1024).toFixed(0)} KiB`;
}
