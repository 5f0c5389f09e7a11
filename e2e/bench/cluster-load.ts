/**
 * cluster-heap: heap of page and main after 1,200 refreshes of a three-node dashboard at 5 Hz, against after the
 * first; garbage collection is forced. No warm-up is excluded: code that V8 compiles for hot paths (800 kB until
 * about the 400th, by snapshots of the page's heap) counts as growth, too. The notes list the stages: continued
 * growth is a leak.
 *
 * cluster-requests: requests of one refresh, against two per node and six per cluster. cluster-hidden: requests in 10
 * s while the window is hidden, plus one.
 *
 * Correct: each node has answered every refresh, the verdict on screen is healthy at the end, no request went to a
 * path outside the dashboard's or carried a node's name; and the screen refreshes again once the window is shown.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  answersTold,
  countRequests,
  untilAnswers,
  untilVerdict,
  watchEvery,
  withDashboard,
} from './cluster-dashboard.ts';
import { heapOf, inWords, totalMiB, type HeapNow } from './heap-now.ts';
import type { Part } from './part.ts';
import type { Program, RunningApp } from './running-app.ts';
import { median } from './statistics.ts';

/** Refreshes after which the heaps are measured: the first, and those compared with it. */
const STAGES = [1, 150, 600, 1_200] as const;
const EVERY_MS = 200;
const POLL_MS = 5_000;
const NODES = 3;
const HIDDEN_MS = 10_000;

const dashboardPaths =
  /^GET http:\/\/127\.0\.0\.1:\d+\/v1\/sys\/(health|leader|ha-status|key-status|rekey\/init|generate-root\/attempt|rotate\/\S+|storage\/raft\/(configuration|autopilot\/state)|audit|metrics)(\?|$)/;
const session = /\/v1\/auth\/token\/lookup-self|\/v1\/sys\/internal\//;

/** MiB in use in main and in the page; against after the first refresh. */
export function clusterHeap(ours: Program): Promise<Part> {
  return withDashboard(ours, async ({ app, page }) => {
    await watchEvery(page, EVERY_MS);
    const seen: HeapNow[] = [];
    for (const refreshes of STAGES) {
      await untilAnswers(page, refreshes, refreshes === 1 ? undefined : POLL_MS);
      seen.push(await heapOf(app));
    }
    await untilVerdict(page, 'Healthy');
    const [first, ...later] = seen.map(totalMiB) as [number, ...number[]];
    return {
      measured: {
        name: 'cluster-heap',
        unit: 'MiB',
        ours: later.at(-1) ?? NaN,
        reference: first,
        referenceName: 'after the first refresh',
        budget: 1.02,
        n: 1,
      },
      notes: seen.map((heap, at) => `after ${String(STAGES[at])}: ${inWords(heap)}`),
    };
  });
}

/** Requests of one refresh; against 2 per node and 6 per cluster. */
export function clusterRequests(ours: Program): Promise<Part> {
  return withDashboard(ours, async ({ app, page, cluster }) => {
    const read = await countRequests(app);
    const counts: number[] = [];
    await watchEvery(page, 2_000);
    await untilAnswers(page, 2);
    for (let round = 0; round < 15; round++) {
      const before = (await read()).length;
      const told = Math.max(...Object.values(await answersTold(page)));
      await untilAnswers(page, told + 1);
      // Requests about the whole cluster follow those to the nodes.
      await pause(1_000);
      const asked = (await read()).slice(before).filter((one) => !isOfSession(one));
      const wrong = asked.find((one) => !dashboardPaths.test(one));
      if (wrong !== undefined) throw new Error(`a refresh asked ${wrong}`);
      counts.push(asked.length);
    }
    const all = await read();
    for (const { address } of cluster.nodes)
      if (!all.some((one) => one.startsWith(`GET ${address}/v1/sys/health`)))
        throw new Error(`${address} was not asked itself`);
    return {
      measured: {
        name: 'cluster-requests',
        unit: '',
        ours: median(counts),
        reference: 2 * NODES + 6,
        referenceName: '2 a node + 6 a cluster',
        budget: 1,
        n: counts.length,
      },
      notes: [`counts ${counts.join(' ')}`, ...new Set(all.map((one) => one.replace(/\?.*/, '')))],
    };
  });
}

/** True for the session's own token checks, which run on any screen. */
function isOfSession(request: string): boolean {
  return session.test(request);
}

/** Requests in 10 s while hidden, plus 1; against 1. */
export function clusterHidden(ours: Program): Promise<Part> {
  return withDashboard(ours, async ({ app, page }) => {
    const read = await countRequests(app);
    // The session's own check comes every 30 s and is not the dashboard's: the 10 s lie between two of them.
    const looks = async (): Promise<number> => (await read()).filter(isOfSession).length;
    for (const before = await looks(); (await looks()) === before;) await pause(100);
    await setShown(app, false);
    await page.until('the hidden page', () => document.visibilityState === 'hidden' || null, null);
    await pause(1_000);
    const before = (await read()).length;
    await pause(HIDDEN_MS);
    const asked = (await read()).slice(before);
    await setShown(app, true);
    await page.until('the shown page', () => document.visibilityState === 'visible' || null, null);
    const back = (await read()).length;
    for (const deadline = performance.now() + 10_000; (await read()).length === back;) {
      if (performance.now() > deadline) throw new Error('nothing is asked once the window is shown again');
      await pause(50);
    }
    return {
      measured: {
        name: 'cluster-hidden',
        unit: '',
        ours: asked.length + 1,
        reference: 1,
        referenceName: '1',
        budget: 1,
        n: 1,
      },
      notes: asked,
    };
  });
}

async function setShown(app: RunningApp, shown: boolean): Promise<void> {
  await app.runInMain(`(() => {
    const { createRequire } = process.getBuiltinModule('node:module');
    const { BrowserWindow } = createRequire(process.cwd() + '/')('electron');
    BrowserWindow.getAllWindows()[0].${shown ? 'show' : 'hide'}();
  })()`);
}
