/** The dashboard of a three-node cluster in the running app, as measured by the rows of `cluster-*`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Events } from '../../shared/ipc/contract.ts';
import { startRaftCluster, type RaftCluster, type RaftNode } from '../servers/index.ts';
import type { Page } from './page.ts';
import { RunningApp, type Program } from './running-app.ts';

/** Text of the verdict. */
export const verdictWord = '[aria-label="Verdict"] [role="status"]';

let callId = 1_500_000_000;

export interface Dashboard {
  readonly app: RunningApp;
  readonly page: Page;
  readonly cluster: RaftCluster;
  /** Node of the session. */
  readonly home: RaftNode;
}

/** Shows the dashboard of a new cluster, all nodes confirmed, healthy and voting; ends both after `work`. */
export async function withDashboard<T>(
  ours: Program,
  work: (dashboard: Dashboard) => Promise<T>,
): Promise<T> {
  const cluster = await startRaftCluster({ voters: true });
  try {
    const home = cluster.nodes[1];
    if (home === undefined) throw new Error('the cluster has no second node');
    const { app, page } = await open(ours, cluster, home);
    try {
      await page.clickOn('nav[aria-label="Sections"] button', 'Cluster');
      await untilVerdict(page, 'Healthy');
      return await work({ app, page, cluster, home });
    } finally {
      await app.close();
    }
  } finally {
    await cluster.stop();
  }
}

/** The app with a session at `home`; the other nodes are confirmed as the start script does for its sample. */
async function open(
  ours: Program,
  { nodes, rootToken }: RaftCluster,
  home: RaftNode,
): Promise<{ readonly app: RunningApp; readonly page: Page }> {
  const folder = await mkdtemp(join(tmpdir(), 'strongroom-bench-sample-'));
  const file = join(folder, 'server.json');
  const others = nodes.filter((node) => node !== home).map(({ address }) => address);
  const sample = { address: home.address, token: rootToken, name: 'Cluster', nodes: others };
  await writeFile(file, JSON.stringify(sample), { mode: 0o600 });
  const switches = [...(ours.switches ?? []), `--sample-server=${file}`];
  const app = await RunningApp.launch({ ...ours, switches }, { inspectMain: true });
  try {
    const page = await app.page((url) => url.startsWith('app://strongroom'));
    await page.until('the mounts', () => document.querySelector('[role="treeitem"]') && true, null);
    await rm(folder, { recursive: true });
    return { app, page };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Waits until the verdict on screen equals `word`. */
export async function untilVerdict(page: Page, word: string): Promise<void> {
  await page.until(
    `the verdict ${word}`,
    (wanted) => document.querySelector(wanted.selector)?.textContent.trim() === wanted.word || null,
    { selector: verdictWord, word },
  );
}

/**
 * Polls the cluster every `everyMs` through a watch of the bridge beside the screen's own. Polls are shared, so the
 * screen gets as many updates. Returns the function that ends it.
 */
export async function watchEvery(page: Page, everyMs: number): Promise<() => Promise<void>> {
  const ids = { list: callId++, watch: callId++ };
  await page.run(
    async ({ everyMs, ids }) => {
      const { call, on } = window.strongroom;
      const sessions = await call('session.list', {}, ids.list);
      const sessionId = ('value' in sessions && sessions.value[0]?.sessionId) || '';
      const heard = ((globalThis as { benchTrips?: Record<string, number> }).benchTrips = {} as Record<
        string,
        number
      >);
      const watchId = `bench-${String(ids.watch)}`;
      on((name, payload) => {
        if (name !== 'cluster.seen') return;
        const news = payload as Events['cluster.seen'];
        if (news.watchId !== watchId) return;
        for (const [node, trips] of Object.entries(news.roundTrips))
          if (trips.at(-1)?.roundTripMs !== null) heard[node] = (heard[node] ?? 0) + 1;
      });
      void call('cluster.watch', { where: { sessionId }, watchId, everyMs }, ids.watch);
    },
    { everyMs, ids },
  );
  return async () => {
    await page.run((id) => {
      window.strongroom.cancel(id);
    }, ids.watch);
  };
}

/** Number of responses per node sent to the page since `watchEvery`. */
export function answersTold(page: Page): Promise<Readonly<Record<string, number>>> {
  return page.run(() => ({ ...(globalThis as { benchTrips?: Record<string, number> }).benchTrips }), null);
}

/** Waits for `count` responses from each of three nodes; `pollMs`: each poll of the page adds to its heap. */
export async function untilAnswers(page: Page, count: number, pollMs = 50): Promise<void> {
  const deadline = performance.now() + 300_000;
  for (;;) {
    const told = Object.values(await answersTold(page));
    if (told.length === 3 && told.every((one) => one >= count)) return;
    if (performance.now() > deadline)
      throw new Error(`${JSON.stringify(told)} answers were told, not ${String(count)}`);
    await pause(pollMs);
  }
}

/** Records every request of main, by a diagnostics channel of its HTTP client; returns a function that reads them. */
export async function countRequests(app: RunningApp): Promise<() => Promise<readonly string[]>> {
  await app.runInMain(`(() => {
    globalThis.benchRequests = [];
    process.getBuiltinModule('node:diagnostics_channel').subscribe('undici:request:create', ({ request }) => {
      globalThis.benchRequests.push(request.method + ' ' + String(request.origin) + request.path);
    });
  })()`);
  return async () => (await app.runInMain('[...globalThis.benchRequests]')) as readonly string[];
}
