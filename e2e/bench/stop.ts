/** Longest stop of main's event loop: the largest gap between two turns of a timer of one millisecond in main. */
import type { Measured } from './report.ts';
import type { RunningApp } from './running-app.ts';
import { median } from './statistics.ts';

/** Longest stop that a user would not notice, in milliseconds. */
const LONGEST_STOP_MS = 50;

/** Runs `work` and returns main's longest stop meanwhile, in milliseconds. Needs `inspectMain`. */
export async function stopDuring(app: RunningApp, work: () => Promise<unknown>): Promise<number> {
  await app.collectGarbage();
  await app.runInMain(`(() => {
    const watch = (globalThis.benchStall = { last: performance.now(), longest: 0 });
    watch.timer = setInterval(() => {
      const now = performance.now();
      watch.longest = Math.max(watch.longest, now - watch.last);
      watch.last = now;
    }, 1);
  })()`);
  await work();
  return (await app.runInMain(`(() => {
    clearInterval(globalThis.benchStall.timer);
    return globalThis.benchStall.longest;
  })()`)) as number;
}

/** Row of the longest stops of some rounds: their median, against a stop that a user would notice. */
export function stopRow(name: string, stopsMs: readonly number[]): Measured {
  return {
    name,
    unit: 'ms',
    ours: median(stopsMs),
    reference: LONGEST_STOP_MS,
    referenceName: `${String(LONGEST_STOP_MS)} ms, main's longest stop meanwhile`,
    budget: 1,
    n: stopsMs.length,
  };
}
