/**
 * open-7000-keys: from the click on an entry of 7,000 keys to its keys painted.
 *
 * As open-100k: a fresh app each round, the time stamp of the real click event, two animation frames after the first key
 * is in the page. The reference is a bare request for the same entry and its JSON.parse, in a fresh process of the same
 * Electron as Node.
 *
 * Correct: row 1 carries the first key of 7,000; the last key is there after End; the reference has every key and value.
 */
import { askBarely } from './bare-request.ts';
import type { CrowdedServer } from './crowd.ts';
import { interleave } from './interleave.ts';
import { startSession } from './journey.ts';
import { manyKeys, showKeys, type ManyKeys } from './many-keys.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import type { Program } from './running-app.ts';
import { median, spread } from './statistics.ts';

const ROUNDS = 12;

/** Milliseconds; ours against the bare request. */
export async function openKeys(ours: Program, server: CrowdedServer): Promise<Part> {
  const entry = await manyKeys(server);
  const times = await interleave(
    ROUNDS,
    1,
    async () => {
      const { app, page } = await startSession(ours, server);
      try {
        const elapsedMs = await showKeys(page, entry);
        await reachLastKey(page, entry);
        return elapsedMs;
      } finally {
        await app.close();
      }
    },
    () => readBarely(ours.electron, server, entry),
  );
  return {
    measured: {
      name: 'open-7000-keys',
      unit: 'ms',
      ours: median(times.ours),
      reference: median(times.reference),
      referenceName: 'bare undici + JSON.parse of the same entry',
      budget: 2,
      n: times.ours.length,
    },
    notes: [`ours ${spread(times.ours)}; bare ${spread(times.reference)}`],
  };
}

/** Presses End in the table and waits for the last key; rejects when it does not appear. */
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

async function readBarely(electron: string, server: CrowdedServer, entry: ManyKeys): Promise<number> {
  const { mountPath, name, values } = entry;
  const { elapsedMs, text } = await askBarely(electron, {
    address: server.address,
    token: server.rootToken,
    warmUpPaths: [
      'sys/health',
      'auth/token/lookup-self',
      'sys/internal/ui/mounts',
      `${mountPath}metadata/?list=true`,
    ],
    path: `${mountPath}data/${name}`,
  });
  const found = (JSON.parse(text) as { data: { data: Record<string, string> } }).data.data;
  if (JSON.stringify(Object.entries(found)) !== JSON.stringify(values))
    throw new Error('the reference has other keys or values');
  return elapsedMs;
}
