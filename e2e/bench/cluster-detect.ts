/**
 * cluster-detect: from kill -9 of the leader to the verdict on the dashboard painted, polling once a second, against
 * one such interval plus the time until the server's address refuses connections, checked every 10 ms in parallel.
 *
 * Correct: the verdict is healthy before and different after, and its sentence names a node that does not answer.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ask, at, health, must, until, type RaftCluster, type RaftNode } from '../servers/index.ts';
import { untilVerdict, verdictWord, watchEvery, withDashboard } from './cluster-dashboard.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import type { Program } from './running-app.ts';
import { median, spread } from './statistics.ts';

const ROUNDS = 5;
const EVERY_MS = 1_000;

/** Milliseconds; against the interval and the server's own refusal. */
export function clusterDetect(ours: Program): Promise<Part> {
  return withDashboard(ours, async ({ page, cluster, home }) => {
    await watchEvery(page, EVERY_MS);
    const detected: number[] = [];
    const refused: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const leader = await leaderBeside(cluster, home);
      await untilVerdict(page, 'Healthy');
      // At a different point within the interval each time.
      await pause((EVERY_MS / ROUNDS) * round);
      const painted = watchVerdict(page);
      await painted.begun;
      const killedMs = Date.now();
      const gone = refusedAfter(leader, killedMs);
      const stopping = leader.stop();
      const { atMs, text } = await painted.changed;
      if (!/does not answer|No answer|none leads/.test(text)) throw new Error(`the verdict is ${text}`);
      detected.push(atMs - killedMs);
      refused.push(await gone);
      await stopping;
      await leader.restart();
      await unsealed(leader, cluster);
    }
    return {
      measured: {
        name: 'cluster-detect',
        unit: 'ms',
        ours: median(detected),
        reference: EVERY_MS + median(refused),
        referenceName: 'the interval + until the address refuses',
        budget: 1.2,
        n: detected.length,
      },
      notes: [`detected ${spread(detected)}`, `the address refuses ${spread(refused)}`],
    };
  });
}

/** A leader other than the session's own node, which steps down first if it leads. */
async function leaderBeside({ nodes, rootToken }: RaftCluster, home: RaftNode): Promise<RaftNode> {
  let found: RaftNode | undefined;
  await until(async () => {
    for (const node of nodes) {
      const said = await health(node);
      if (said === undefined || at(said, 'sealed') === true || at(said, 'standby') !== false) continue;
      if (node !== home) found = node;
      else
        // Refused if the node has lost the lead since its health check; the leader is looked up again in any case.
        await must({ address: node.address, rootToken }, 'PUT', 'sys/step-down').catch(() => undefined);
    }
    return found !== undefined;
  });
  return found as RaftNode;
}

/** Milliseconds from the kill to the first refusal of its address. */
async function refusedAfter({ address }: RaftNode, killedMs: number): Promise<number> {
  for (;;) {
    try {
      await fetch(`${address}/v1/sys/health`, { signal: AbortSignal.timeout(1_000) });
    } catch {
      return Date.now() - killedMs;
    }
    await pause(10);
  }
}

async function unsealed(node: RaftNode, { shares }: RaftCluster): Promise<void> {
  await until(async () => {
    for (const key of shares)
      await ask({ address: node.address, rootToken: '' }, 'PUT', 'sys/unseal', { key });
    return at(await health(node), 'sealed') === false;
  });
}

/** Records the time at which a different verdict is painted. */
function watchVerdict(page: Page): {
  readonly begun: Promise<void>;
  readonly changed: Promise<{ readonly atMs: number; readonly text: string }>;
} {
  const begun = page.run((selector) => {
    const world = globalThis as { benchVerdict?: Promise<{ atMs: number; text: string }> };
    world.benchVerdict = new Promise((resolve, reject) => {
      const word = (): string => document.querySelector(selector)?.textContent.trim() ?? '';
      const before = word();
      if (before !== 'Healthy') reject(new Error(`the verdict is ${before}`));
      const observer = new MutationObserver(() => {
        if (word() === before) return;
        observer.disconnect();
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            resolve({
              atMs: Date.now(),
              text: document.querySelector('[aria-label="Verdict"]')?.textContent ?? '',
            }),
          ),
        );
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      setTimeout(() => reject(new Error('the verdict stayed for 20 s')), 20_000);
    });
  }, verdictWord);
  const changed = begun.then(() =>
    page.run(
      () =>
        (globalThis as { benchVerdict?: Promise<{ atMs: number; text: string }> }).benchVerdict ?? {
          atMs: NaN,
          text: '',
        },
      null,
    ),
  );
  return { begun, changed };
}
