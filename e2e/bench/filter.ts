/**
 * filter-50k, filter-100k: from a key stroke in the tree's filter to the right rows painted, over so many names.
 *
 * Real key strokes, one at a time, at changing moments of the display's frame. The probe inside the page takes the time
 * stamp of the `keydown` event; when the tree shows what this text must leave (the right count and the right first
 * name), it waits for two animation frames. The bare input is measured with the same strokes and the same means: there,
 * what must be is the field's value. The figure is the difference of the two 95th percentiles: what the filter adds to
 * typing.
 *
 * Correct: after every single stroke, count and first name are those of a plain filter over all names.
 */
import type { CrowdedServer } from './crowd.ts';
import { interleave } from './interleave.ts';
import { filterField, showFolder, startSession } from './journey.ts';
import type { Part } from './part.ts';
import { RunningApp, type Program } from './running-app.ts';
import { median, p95 } from './statistics.ts';
import { growing, timeStrokes, type Stroke } from './strokes.ts';

const ROUNDS = 10;
const FRAME_MS = 1000 / 60;
/** Digits, so that each finds something; typed one by one and taken back one by one: 40 strokes a round. */
const WORDS = ['4217', '0093', '3333', '1208', '0560'] as const;

/** Milliseconds that the filter adds, 95th percentiles, against one frame. */
export async function filterFolder(
  ours: Program,
  bare: Program,
  server: CrowdedServer,
  row: { readonly name: string; readonly count: number },
): Promise<Part> {
  const folder = await server.folder(2, row.count);
  const strokes = strokesOf(folder.names);
  const times = await interleave(
    ROUNDS,
    0,
    async () => {
      const { app, page } = await startSession(ours, server);
      try {
        await showFolder(page, folder);
        await page.clickOn(filterField);
        return await timeStrokes(page, strokes, 'tree');
      } finally {
        await app.close();
      }
    },
    async () => {
      const app = await RunningApp.launch(bare);
      try {
        const page = await app.page();
        await page.clickOn('input');
        return await timeStrokes(page, strokes, 'field');
      } finally {
        await app.close();
      }
    },
  );
  const [tree, field] = [times.ours.flat(), times.reference.flat()];
  return {
    measured: {
      name: row.name,
      unit: 'ms',
      ours: p95(tree) - p95(field),
      reference: FRAME_MS,
      referenceName: 'one frame',
      budget: 1,
      n: tree.length,
    },
    notes: [
      `p95: tree ${p95(tree).toFixed(1)} ms, bare input ${p95(field).toFixed(1)} ms`,
      `median: tree ${median(tree).toFixed(1)} ms, bare input ${median(field).toFixed(1)} ms`,
    ],
  };
}

/** The strokes of all words, each with what a plain filter leaves. */
export function strokesOf(names: readonly string[]): Stroke[] {
  const texts = WORDS.flatMap((word) => [...growing(word), ...growing(word).reverse().slice(1), '']);
  return texts.map((text, at) => {
    const before = texts[at - 1] ?? '';
    const found = names.filter((name) => name.includes(text));
    const first = found[0];
    if (first === undefined) throw new Error(`nothing matches ${text}`);
    return {
      key: text.length > before.length ? text.slice(-1) : 'Backspace',
      text,
      count: found.length,
      first,
    };
  });
}
