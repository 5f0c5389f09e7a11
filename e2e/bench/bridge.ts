/**
 * ipc-noop: one call without effect, from the page through preload, guard, schema and registrar and back.
 *
 * Calls are made one by one inside the page. A page's clock is coarse (0.1 ms), so ten calls are timed together and
 * divided; the figure is the median over the groups.
 *
 * Correct: every call returns `ok`.
 */
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import { RunningApp, type Program } from './running-app.ts';
import { median, p95 } from './statistics.ts';

const WARM_UP_GROUPS = 20;
const GROUPS = 200;
const CALLS_PER_GROUP = 10;

/** Milliseconds per call, against the constant. */
export async function ipcNoop(ours: Program): Promise<Part> {
  const app = await RunningApp.launch(ours);
  try {
    const page = await app.page((url) => url.startsWith('app:'));
    const times = await timeCalls(page);
    return {
      measured: {
        name: 'ipc-noop',
        unit: 'ms',
        ours: median(times),
        reference: 1,
        referenceName: '1 ms',
        budget: 1,
        n: times.length * CALLS_PER_GROUP,
      },
      notes: [`95th percentile of the groups of ten: ${p95(times).toFixed(3)} ms a call`],
    };
  } finally {
    await app.close();
  }
}

async function timeCalls(page: Page): Promise<number[]> {
  // Once the first screen is there: the initial empty document has the bridge, too.
  await page.until('the first field', () => document.querySelector('input') && true, null);
  const groups = await page.run(
    async ({ count, calls }) => {
      const times: number[] = [];
      // The page's own ids count up from 1; ours count down from a high number.
      let callId = 2_000_000_000;
      for (let group = 0; group < count; group++) {
        const before = performance.now();
        for (let call = 0; call < calls; call++) {
          const result = await window.strongroom.call('app.noop', {}, callId--);
          if (!result.ok) throw new Error(`app.noop answered ${JSON.stringify(result)}`);
        }
        times.push((performance.now() - before) / calls);
      }
      return times;
    },
    { count: WARM_UP_GROUPS + GROUPS, calls: CALLS_PER_GROUP },
  );
  if (groups.length !== WARM_UP_GROUPS + GROUPS) throw new Error(`${groups.length} groups were timed`);
  return groups.slice(WARM_UP_GROUPS);
}
