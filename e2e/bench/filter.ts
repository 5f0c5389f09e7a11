/**
 * filter-50k: from a key stroke in the tree's filter to the right rows painted, over a folder of 50,000 names.
 *
 * Real key strokes, one at a time, at changing moments of the display's frame. The probe inside the page takes the time
 * stamp of the `keydown` event; when the tree shows what this text must leave (the right count and the right first
 * name), it waits for two animation frames. The bare input is measured with the same strokes and the same means: there,
 * what must be is the field's value. The figure is the difference of the two 95th percentiles: what the filter adds to
 * typing.
 *
 * Correct: after every single stroke, count and first name are those of a plain filter over all names.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { crowdNames, FOLDER, type CrowdedServer } from './crowd.ts';
import { interleave } from './interleave.ts';
import { filterField, showFolder, startSession } from './journey.ts';
import type { Page } from './page.ts';
import type { Part } from './part.ts';
import { RunningApp, type Program } from './running-app.ts';
import { median, p95 } from './statistics.ts';

const ROUNDS = 5;
const FRAME_MS = 1000 / 60;
/** Digits, so that each finds something; typed one by one and taken back one by one: 40 strokes a round. */
const WORDS = ['4217', '0093', '3333', '1208', '0560'] as const;

/** One stroke and what must be painted after it. */
interface Stroke {
  readonly key: string;
  readonly text: string;
  readonly count: number;
  readonly first: string;
}

/** Milliseconds that the filter adds, 95th percentiles, against one frame. */
export async function filterFolder(ours: Program, bare: Program, server: CrowdedServer): Promise<Part> {
  const names = crowdNames();
  const strokes = strokesOf(names);
  const times = await interleave(
    ROUNDS,
    0,
    async () => {
      const { app, page } = await startSession(ours, server);
      try {
        await showFolder(page, server.kv2.path, FOLDER, names);
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
      name: 'filter-50k',
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

/** `ab` → `a`, `ab`. */
function growing(word: string): string[] {
  return Array.from(word, (_, at) => word.slice(0, at + 1));
}

async function timeStrokes(
  page: Page,
  strokes: readonly Stroke[],
  watched: 'tree' | 'field',
): Promise<number[]> {
  await page.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  const times: number[] = [];
  for (const [at, stroke] of strokes.entries()) {
    // Steps that are no multiple of a frame: the strokes meet every phase of it.
    await pause(60 + ((at * 7) % 17));
    await page.run(watchNextStroke, { ...stroke, watched });
    await page.press(stroke.key);
    times.push(
      await page.run(() => (globalThis as { benchPainted?: Promise<number> }).benchPainted ?? NaN, null),
    );
  }
  return times;
}

/**
 * Runs inside the page; travels as text. Leaves a promise of the milliseconds from the next `keydown` to paint in
 * `benchPainted`; it rejects after 5 s.
 */
function watchNextStroke(expected: Stroke & { readonly watched: 'tree' | 'field' }): void {
  const world = globalThis as { benchPainted?: Promise<number> };
  world.benchPainted = new Promise((resolve, reject) => {
    let pressedAt = 0;
    const isRight = (): boolean => {
      const field = document.activeElement;
      if (!(field instanceof HTMLInputElement) || field.value !== expected.text) return false;
      if (expected.watched === 'field') return true;
      const first = [...document.querySelectorAll('[role="treeitem"]')].find((row) =>
        row.textContent.includes('name-'),
      );
      return (
        first?.getAttribute('aria-setsize') === String(expected.count) &&
        first.getAttribute('aria-posinset') === '1' &&
        first.textContent.includes(expected.first)
      );
    };
    const look = (): void => {
      if (pressedAt === 0 || !isRight()) return;
      stop();
      requestAnimationFrame(() => {
        requestAnimationFrame(() => {
          resolve(performance.now() - pressedAt);
        });
      });
    };
    const pressed = (event: Event): void => {
      pressedAt = event.timeStamp;
    };
    const observer = new MutationObserver(look);
    const timer = setTimeout(() => {
      stop();
      const rows = [...document.querySelectorAll('[role="treeitem"]')]
        .slice(0, 6)
        .map((row) => row.outerHTML.slice(0, 160));
      reject(new Error(`not painted: ${JSON.stringify(expected)}; the tree begins ${rows.join(' ')}`));
    }, 5_000);
    const stop = (): void => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener('keydown', pressed, true);
      removeEventListener('input', look);
    };
    addEventListener('keydown', pressed, true);
    addEventListener('input', look);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      characterData: true,
    });
  });
}
