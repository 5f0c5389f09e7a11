/**
 * open-7000-keys: from the click on an entry of 7,000 keys to its keys painted.
 *
 * As open-100k: a fresh app each round, the time stamp of the real click event, two animation frames after the first
 * key is in the page. The reference is a bare page of the same Electron (bare-rows), watched by the same means: it
 * fetches the same entry over a warm connection, parses it, and paints the rows in view.
 *
 * Correct: row 1 has the first key of 7,000 on both sides; ours has the last key after End; the reference has every
 * key and value.
 */
import type { CrowdedServer } from './crowd.ts';
import { interleave } from './interleave.ts';
import { clickUntilPainted, inSession } from './journey.ts';
import { firstRow, manyKeys, showKeys, type ManyKeys } from './many-keys.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import { RunningApp, type Program } from './running-app.ts';
import { median, spread } from './statistics.ts';

const ROUNDS = 12;

/** Milliseconds; ours against the bare page. */
export async function openKeys(ours: Program, bare: Program, server: CrowdedServer): Promise<Part> {
  const entry = await manyKeys(server);
  const times = await interleave(
    ROUNDS,
    1,
    () =>
      inSession(ours, server, async (page) => {
        const elapsedMs = await showKeys(page, entry);
        await reachLastKey(page, entry);
        return elapsedMs;
      }),
    () => showBarely(bare, server, entry),
  );
  return {
    measured: {
      name: 'open-7000-keys',
      unit: 'ms',
      ours: median(times.ours),
      reference: median(times.reference),
      referenceName: 'a bare page that fetches, parses and paints the same rows',
      budget: 1.5,
      n: times.ours.length,
    },
    notes: [`ours ${spread(times.ours)}; bare ${spread(times.reference)}`],
  };
}

/** Presses End in the table and waits for the last key; rejects if it does not appear. */
async function reachLastKey(page: Page, { values }: ManyKeys): Promise<void> {
  await page.clickOn('[role="grid"] [role="row"][aria-rowindex="1"] [role="rowheader"]');
  await page.press('End');
  await page.until(
    'the last key',
    ({ count, last }) =>
      document
        .querySelector(`[role="grid"] [role="row"][aria-rowindex="${String(count)}"]`)
        ?.textContent.includes(last) || null,
    { count: values.length, last: values.at(-1)?.[0] ?? '' },
  );
}

async function showBarely(program: Program, server: CrowdedServer, entry: ManyKeys): Promise<number> {
  const { mountPath, name, values } = entry;
  const app = await RunningApp.launch(program);
  try {
    const page = await app.page((url) => url.endsWith('page.html'));
    await page.until('the page’s script', () => ('benchGet' in globalThis ? true : null), null);
    const task = { address: server.address, token: server.rootToken, path: `${mountPath}data/${name}` };
    const paths = [
      'sys/health',
      'auth/token/lookup-self',
      'sys/internal/ui/mounts',
      `${mountPath}metadata/?list=true`,
    ];
    await page.run(
      async (given) => {
        const world = globalThis as unknown as {
          benchTask: unknown;
          benchGet: (path: string) => Promise<unknown>;
        };
        world.benchTask = given.task;
        for (const path of given.paths) await world.benchGet(path);
      },
      { task, paths },
    );
    const elapsedMs = await clickUntilPainted(page, 'button', firstRow(entry));
    const found = await page.run(
      () => (globalThis as unknown as { benchValues: Record<string, string> }).benchValues,
      null,
    );
    if (JSON.stringify(Object.entries(found)) !== JSON.stringify(values))
      throw new Error('the reference has other keys or values');
    return elapsedMs;
  } finally {
    await app.close();
  }
}
