/**
 * type-7000-keys: from a key stroke in the editor of one value to that stroke painted, while all 7,000 keys of the entry
 * are being edited.
 *
 * The strokes and the probe are those of filter-100k, and so is the bare input; what must be painted on both sides is the
 * field's text.
 *
 * Correct: after every stroke the field holds exactly what was typed; at the end the app says that one key is changed.
 */
import type { CrowdedServer } from './crowd.ts';
import { interleave } from './interleave.ts';
import { startSession } from './journey.ts';
import { EDITED, manyKeys, showKeys, type ManyKeys } from './many-keys.ts';
import type { Part } from './part.ts';
import { RunningApp, type Program } from './running-app.ts';
import { median, p95 } from './statistics.ts';
import { growing, timeStrokes, type Stroke } from './strokes.ts';

const ROUNDS = 10;
const TWO_FRAMES_MS = 2000 / 60;
const TYPED = 'the quick brown fox jumps';

/** Milliseconds that the editor adds to typing, 95th percentiles, against two frames. */
export async function typeInKeys(ours: Program, bare: Program, server: CrowdedServer): Promise<Part> {
  const entry = await manyKeys(server);
  const times = await interleave(
    ROUNDS,
    0,
    () => typeInEditor(ours, server, entry),
    async () => {
      const app = await RunningApp.launch(bare);
      try {
        const page = await app.page();
        await page.clickOn('input');
        return await timeStrokes(page, strokesBehind(''), 'field');
      } finally {
        await app.close();
      }
    },
  );
  const [editor, field] = [times.ours.flat(), times.reference.flat()];
  return {
    measured: {
      name: 'type-7000-keys',
      unit: 'ms',
      ours: p95(editor) - p95(field),
      reference: TWO_FRAMES_MS,
      referenceName: 'two frames',
      budget: 1,
      n: editor.length,
    },
    notes: [
      `p95: editor ${p95(editor).toFixed(1)} ms, bare input ${p95(field).toFixed(1)} ms`,
      `median: editor ${median(editor).toFixed(1)} ms, bare input ${median(field).toFixed(1)} ms`,
    ],
  };
}

async function typeInEditor(program: Program, server: CrowdedServer, entry: ManyKeys): Promise<number[]> {
  const { app, page } = await startSession(program, server);
  try {
    await showKeys(page, entry);
    const [key, value] = entry.values[EDITED] ?? ['', ''];
    await page.clickOn('button', 'Edit');
    await page.clickOn('button', `Edit ${key}`);
    await page.until(
      'the value’s editor',
      (name) => document.activeElement?.getAttribute('aria-label') === name || null,
      `Value of ${key}`,
    );
    await page.press('End');
    const times = await timeStrokes(page, strokesBehind(value), 'field');
    // What was typed and taken back leaves no change; one letter does.
    await page.press('z');
    await page.until(
      'the count of changed keys',
      () =>
        [...document.querySelectorAll('[role="status"]')].some((status) =>
          status.textContent.includes('1 changed'),
        ) || null,
      null,
    );
    return times;
  } finally {
    await app.close();
  }
}

/** The letters of the text one by one, then taken back one by one, behind what stands in the field. */
export function strokesBehind(before: string): Stroke[] {
  const texts = [...growing(TYPED), ...growing(TYPED).reverse().slice(1), ''];
  return texts.map((text, at) => ({
    key: text.length > (texts[at - 1] ?? '').length ? text.slice(-1) : 'Backspace',
    text: before + text,
    count: 0,
    first: '',
  }));
}
