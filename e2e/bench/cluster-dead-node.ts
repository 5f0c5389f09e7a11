/**
 * cluster-dead-node: time from F5 on the dashboard to the rows of the other two nodes painted, with a third that
 * accepts connections but never answers (SIGSTOP), against the same with all three alive.
 *
 * Correct: both others have answered in either case, the third only while alive, and the verdict agrees.
 */
import type { Events } from '../../shared/ipc/contract.ts';
import type { RaftNode } from '../servers/index.ts';
import { untilVerdict, withDashboard } from './cluster-dashboard.ts';
import { interleave } from './interleave.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import type { Program } from './running-app.ts';
import { median, spread } from './statistics.ts';

const ROUNDS = 10;
/** Long enough for a request to a silent node to time out, and for the screen's next poll. */
const SILENT_MS = 4_000;

/** Milliseconds; against all nodes alive. */
export function clusterDeadNode(ours: Program): Promise<Part> {
  return withDashboard(ours, async ({ page, cluster, home }) => {
    const third = cluster.nodes[2] as RaftNode;
    const others = cluster.nodes.filter((node) => node !== third).map(({ address }) => address);
    if (!others.includes(home.address)) throw new Error('the session is at the node that dies');
    await page.clickOn('[aria-label="Verdict"]');
    const alive = (): Promise<number> => refreshed(page, others);
    const dead = async (): Promise<number> => {
      third.pause();
      try {
        await untilVerdict(page, 'Degraded');
        return await refreshed(page, others);
      } finally {
        third.resume();
        await untilVerdict(page, 'Healthy');
      }
    };
    const times = await interleave(ROUNDS, 1, dead, alive, () => quiet(page));
    return {
      measured: {
        name: 'cluster-dead-node',
        unit: 'ms',
        ours: median(times.ours),
        reference: median(times.reference),
        referenceName: 'all nodes alive',
        budget: 1.05,
        n: times.ours.length,
      },
      notes: [`with a dead node ${spread(times.ours)}`, `all alive ${spread(times.reference)}`],
    };
  });
}

async function quiet(page: Page): Promise<void> {
  await page.run((ms) => new Promise((resolve) => setTimeout(resolve, ms)), SILENT_MS / 4);
}

/** Presses F5 and returns the milliseconds until the responses of these nodes are painted. */
async function refreshed(page: Page, addresses: readonly string[]): Promise<number> {
  await page.run((wanted) => {
    const world = globalThis as unknown as { benchRows?: Promise<number> };
    world.benchRows = new Promise((resolve, reject) => {
      let pressedAt = 0;
      const open = new Set(wanted);
      const end = window.strongroom.on((name, heard) => {
        if (name !== 'cluster.seen') return;
        const { roundTrips } = heard as Events['cluster.seen'];
        if (pressedAt === 0) return;
        // The new watch is first told what is known from before.
        for (const [node, trips] of Object.entries(roundTrips)) {
          const { atMs = 0, roundTripMs = null } = trips.at(-1) ?? {};
          if (roundTripMs !== null && atMs > performance.timeOrigin + pressedAt) open.delete(node);
        }
        if (open.size > 0) return;
        end();
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - pressedAt)));
      });
      addEventListener('keydown', ({ timeStamp }) => (pressedAt = timeStamp), { capture: true, once: true });
      setTimeout(() => reject(new Error('the rows were not refreshed in 20 s')), 20_000);
    });
  }, addresses);
  await page.press('F5');
  return page.run(() => (globalThis as { benchRows?: Promise<number> }).benchRows ?? NaN, null);
}
