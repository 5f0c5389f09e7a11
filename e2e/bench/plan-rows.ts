/**
 * plan-100k: memory of main per row of a plan that copies 100,000 entries to another mount. A plan of 1,000 is made
 * first, so that both measurements include code, caches and pools; the rest is read as for index-100k.
 *
 * plan-filter-100k: from a key stroke in the plan's filter to the right rows painted, measured as filter-100k.
 *
 * plan-100k-stop, plan-asked-100k-stop: main's longest stop while the plan is made, and while the secure prompt about
 * all of its rows opens and is declined.
 *
 * Correct: every entry has a row that creates it; after every stroke, count and first row are those of a plain filter
 * over all rows.
 */
import { newKvMount, type KvMount } from '../servers/index.ts';
import type { PlanRow } from '../../shared/vault/plan.ts';
import { measureFelt, typeBarely } from './felt.ts';
import { mainBytes } from './index-memory.ts';
import { answerPrompt, rowOf, startSession } from './journey.ts';
import { endOfJob, watchJob } from './page-job.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import type { Program } from './running-app.ts';
import { stopDuring, stopRow } from './stop.ts';
import { strokesOf, timeStrokes } from './strokes.ts';
import type { Tree, TreeServer } from './tree.ts';

const STROKE_ROUNDS = 5;
const MOST_BYTES = 300;
/** Typed and deleted one by one; each further digit leaves fewer rows. */
const WORDS = ['4217', '3333', '9254', '8675', '5469'] as const;
const filterField = 'input[aria-label="Filter paths"]';

/** Bytes per row in main; and the filter over these rows. */
export async function planRows(ours: Program, bare: Program, server: TreeServer): Promise<Part> {
  const few = await server.tree(1_000);
  const many = await server.tree(100_000);
  const target = await newKvMount(server, 2, 'bench-nowhere');
  const { app, page } = await startSession(ours, server, { inspectMain: true });
  try {
    await makePlan(page, few, target);
    const before = await mainBytes(app);
    let rows: readonly PlanRow[] = [];
    const stopMs = await stopDuring(app, async () => {
      rows = await makePlan(page, many, target);
    });
    const bytes = ((await mainBytes(app)) - before) / (many.entries.length - few.entries.length);
    const strokes = strokesOf(WORDS, (text) => {
      const found = rows.filter(({ from, to = '' }) => `${from}\n${to}`.includes(text));
      return { text, count: found.length, first: found[0]?.from ?? '' };
    });
    await page.clickOn(filterField);
    const filter = await measureFelt({
      name: 'plan-filter-100k',
      what: 'grid',
      frames: 1,
      rounds: STROKE_ROUNDS,
      ours: () => timeStrokes(page, strokes, 'grid'),
      bare: () => typeBarely(bare, strokes),
    });
    const askedMs = await stopDuring(app, async () => {
      await page.clickOn('button', runTitle(rows.length));
      await answerPrompt(app, (prompt) => prompt.press('Escape'));
    });
    return {
      measured: {
        name: 'plan-100k',
        unit: 'B',
        ours: bytes,
        reference: MOST_BYTES,
        referenceName: `${String(MOST_BYTES)} B a row in main`,
        budget: 1,
        n: 1,
      },
      also: [
        filter.measured,
        stopRow('plan-100k-stop', [stopMs]),
        stopRow('plan-asked-100k-stop', [askedMs]),
      ],
      notes: filter.notes,
    };
  } finally {
    await app.close();
  }
}

/** Copies a mount in the tree and pastes it into another, and returns the rows of the plan, by id. */
async function makePlan(page: Page, { mount, entries }: Tree, target: KvMount): Promise<readonly PlanRow[]> {
  await page.clickOn(rowOf(mount.path));
  await page.press('c', { control: true });
  await page.clickOn(rowOf(target.path));
  await watchJob(page, 'plan.found');
  await page.press('v', { control: true });
  const { batches } = await endOfJob<'plan.found'>(page);
  const rows: PlanRow[] = [];
  for (const batch of batches) for (const row of batch.rows) rows[row.id] = row;
  if (rows.length !== entries.length || rows.some(({ effect }) => effect !== 'create'))
    throw new Error(`the plan has ${String(rows.length)} rows, or not all of them create an entry`);
  const title = runTitle(rows.length);
  await page.until(
    title,
    (text) => [...document.querySelectorAll('button')].some((one) => one.textContent === text) || null,
    title,
  );
  return rows;
}

function runTitle(rows: number): string {
  return `Run ${rows.toLocaleString('en')} rows…`;
}
